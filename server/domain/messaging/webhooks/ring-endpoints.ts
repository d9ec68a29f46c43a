import { sql, type Transaction } from "#server/kernel/db.ts";

/** What is due for these endpoints is looked at as soon as it may be, whenever their next look was to be. */
export async function ringEndpoints(db: Transaction, endpointIds: number[]): Promise<void> {
  await db.query(sql`select ring_endpoints(${endpointIds}::int[], '-infinity')`);
}
