import type { Ctx } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

export const SALES_BY = ["supplier", "country", "account"] as const;
export type SalesBy = (typeof SALES_BY)[number];

/** Money in USD, at the exchange rate that each order was priced with. */
export type SalesLine = {
  key: string;
  name: string;
  orders: number;
  units: number;
  /** Charged, without what was given back. */
  revenueUsd: Money;
  /** What the suppliers keep for the units that were delivered. */
  costUsd: Money;
  marginUsd: Money;
  refundedUsd: Money;
  /** From the order to its eSIMs: on average, and at the worst. Null while nothing was delivered. */
  deliverySeconds: number | null;
  slowestSeconds: number | null;
};

/** Whole days in UTC. */
export type Period = { from: Date; to: Date };

const NAMES: Record<SalesBy, { name: Sql; joins: Sql }> = {
  supplier: { name: sql`x.name`, joins: sql`join suppliers x on x.code = g.key` },
  country: { name: sql`g.key`, joins: sql`` },
  account: { name: sql`x.company_name`, joins: sql`join accounts x on x.code = g.key` },
};

/** What was sold in a period, by supplier, destination or account, the largest revenue first. Of long periods the months are read, not their days. */
export async function listSalesBy(ctx: Ctx, by: SalesBy, period: Period, limit = 100): Promise<SalesLine[]> {
  requireOperator(ctx, "platform:read");
  const { name, joins } = NAMES[by];
  const { from, to, firstMonth, lastMonth } = wholeMonths(period);
  return await ctx.db.query<SalesLine>(sql`
    with g as (
      select key, sum(orders)::int as orders, sum(units)::int as units, sum(charged - refunded) as revenue, sum(cost) as cost,
             sum(refunded) as refunded, sum(delivery_seconds) / nullif(sum(delivered), 0) as seconds,
             case when sum(delivered) > 0 then max(slowest_seconds) end as slowest
        from (
          select * from sales_sums where by = ${by} and grain = 'day' and since >= ${from}::date and since < ${firstMonth}::date
          union all select * from sales_sums where by = ${by} and grain = 'month' and since >= ${firstMonth}::date and since < ${lastMonth}::date
          union all select * from sales_sums where by = ${by} and grain = 'day' and since >= ${lastMonth}::date and since < ${to}::date
        ) s group by key
    )
    select g.key, ${name} as name, g.orders, g.units, g.revenue as revenue_usd, g.cost as cost_usd, g.revenue - g.cost as margin_usd,
           g.refunded as refunded_usd, round(g.seconds::numeric, 1)::float8 as delivery_seconds,
           round(g.slowest::numeric, 1)::float8 as slowest_seconds
      from g ${joins} order by g.revenue desc, g.key limit ${limit}`);
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10);
const monthStart = (time: Date, months = 0) => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months));

/** The whole months inside a period; both ends are its end when there is none. */
function wholeMonths({ from, to }: Period) {
  const first = monthStart(from) < from ? monthStart(from, 1) : monthStart(from);
  const last = monthStart(to);
  const none = first >= last;
  return {
    from: dayOf(from),
    to: dayOf(to),
    firstMonth: dayOf(none ? to : first),
    lastMonth: dayOf(none ? to : last),
  };
}

export type DayOfSales = { day: Date; orders: number; revenueUsd: Money };

/** Revenue by the day, UTC, oldest first; days without a sale are part of it. */
export async function listSalesByDay(ctx: Ctx, period: Period): Promise<DayOfSales[]> {
  requireOperator(ctx, "platform:read");
  return await ctx.db.query<DayOfSales>(sql`
    select d.day, coalesce(x.orders, 0)::int as orders, coalesce(x.revenue, 0) as revenue_usd
      from generate_series(${period.from}::timestamptz, ${period.to}::timestamptz - interval '1 day', interval '1 day') as d(day)
      left join (
        select since, sum(orders) as orders, sum(charged - refunded) as revenue from sales_sums
         where by = 'supplier' and grain = 'day' and since >= ${dayOf(period.from)}::date and since < ${dayOf(period.to)}::date group by since
      ) x on x.since = (d.day at time zone 'UTC')::date order by d.day`);
}
