import type { DataVersions } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";

/** API requests get the versions with their key; everything else reads them here. */
export async function readDataVersions(db: Transaction): Promise<DataVersions> {
  const rows = await db.prisma.dataVersion.findMany();
  return Object.fromEntries(rows.map(({ name, version }) => [name, Number(version)])) as DataVersions;
}
