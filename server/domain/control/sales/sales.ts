import type { Ctx } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { after } from "#server/kernel/time.ts";

export const SALES_BY = ["supplier", "country", "package", "account"] as const;
export type SalesBy = (typeof SALES_BY)[number];

/** Money in USD, at the exchange rate that each order was priced with. */
export type SalesLine = {
  key: string;
  name: string;
  orders: number;
  units: number;
  /** Of what was delivered, without what was given back of it. */
  revenueUsd: Money;
  /** Charged, and neither delivered nor given back yet: no part of the margin. */
  openUsd: Money;
  /** What the suppliers keep for what was delivered. */
  costUsd: Money;
  marginUsd: Money;
  refundedUsd: Money;
  /** What the suppliers keep for deliveries that are nobody's: late ones, mostly. */
  lostUsd: Money;
  /** From the order to its eSIMs: on average, and at the worst. Null while nothing was delivered. */
  deliverySeconds: number | null;
  slowestSeconds: number | null;
  /** In the period before, which is as long. */
  before: { orders: number; revenueUsd: Money; marginUsd: Money };
};

/** Whole days in UTC. */
export type Period = { from: Date; to: Date };

const NAMES: Record<SalesBy, { name: Sql; joins: Sql }> = {
  supplier: { name: sql`x.name`, joins: sql`join suppliers x on x.code = g.key` },
  country: { name: sql`g.key`, joins: sql`` },
  package: { name: sql`x.name`, joins: sql`join packages x on x.package_id = g.key` },
  account: { name: sql`x.company_name`, joins: sql`join accounts x on x.code = g.key` },
};

/** As long, and just before. */
export const periodBefore = ({ from, to }: Period): Period => ({
  from: after(from, from.getTime() - to.getTime()),
  to: from,
});

/** The sums of a period; of long ones the months are read, not their days. */
function sumsOf(by: SalesBy, period: Period): Sql {
  const { from, to, firstMonth, lastMonth } = wholeMonths(period);
  return sql`
    select key, sum(orders)::int as orders, sum(units)::int as units, sum(charged) as charged, sum(earned) as earned, sum(cost) as cost,
           sum(refunded) as refunded, sum(lost) as lost, sum(delivery_seconds) / nullif(sum(delivered), 0) as seconds,
           case when sum(delivered) > 0 then max(slowest_seconds) end as slowest
      from (
        select * from sales_sums where by = ${by} and grain = 'day' and since >= ${from}::date and since < ${firstMonth}::date
        union all select * from sales_sums where by = ${by} and grain = 'month' and since >= ${firstMonth}::date and since < ${lastMonth}::date
        union all select * from sales_sums where by = ${by} and grain = 'day' and since >= ${lastMonth}::date and since < ${to}::date
      ) s group by key`;
}

type Row = Omit<SalesLine, "before"> & { ordersBefore: number; revenueBefore: Money; marginBefore: Money };

/** What was sold in a period, by supplier, destination, plan or account, the largest revenue first, beside the period before. */
export async function listSalesBy(ctx: Ctx, by: SalesBy, period: Period, limit = 100): Promise<SalesLine[]> {
  requireOperator(ctx, "platform:read");
  const { name, joins } = NAMES[by];
  const rows = await ctx.db.query<Row>(sql`
    with now as (${sumsOf(by, period)}), before as (${sumsOf(by, periodBefore(period))}),
    g as (
      select n.key, n.orders, n.units, n.earned, n.cost, n.refunded, n.lost, n.seconds, n.slowest, n.charged - n.refunded - n.earned as open,
             coalesce(b.orders, 0) as orders_before, coalesce(b.earned, 0) as earned_before, coalesce(b.earned - b.cost, 0) as margin_before
        from now n left join before b on b.key = n.key
    )
    select g.key, ${name} as name, g.orders, g.units, g.earned as revenue_usd, g.open as open_usd, g.cost as cost_usd,
           g.earned - g.cost as margin_usd, g.refunded as refunded_usd, g.lost as lost_usd, round(g.seconds::numeric, 1)::float8 as delivery_seconds,
           round(g.slowest::numeric, 1)::float8 as slowest_seconds, g.orders_before, g.earned_before as revenue_before, g.margin_before
      from g ${joins} order by g.earned desc, g.open desc, g.earned_before desc, g.key limit ${limit}`);
  return rows.map(({ ordersBefore, revenueBefore, marginBefore, ...line }) => ({
    ...line,
    before: { orders: ordersBefore, revenueUsd: revenueBefore, marginUsd: marginBefore },
  }));
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

/** Revenue of what was delivered, by the day of the sale, UTC, oldest first; days without a sale are part of it. */
export async function listSalesByDay(ctx: Ctx, period: Period): Promise<DayOfSales[]> {
  requireOperator(ctx, "platform:read");
  return await ctx.db.query<DayOfSales>(sql`
    select d.day, coalesce(x.orders, 0)::int as orders, coalesce(x.revenue, 0) as revenue_usd
      from generate_series(${period.from}::timestamptz, ${period.to}::timestamptz - interval '1 day', interval '1 day') as d(day)
      left join (
        select since, sum(orders) as orders, sum(earned) as revenue from sales_sums
         where by = 'supplier' and grain = 'day' and since >= ${dayOf(period.from)}::date and since < ${dayOf(period.to)}::date group by since
      ) x on x.since = (d.day at time zone 'UTC')::date order by d.day`);
}
