/** One page of a list that is read by id: ask for one row more than the page, and the rest follows. */
export type Page<T> = { items: T[]; limit: number; nextCursor: number | null; hasMore: boolean };

/** Which page is asked for: the one after the item of this id. */
export type Place = { limit: number; beforeId?: number };

/** The same of a list that can be read from its other end too; `beforeId` is then the item that the page comes after. */
export type SortedPlace = Place & { oldestFirst?: boolean };

/** @param rows at most `limit + 1` rows in the list's order */
export function toPage<T extends { id: number }>(rows: T[], limit: number): Page<T> {
  const items = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  return { items, limit, nextCursor: hasMore ? (items.at(-1)?.id ?? null) : null, hasMore };
}
