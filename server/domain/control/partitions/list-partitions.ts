import { type Database, sql } from "#server/kernel/db.ts";

/**
 * @property cell null: for rows whose ids have no partition
 * @property fromId null: from the first id on
 * @property oldest when the first of its rows was written; null without rows, and of tables whose rows have no time
 */
export type Partition = {
  owner: string;
  cell: number | null;
  fromId: number | null;
  toId: number | null;
  bytes: number;
  hasRows: boolean;
  oldest: Date | null;
  newest: Date | null;
};

/** In the order of their ids, those of the first table first. */
export const listPartitions = (db: Database, tables: string[]): Promise<Partition[]> =>
  db.query<Partition>(sql`
    select owner, cell, from_id, to_id, bytes, has_rows, oldest, newest from list_partitions(${tables}::text[])`);

/** The id that the next row has, or a later one. */
export async function nextId(db: Database, sequence: string): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    sql`select coalesce(pg_sequence_last_value(${sequence}::text::regclass), 0)::int8 + 1 as id`,
  );
  return row!.id;
}

/** Whether the id is one of the partition's. */
export const holds = ({ fromId, toId }: Partition, id: number): boolean =>
  toId !== null && id < toId && (fromId ?? 0) <= id;
