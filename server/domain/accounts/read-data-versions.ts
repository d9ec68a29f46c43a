import type { DataVersions } from "#server/kernel/context.ts";
import { type Queryable, sql } from "#server/kernel/db.ts";

/** API requests get the versions with their key; everything else reads them here. */
export async function readDataVersions(db: Queryable): Promise<DataVersions> {
  const rows = await db.query<{ name: keyof DataVersions; version: number }>(
    sql`select name, version from data_versions`,
  );
  return Object.fromEntries(rows.map((row) => [row.name, row.version])) as DataVersions;
}
