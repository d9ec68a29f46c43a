import { expect, test } from "vitest";
import { hintFor } from "#server/storefront/post-arrival.ts";

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};
const ANSWERED = { roaming: "yes", bars: "no", here: "1" };

test("what the answers point to is tried first; where nobody else knows that it is installed, its traveller says so", () => {
  expect(hintFor(form(ANSWERED), false)).toBeNull();
  expect(hintFor(form(ANSWERED), true)).toBe("answers");
  expect(hintFor(form({ ...ANSWERED, installed: "1" }), true)).toBeNull();
  expect(hintFor(form({ roaming: "yes", bars: "no" }), false)).toBe("answers");
  expect(hintFor(form({ ...ANSWERED, roaming: "no" }), false)).toBe("roaming");
  expect(hintFor(form({ ...ANSWERED, bars: "yes" }), false)).toBe("bars");
  expect(hintFor(form({ ...ANSWERED, bars: "yes", tried: "bars" }), false)).toBeNull();
});
