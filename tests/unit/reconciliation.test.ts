import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compare, type Entry } from "#server/domain/control/reconciliation/compare.ts";
import { money } from "#server/kernel/money.ts";

type Row = { number: number; reference: number | null; cents: number | null; ended: boolean };

const row = fc.record({
  number: fc.nat(12),
  reference: fc.option(fc.nat(6)),
  cents: fc.option(fc.nat(3)),
  ended: fc.boolean(),
});
/** Numbers are unique within a record. */
const record = fc.uniqueArray(row, { selector: ({ number }) => number, maxLength: 12 });

const entry = (one: Row): Entry<Row> => ({
  of: one,
  numbers: [`#${one.number}`],
  reference: one.reference === null ? null : `@${one.reference}`,
  amount: one.cents === null ? null : money(one.cents).dividedBy(100),
  ended: one.ended,
});
const both = (theirs: Row[], ours: Row[], isWhole = true) => compare(theirs.map(entry), ours.map(entry), isWhole);

describe("two records side by side", () => {
  test("use every entry once: matched, theirs only or ours only", () => {
    fc.assert(
      fc.property(record, record, (theirs, ours) => {
        const { matched, found } = both(theirs, ours);
        const theirOnly = found.flatMap((one) => (one.finding === "theirs_only" ? [one.theirs] : []));
        const ourOnly = found.flatMap((one) => (one.finding === "ours_only" ? [one.ours] : []));
        expect(new Set([...matched.map((pair) => pair.theirs), ...theirOnly])).toEqual(new Set(theirs));
        expect(new Set([...matched.map((pair) => pair.ours), ...ourOnly])).toEqual(new Set(ours));
        expect(matched.length + theirOnly.length).toBe(theirs.length);
        expect(matched.length + ourOnly.length).toBe(ours.length);
      }),
    );
  });

  test("do not differ from themselves, in any order", () => {
    fc.assert(
      fc.property(record, fc.infiniteStream(fc.nat()), (rows, random) => {
        const shuffled = rows.map((one) => ({ one, at: random.next().value as number })).sort((a, b) => a.at - b.at);
        expect(
          both(
            rows,
            shuffled.map(({ one }) => one),
          ).found,
        ).toEqual([]);
      }),
    );
  });

  test("match by number whatever the reference, and by reference what no number claims", () => {
    fc.assert(
      fc.property(record, record, (theirs, ours) => {
        const { matched } = both(theirs, ours);
        const numbers = new Set(ours.map(({ number }) => number));
        for (const pair of matched)
          if (numbers.has(pair.theirs.number)) expect(pair.ours.number).toBe(pair.theirs.number);
          else expect(pair.ours.reference).toBe(pair.theirs.reference);
      }),
    );
  });

  test("tell of an amount or an end that differs exactly where both say something", () => {
    fc.assert(
      fc.property(record, record, (theirs, ours) => {
        const { matched, found } = both(theirs, ours);
        const apart = matched.filter((pair) => {
          const [their, our] = [pair.theirs.cents, pair.ours.cents];
          return their !== null && our !== null && their !== our;
        });
        const ended = matched.filter((pair) => pair.theirs.ended && !pair.ours.ended);
        expect(found.filter(({ finding }) => finding === "amount_differs")).toHaveLength(apart.length);
        expect(found.filter(({ finding }) => finding === "ended_there")).toHaveLength(ended.length);
      }),
    );
  });

  test("say nothing of what is missing in a record that is cut", () => {
    fc.assert(
      fc.property(record, record, (theirs, ours) => {
        const cut = both(theirs, ours, false);
        expect(cut.found.some(({ finding }) => finding === "ours_only")).toBe(false);
        expect(cut.matched).toEqual(both(theirs, ours).matched);
      }),
    );
  });

  test("take no longer than their length", () => {
    const many = Array.from({ length: 20_000 }, (_, number) => ({
      number,
      reference: number % 5,
      cents: 1,
      ended: false,
    }));
    const before = process.cpuUsage();
    expect(both(many, many).found).toEqual([]);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(3_000);
  });
});
