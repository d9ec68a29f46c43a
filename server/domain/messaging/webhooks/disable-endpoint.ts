import { sql, type Transaction } from "#server/kernel/db.ts";

/** Nothing more is sent to the endpoint: what still waits for it ends as failed, with the reason on record. */
export async function disableEndpoint(tx: Transaction, endpointId: number, reason: string): Promise<void> {
  await tx.query(
    sql`update webhook_endpoints set status = 'disabled', disabled_reason = ${reason}, paused_until = null where id = ${endpointId} and status = 'active'`,
  );
  await tx.query(sql`
    update deliveries set status = 'failed', next_attempt_at = null, last_error = ${`The endpoint was disabled: ${reason}`}
     where endpoint_id = ${endpointId} and status in ('pending', 'retrying')`);
}
