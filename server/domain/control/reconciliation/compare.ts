import type { Money } from "#server/kernel/money.ts";

/** Something as one of two records has it. */
export type Entry<T> = {
  of: T;
  /** What it certainly is: nothing else in either record has one of them. */
  numbers: string[];
  /** What it was asked for with: two may bear it, when something was bought twice. */
  reference: string | null;
  /** Null: the record does not say. */
  amount: Money | null;
  /** Cancelled, or paid back. */
  ended: boolean;
};

export type Found<T, O> =
  | { finding: "theirs_only"; theirs: T }
  | { finding: "ours_only"; ours: O }
  | { finding: "amount_differs" | "ended_there"; theirs: T; ours: O };

export type Comparison<T, O> = { matched: { theirs: T; ours: O }[]; found: Found<T, O>[] };

/** Smaller is rounding. */
const NOTICEABLE = 0.005;

/**
 * Two records side by side, each entry of either used once: by numbers first, what is left by reference. Linear.
 *
 * @param isWhole nothing is missing in their record: only then something is ours only
 */
export function compare<T, O>(theirs: Entry<T>[], ours: Entry<O>[], isWhole: boolean): Comparison<T, O> {
  const free = new Set(ours);
  const byNumber = new Map(ours.flatMap((entry) => entry.numbers.map((number) => [number, entry] as const)));
  const byReference = Map.groupBy(ours, ({ reference }) => reference);
  const pairs = new Map<Entry<T>, Entry<O>>();
  const pair = (entry: Entry<T>, candidates: (Entry<O> | undefined)[]) => {
    const match = candidates.find((candidate) => candidate && free.has(candidate));
    if (!match) return;
    free.delete(match);
    pairs.set(entry, match);
  };
  for (const entry of theirs)
    pair(
      entry,
      entry.numbers.map((number) => byNumber.get(number)),
    );
  for (const entry of theirs)
    if (entry.reference !== null && !pairs.has(entry)) pair(entry, byReference.get(entry.reference) ?? []);
  const found = theirs.flatMap((entry) => differencesOf(entry, pairs.get(entry)));
  const missing = isWhole ? [...free].map(({ of }) => ({ finding: "ours_only" as const, ours: of })) : [];
  const matched = [...pairs].map(([{ of: their }, { of: our }]) => ({ theirs: their, ours: our }));
  return { matched, found: [...found, ...missing] };
}

function differencesOf<T, O>(theirs: Entry<T>, ours: Entry<O> | undefined): Found<T, O>[] {
  if (!ours) return [{ finding: "theirs_only", theirs: theirs.of }];
  const both = { theirs: theirs.of, ours: ours.of };
  const apart = theirs.amount && ours.amount ? theirs.amount.minus(ours.amount).abs() : null;
  return [
    ...(apart?.greaterThanOrEqualTo(NOTICEABLE) ? [{ finding: "amount_differs" as const, ...both }] : []),
    ...(theirs.ended && !ours.ended ? [{ finding: "ended_there" as const, ...both }] : []),
  ];
}
