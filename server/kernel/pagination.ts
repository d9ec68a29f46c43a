import { type Queryable, type Sql, sql } from "./db.ts";

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

/** A page whose items are JSON already, as a list of the API has them. */
export type TextPage = Omit<Page<never>, "items"> & { items: string };

/**
 * A page for who only passes it on: each row is written as JSON where it is read, and the driver has one text to take over
 * instead of hundreds of values (decision 151).
 * @param rows at most so many: `id` and `item`, in the list's order
 */
export async function readTextPage(db: Queryable, rows: (most: number) => Sql, limit: number): Promise<TextPage> {
  const [page] = await db.query<{ items: string; found: number; lastId: number | null }>(sql`
    with found as materialized (${rows(limit + 1)})
    select (select coalesce(string_agg(item, ','), '') from (select item from found limit ${limit}) as page) as items,
           (select count(*)::int from found) as found, (select id from found offset ${limit - 1} limit 1) as last_id`);
  const { items, found, lastId } = page!;
  const hasMore = found > limit;
  return { items: `[${items}]`, limit, nextCursor: hasMore ? lastId : null, hasMore };
}
