import { type Queryable, sql } from "#server/kernel/db.ts";

/** Remembers a signed request's id; false when it was used before. Written only after its signature was found valid. */
export async function claimSignedRequest(
  db: Queryable,
  keyId: number,
  requestId: string,
  expiresAt: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into signed_requests (key_id, request_id, expires_at) values (${keyId}, ${requestId}, ${expiresAt})
    on conflict do nothing returning key_id`);
  return rows.length === 1;
}
