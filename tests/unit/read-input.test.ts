import superjson from "superjson";
import { expect, test } from "vitest";
import { readInput } from "#server/trpc/read-input.ts";

const travelled = (value: unknown) => JSON.parse(JSON.stringify(superjson.serialize(value)));

test("what pages send comes as it was", () => {
  const since = new Date("2026-11-26T20:00:00Z");
  const list = [{ since }, { since, name: undefined }];
  for (const input of [undefined, null, "text", 5, Number.NaN, since, { a: undefined, n: -0, list, again: list }])
    expect(readInput(travelled(input))).toEqual(input);
  expect(readInput({ json: { email: "a@example.com" } })).toEqual({ email: "a@example.com" });
});

/** One of what the library could make, and what a stranger may have said of it. */
const OTHERS: Record<string, unknown> = {
  "an expression": travelled(/(a+)+$/),
  "a large number": travelled(10n),
  "a set": travelled(new Set([1])),
  "a map": travelled({ in: new Map([["a", 1]]) }),
  "an address": travelled(new URL("https://example.com")),
  "an error": travelled(new Error("not ours")),
  "an array of bytes": travelled({ in: [Buffer.from("x")] }),
  "an array of any length": { json: -1, meta: { values: [["typed-array", "Float64Array"]], v: 1 } },
  "one with others in it": { json: [], meta: { values: ["Date", { "0": ["Date"] }], v: 1 } },
  "something far within": { json: {}, meta: { values: { [Array(13).fill("a").join(".")]: ["Date"] }, v: 1 } },
  "something further within": {
    json: {},
    meta: { values: Array.from({ length: 13 }).reduce((part) => ({ a: part }), ["Date"]), v: 1 },
  },
  "a name that is everybody's": { json: {}, meta: { values: { "constructor.prototype.x": ["Date"] }, v: 1 } },
  "no list of kinds": { json: {}, meta: { values: 5 } },
};
test.each(Object.keys(OTHERS))("%s is refused before it is made", (what) => {
  expect(() => readInput(OTHERS[what])).toThrow(expect.objectContaining({ code: "BAD_REQUEST" }));
});

test("nothing holds itself, whatever is said of it", () => {
  const meta = { referentialEqualities: [["in"], { in: ["in.in"] }], v: 1 };
  expect(readInput({ json: { in: { in: null } }, meta })).toEqual({ in: { in: null } });
  for (const sent of [undefined, null, 5, "x", { json: 1, meta: null }]) expect(() => readInput(sent)).not.toThrow();
});
