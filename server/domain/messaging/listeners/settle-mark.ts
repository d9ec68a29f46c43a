/** How far the events are read, in the order of their numbers. */
export type Mark = {
  /** Up to here nothing will appear any more. */
  settled: number;
  /** A number was left out: by whom it was taken may still commit, or has given up. */
  doubt: { upTo: number; since: number; xmax: number | null } | null;
};

/** Which transactions had ended when rows were read: all below `xmin`; none from `xmax` on had begun. */
type Snapshot = { xmin: number; xmax: number; at: number };

/** From taking a number to having a transaction's number passes less than this. */
const GRACE_MS = 1_000;

/**
 * Numbers are taken before their transactions commit, so that a later event can be seen before an earlier one. What is told
 * has nothing missing before it: whoever goes on after any event misses none. A number that was left out is given up when
 * every transaction has ended that could have it.
 *
 * @param rows that are seen after `mark.settled`, by id
 */
export function settleMark<Row extends { id: number }>(
  mark: Mark,
  rows: Row[],
  { xmin, xmax, at }: Snapshot,
): { mark: Mark; told: Row[] } {
  const { doubt } = mark;
  const certain = doubt?.xmax != null && xmin >= doubt.xmax ? doubt.upTo : 0;
  let { settled } = mark;
  const told: Row[] = [];
  for (const row of rows) {
    if (row.id !== settled + 1 && row.id - 1 > certain) break;
    told.push(row);
    settled = row.id;
  }
  if (told.length === rows.length) return { mark: { settled, doubt: null }, told };
  if (!doubt || doubt.upTo <= settled)
    return { mark: { settled, doubt: { upTo: rows.at(-1)!.id, since: at, xmax: null } }, told };
  const isPast = doubt.xmax === null && at - doubt.since >= GRACE_MS;
  return { mark: { settled, doubt: isPast ? { ...doubt, xmax } : doubt }, told };
}
