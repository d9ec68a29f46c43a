import { batchLoader } from "#server/kernel/batch-loader.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";

type Claim = { keyId: number; requestId: string; expiresAt: Date };

/** Of two that claim the same, one has it. In the order of the index, so that two processes never wait for each other. */
const claimTogether = batchLoader("signed-requests", async (db: Transaction, claims: Claim[]) => {
  const rows = await db.query<{ keyId: number; requestId: string }>(sql`
    with unhurried as materialized (select set_config('synchronous_commit', 'off', true))
    insert into signed_requests (key_id, request_id, expires_at)
    select c.* from unhurried, unnest(${claims.map(({ keyId }) => keyId)}::int[], ${claims.map(({ requestId }) => requestId)}::text[],
                                      ${claims.map(({ expiresAt }) => expiresAt)}::timestamptz[]) as c(key_id, request_id, expires_at)
     order by c.key_id, c.request_id
    on conflict do nothing returning key_id, request_id`);
  const won = new Set(rows.map(({ keyId, requestId }) => `${keyId}:${requestId}`));
  // Whoever of this batch comes first takes it, and nobody after.
  return claims.map(({ keyId, requestId }) => won.delete(`${keyId}:${requestId}`));
});

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
  return await claimTogether(db, { keyId, requestId, expiresAt });
}
