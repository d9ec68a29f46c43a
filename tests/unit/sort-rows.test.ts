import { expect, test } from "vitest";
import { type SortValue, sortRows } from "#components/portal/sort-rows.ts";

const sorted = (values: SortValue[], direction: "ascending" | "descending") =>
  sortRows(values, (value) => value, direction);

test("numbers, times and names are sorted as people order them, and what has no value comes last from either end", () => {
  expect(sorted([2, null, 10, -1], "ascending")).toEqual([-1, 2, 10, null]);
  expect(sorted([2, null, 10, -1], "descending")).toEqual([10, 2, -1, null]);
  expect(sorted(["b", null, "A", "a 10", "a 9"], "ascending")).toEqual(["A", "a 9", "a 10", "b", null]);
  const [early, late] = [new Date("2026-01-01"), new Date("2026-11-24")];
  expect(sorted([early, null, late], "descending")).toEqual([late, early, null]);
});

test("equal rows stay as they were, from either end", () => {
  const rows = [
    { name: "one", of: 1 },
    { name: "two", of: 1 },
    { name: "none", of: null },
    { name: "nothing", of: null },
  ];
  for (const direction of ["ascending", "descending"] as const)
    expect(sortRows(rows, ({ of }) => of, direction)).toEqual(rows);
});
