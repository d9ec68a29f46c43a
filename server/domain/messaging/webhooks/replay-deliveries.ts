import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { type Sql, sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";

/**
 * Makes deliveries due again, with a schedule that starts anew; ids and bytes stay what they were. A pause ends: whoever
 * asks for a replay expects the endpoint to answer.
 *
 * @param which a condition on `d`
 */
export async function replayDeliveries(
  ctx: AccountCtx,
  endpoint: { id: number; status: string },
  which: Sql,
  details: Record<string, string>,
): Promise<number> {
  if (endpoint.status !== "active")
    fail("conflict", "The endpoint is disabled: nothing is sent to it. Enable it, then replay.");
  return await ctx.db.transaction(async (tx) => {
    const replayed = await makeDue(tx, endpoint.id, which, ctx.clock.now());
    if (replayed > 0)
      await recordAudit(tx, ctx, {
        act: "webhook.replay",
        accountId: ctx.account.id,
        subject: String(endpoint.id),
        details: { ...details, replayed },
      });
    return replayed;
  });
}

async function makeDue(tx: Transaction, endpointId: number, which: Sql, now: Date): Promise<number> {
  await tx.prisma.webhookEndpoint.updateMany({
    where: { id: endpointId, pausedUntil: { not: null } },
    data: { pausedUntil: null },
  });
  const rows = await tx.query(sql`
    update deliveries d
       set status = 'pending', next_attempt_at = ${now}, attempts_before = attempt_count, delivered_at = null
     where d.endpoint_id = ${endpointId} and d.status in ('delivered', 'failed') and ${which} returning d.id`);
  if (rows.length > 0) await tx.query(sql`select ring_endpoints(array[${endpointId}::int], '-infinity')`);
  return rows.length;
}
