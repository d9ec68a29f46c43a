import { expect, test } from "vitest";
import { NAVIGATION } from "#components/portal/navigation.ts";

test("no two pages of the portal have one shortcut", () => {
  const keys = NAVIGATION.flatMap(({ places }) => places.flatMap(({ key }) => key ?? []));
  expect(keys.length).toBeGreaterThan(8);
  expect(new Set(keys).size).toBe(keys.length);
});
