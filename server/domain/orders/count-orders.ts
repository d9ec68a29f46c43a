import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";

export type OrderCounts = { today: number; delivered: number; failed: number; open: number };

/** No more than this many of today's orders are counted: a page is not worth a longer look. */
const MOST = 10_000;

/** Orders placed since midnight UTC, and all that are not settled. The newest come first in their index. */
export async function countOrders(ctx: AccountCtx): Promise<OrderCounts> {
  requirePermission(ctx, "orders:read");
  const { accountId, environment } = tenant(ctx);
  const midnight = new Date(ctx.clock.now());
  midnight.setUTCHours(0, 0, 0, 0);
  return one(
    await ctx.db.query<OrderCounts>(sql`
      with recent as (
        select status from (
          select status, created_at from orders where account_id = ${accountId} and environment = ${environment}
           order by id desc limit ${MOST}::int
        ) newest where created_at >= ${midnight}
      )
      select (select count(*)::int from recent) as today,
             (select count(*)::int from recent where status in ('delivered', 'partially_delivered')) as delivered,
             (select count(*)::int from recent where status = 'failed') as failed,
             (select count(*)::int from orders where account_id = ${accountId} and environment = ${environment}
                 and status in ('queued', 'processing')) as open`),
  );
}
