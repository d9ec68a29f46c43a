import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { Action } from "./action.ts";
import { ACTION_COLUMNS } from "./read-actions.ts";

/** An action with what staff are told of its course. */
export type ActionRecord = Action & {
  /** Why it failed, in words. */
  failure: string | null;
  /** Of a cancel: why a traveller's payment is kept. */
  paymentKept: string | null;
  requestId: string;
  /** How often the supplier's record was looked at for its outcome. */
  checks: number;
  /** When it is looked for next; null when that is over, under way, or left to people. */
  nextCheckAt: Date | null;
};

/** Actions of an eSIM, or of all eSIMs of an order: newest first, at most the last 200. */
export async function listActionRecords(
  ctx: AccountCtx,
  of: { esimId: number } | { orderId: number },
): Promise<ActionRecord[]> {
  requirePermission(ctx, "orders:read");
  const { accountId, environment } = tenant(ctx);
  const which = "esimId" in of ? sql`a.esim_id = ${of.esimId}` : sql`a.order_id = ${of.orderId}`;
  return await ctx.db.query<ActionRecord>(sql`
    select ${ACTION_COLUMNS}, a.failure, a.payment_kept, a.request_id, a.checks, j.run_at as next_check_at
      from actions a join esims e on e.id = a.esim_id left join outbox_jobs j on j.key = 'settle-action:' || a.id and a.status = 'under_review'
     where ${which} and a.account_id = ${accountId} and a.environment = ${environment} order by a.id desc limit 200`);
}
