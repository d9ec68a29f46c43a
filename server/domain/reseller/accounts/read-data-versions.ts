import type { DataVersions } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";

/** API requests get the versions with their key; everything else reads them here. */
export async function readDataVersions(db: Transaction): Promise<DataVersions> {
  const rows = await db.query<{ name: keyof DataVersions; version: number }>(
    sql`select name, version from data_versions`,
  );
  return Object.fromEntries(rows.map((row) => [row.name, row.version])) as DataVersions;
}
