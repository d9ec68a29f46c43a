import { sql, type Transaction } from "#server/kernel/db.ts";

/**
 * Remembers a signed request's id; false when it was used before. Written only after its signature was found valid. It
 * does not wait for the disk: the log is written in order, so that an effect that has reached it has its claim before it.
 */
export async function claimSignedRequest(
  db: Transaction,
  keyId: number,
  requestId: string,
  expiresAt: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    with unhurried as materialized (select set_config('synchronous_commit', 'off', true))
    insert into signed_requests (key_id, request_id, expires_at) select ${keyId}::int, ${requestId}, ${expiresAt}::timestamptz from unhurried
    on conflict do nothing returning key_id`);
  return rows.length === 1;
}
