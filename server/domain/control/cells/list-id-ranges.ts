import { type Database, sql } from "#server/kernel/db.ts";

/** @property used the share of its numbers that are given out */
export type IdRange = { sequence: string; used: number };

/** How far this database's integer ids are: in a cell, of its own range. Those of the other width reach for good. */
export const listIdRanges = (db: Pick<Database, "query">): Promise<IdRange[]> =>
  db.query<IdRange>(sql`
    select sequencename::text as sequence, coalesce((last_value - min_value + 1) / (max_value - min_value + 1)::float8, 0) as used
      from pg_sequences where schemaname = 'public' and data_type = 'integer'::regtype order by sequencename`);
