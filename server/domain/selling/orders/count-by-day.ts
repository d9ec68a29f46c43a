import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, DAY } from "#server/kernel/time.ts";

export type DayOfOrders = {
  /** Midnight UTC. */
  day: Date;
  orders: number;
  failed: number;
  /** Charged, without what was given back, in the account currency. */
  spent: Money;
};

/** The last days, today included, oldest first; quiet days are part of it. */
export async function countOrdersByDay(ctx: AccountCtx, days: number): Promise<DayOfOrders[]> {
  requirePermission(ctx, "orders:read");
  const { accountId, environment } = tenant(ctx);
  const today = new Date(Math.floor(ctx.clock.now().getTime() / DAY) * DAY);
  const first = after(today, -(days - 1) * DAY);
  return await ctx.db.query<DayOfOrders>(sql`
    select d.day, coalesce(o.orders, 0)::int as orders, coalesce(o.failed, 0)::int as failed, coalesce(o.spent, 0)::numeric as spent
      from generate_series(${first}::timestamptz, ${today}::timestamptz, interval '1 day') as d(day)
      left join (
        select date_trunc('day', created_at, 'UTC') as day, count(*) as orders, count(*) filter (where status = 'failed') as failed,
               sum(total_amount - refunded_amount) as spent
          from orders where account_id = ${accountId} and environment = ${environment} and created_at >= ${first}
         group by 1
      ) o using (day)
     order by d.day`);
}
