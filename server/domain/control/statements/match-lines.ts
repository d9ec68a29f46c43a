import { type Money, money } from "#server/kernel/money.ts";
import type { Charge } from "./our-charges.ts";
import type { Line } from "./read-lines.ts";

export type Finding = "theirs_only" | "ours_only" | "amount" | "twice" | "currency";
export type Found = { finding: Finding; line: Line | null; charge: Charge | null };
export type Matched = { matched: Map<Line, Charge>; found: Found[] };

type Known = {
  /** What other statements have charged already. */
  charged: ReadonlySet<string>;
  from: Date;
  to: Date;
};

/** Smaller is rounding. */
const NOTICEABLE = 0.005;
const same = (a: Money, b: Money) => a.minus(b).abs().lessThan(NOTICEABLE);
const sumOf = (all: { amount: Money }[]) => all.reduce((sum, { amount }) => sum.plus(amount), money(0));

/**
 * Every line against what it names: one with one, the exact ones first; what several lines of one purchase come to together may be its price,
 * as where each eSIM has a line. What is left over of lines was charged twice, and what is left over of ours, of this time and in no statement,
 * is missing with them. Linear in lines.
 */
export function matchLines(lines: Line[], charges: Charge[], { charged, from, to }: Known): Matched {
  const byReference = new Map<string, Charge[]>();
  for (const charge of charges)
    for (const reference of new Set(charge.references)) {
      const name = `${charge.kind} ${reference}`;
      byReference.set(name, [...(byReference.get(name) ?? []), charge]);
    }
  const named = ({ kind, references }: Line): Charge[] =>
    references.map((reference) => byReference.get(`${kind} ${reference}`)).find((all) => all !== undefined) ?? [];
  const free = new Set(charges.filter(({ key, amount }) => !charged.has(key) && !amount.isZero()));
  const freeOf = (line: Line) => named(line).filter((charge) => free.has(charge));
  const matched = new Map<Line, Charge>();
  const found: Found[] = [];
  const open = new Set(lines);
  const take = (line: Line, charge: Charge) => {
    free.delete(charge);
    open.delete(line);
    matched.set(line, charge);
  };

  for (const line of lines) {
    const exact = isUsd(line) && freeOf(line).find(({ amount }) => same(amount, line.amount));
    if (exact) take(line, exact);
  }
  for (const line of [...open].filter((one) => !isUsd(one))) {
    const [charge] = freeOf(line);
    if (!charge) continue;
    free.delete(charge);
    open.delete(line);
    found.push({ finding: "currency", line, charge });
  }
  for (const together of Map.groupBy([...open].filter(isUsd), (line) => freeOf(line)[0]).values()) {
    const ours = freeOf(together[0]!);
    if (ours.length === 0 || !same(sumOf(together), sumOf(ours))) continue;
    for (const line of together) take(line, ours[0]!);
    for (const charge of ours) free.delete(charge);
  }
  for (const line of open) {
    const [charge] = freeOf(line);
    if (charge) free.delete(charge);
    const known = named(line).find(({ key, amount }) => charged.has(key) || !amount.isZero());
    if (charge) found.push({ finding: "amount", line, charge });
    else if (known) found.push({ finding: "twice", line, charge: known });
    else if (!line.amount.isZero()) found.push({ finding: "theirs_only", line, charge: named(line)[0] ?? null });
  }
  for (const charge of free)
    if (charge.at >= from && charge.at < to) found.push({ finding: "ours_only", line: null, charge });
  return { matched, found };
}

const isUsd = ({ currency }: Line) => currency === "USD";
