import { expect, test } from "vitest";
import { type Mark, settleMark } from "#server/domain/messaging/listeners/settle-mark.ts";

const rows = (...ids: number[]) => ids.map((id) => ({ id }));
const from = (settled: number): Mark => ({ settled, doubt: null });

test("what has nothing missing before it is told at once, whatever still runs", () => {
  const { mark, told } = settleMark(from(4), rows(5, 6, 7), { xmin: 1, xmax: 90, at: 0 });
  expect([mark, told]).toEqual([from(7), rows(5, 6, 7)]);
});

test("a number that is missing holds up what comes after it until it is there", () => {
  const first = settleMark(from(4), rows(5, 7, 8), { xmin: 50, xmax: 60, at: 0 });
  expect(first.told).toEqual(rows(5));
  // However long it takes: its transaction (52) still runs.
  let { mark } = first;
  for (const at of [500, 1_000, 9_000]) {
    const again = settleMark(mark, rows(7, 8, 9), { xmin: 52, xmax: 61, at });
    expect(again.told).toEqual([]);
    mark = again.mark;
  }
  const filled = settleMark(mark, rows(6, 7, 8, 9), { xmin: 53, xmax: 62, at: 9_400 });
  expect([filled.mark, filled.told]).toEqual([from(9), rows(6, 7, 8, 9)]);
});

test("a number is given up when whoever could have taken it has ended, and no number after what was seen then", () => {
  let { mark } = settleMark(from(4), rows(6), { xmin: 50, xmax: 60, at: 0 });
  // Whoever took a number a moment ago may have no transaction's number yet.
  ({ mark } = settleMark(mark, rows(6, 8), { xmin: 60, xmax: 60, at: 400 }));
  ({ mark } = settleMark(mark, rows(6, 8), { xmin: 60, xmax: 63, at: 1_000 }));
  expect(mark).toEqual({ settled: 4, doubt: { upTo: 6, since: 0, xmax: 63 } });
  expect(settleMark(mark, rows(6, 8), { xmin: 62, xmax: 64, at: 1_400 }).told).toEqual([]);
  const given = settleMark(mark, rows(6, 8), { xmin: 63, xmax: 64, at: 1_800 });
  expect([given.told, given.mark]).toEqual([rows(6), { settled: 6, doubt: { upTo: 8, since: 1_800, xmax: null } }]);
});

test("numbers that jumped, as after a restore, hold nobody up for good", () => {
  let { mark } = settleMark(from(4), rows(1_000_000), { xmin: 9, xmax: 9, at: 0 });
  ({ mark } = settleMark(mark, rows(1_000_000), { xmin: 9, xmax: 9, at: 1_100 }));
  expect(settleMark(mark, rows(1_000_000), { xmin: 9, xmax: 9, at: 1_500 }).told).toEqual(rows(1_000_000));
});
