import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";

/** Of the orders of a day; the others add up to `today`. */
export type OrderCounts = { today: number; delivered: number; failed: number; cancelled: number; open: number };

/** No more than this many of today's orders are counted: a page is not worth a longer look. */
const MOST = 10_000;

/** Orders placed since midnight UTC, by what became of them. The newest come first in their index. */
export async function countOrders(ctx: AccountCtx): Promise<OrderCounts> {
  requirePermission(ctx, "orders:read");
  const { accountId, environment } = tenant(ctx);
  const midnight = new Date(ctx.clock.now());
  midnight.setUTCHours(0, 0, 0, 0);
  return one(
    await ctx.db.query<OrderCounts>(sql`
      select count(*)::int as today,
             (count(*) filter (where status in ('delivered', 'partially_delivered')))::int as delivered,
             (count(*) filter (where status = 'failed'))::int as failed,
             (count(*) filter (where status in ('cancelled', 'refunded')))::int as cancelled,
             (count(*) filter (where status in ('queued', 'processing')))::int as open
        from (select status, created_at from orders where account_id = ${accountId} and environment = ${environment}
               order by id desc limit ${MOST}::int) newest
       where created_at >= ${midnight}`),
  );
}
