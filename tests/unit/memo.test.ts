import { expect, test } from "vitest";
import { memoWithin } from "#server/kernel/memo.ts";

test("no more is kept than there is room for: what was made first is made anew, what stays is made once", () => {
  const made: number[] = [];
  const textOf = memoWithin(
    1_000,
    (text: string) => text.length,
    ({ id, length }: { id: number; length: number }) => {
      made.push(id);
      return String(id).padEnd(length);
    },
  );
  const pages = Array.from({ length: 20 }, (_, id) => ({ id, length: 100 }));
  for (const page of pages) expect(textOf(page)).toHaveLength(100);
  expect(made).toHaveLength(20);
  for (const page of pages.slice(10)) textOf(page);
  expect(made).toHaveLength(20);
  textOf(pages[0]!);
  textOf(pages[10]!);
  expect(made.slice(20)).toEqual([0, 10]);
  // One that is more than all of the room is given out, and not kept.
  const large = { id: 99, length: 1_001 };
  for (let i = 0; i < 2; i++) expect(textOf(large)).toHaveLength(1_001);
  expect(made.filter((id) => id === 99)).toHaveLength(2);
});
