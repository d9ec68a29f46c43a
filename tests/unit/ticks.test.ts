import { expect, test } from "vitest";
import { ticksTo } from "#components/ui/ticks.ts";

const cents = (most: number) => ticksTo(most, { unit: 0.01 }).map((tick) => tick.toFixed(2));

test("an axis has three to five lines, and no two of them say the same", () => {
  expect(cents(0)).toEqual(["0.00", "0.50", "1.00", "1.50", "2.00"]);
  expect(cents(0.01)).toEqual(["0.00", "0.01", "0.02"]);
  for (const most of [0.03, 0.25, 1, 7.5, 1_234.56, 98_765]) {
    const lines = cents(most);
    expect(new Set(lines).size, String(most)).toBe(lines.length);
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(lines.length).toBeLessThanOrEqual(5);
    expect(Number(lines.at(-1))).toBeGreaterThanOrEqual(most);
  }
  expect(ticksTo(0)).toEqual([0, 1, 2]);
  expect(ticksTo(0, { unit: 1_048_576 })).toEqual([0, 1_048_576, 2_097_152]);
});
