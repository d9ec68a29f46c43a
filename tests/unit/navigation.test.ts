import { expect, test } from "vitest";
import { GENERAL_SHORTCUTS, NAVIGATION } from "#components/portal/navigation.ts";

test("no two things in the portal have one shortcut", () => {
  const pages = NAVIGATION.flatMap(({ places }) => places.flatMap(({ key }) => (key ? [`g ${key}`] : [])));
  expect(pages.length).toBeGreaterThan(8);
  const keys = [...GENERAL_SHORTCUTS.flatMap(({ keys }) => keys), ...pages];
  expect(new Set(keys).size).toBe(keys.length);
});
