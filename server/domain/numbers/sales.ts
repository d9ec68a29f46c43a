import type { Ctx } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/permissions.ts";

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
  /** What the suppliers took for the units that were delivered. */
  costUsd: Money;
  marginUsd: Money;
  refundedUsd: Money;
  /** Median time from the order to its eSIMs. */
  deliverySeconds: number | null;
};

export type Period = { from: Date; to: Date };

const KEYS: Record<SalesBy, { key: Sql; name: Sql; joins: Sql }> = {
  supplier: {
    key: sql`s.supplier_code`,
    name: sql`x.name`,
    joins: sql`join suppliers x on x.code = g.key`,
  },
  country: {
    key: sql`coalesce(p.country_code, p.region_code)`,
    name: sql`g.key`,
    joins: sql``,
  },
  account: {
    key: sql`a.code`,
    name: sql`x.company_name`,
    joins: sql`join accounts x on x.code = g.key`,
  },
};

/** Live orders and charged top-ups of a period, each with what it brought and cost, in USD. */
const SALES = ({ from, to }: Period): Sql => sql`
  select o.id, o.account_id, o.supplier_code, o.package_id, o.created_at, 1 as orders, o.requested_quantity as units,
         o.unit_base_usd * o.requested_quantity as charged,
         round(o.unit_base_usd * o.refunded_amount / nullif(o.unit_price, 0), 4) as refunded,
         coalesce((select sum(p.unit_cost_usd * coalesce(jsonb_array_length(p.profiles), p.quantity)) from supplier_orders p
                    where p.order_id = o.id and p.status = 'delivered'), o.unit_cost_usd * o.delivered_quantity) as cost,
         (select extract(epoch from m.created_at - o.created_at) from order_moves m
           where m.order_id = o.id and m.current_status in ('delivered', 'partially_delivered') order by m.id limit 1) as seconds
    from orders o where o.environment = 'live' and o.created_at >= ${from} and o.created_at < ${to}
  union all
  select o.id, t.account_id, t.supplier_code, o.package_id, t.created_at, 0, 0, round(t.amount * o.unit_base_usd / nullif(o.unit_price, 0), 4),
         round(t.refunded_amount * o.unit_base_usd / nullif(o.unit_price, 0), 4),
         case when t.status = 'succeeded' and t.refunded_amount = 0 then coalesce(t.unit_cost_usd, 0) else 0 end, null
    from actions t join orders o on o.id = t.order_id
   where t.action = 'topup' and t.charged and t.created_at >= ${from} and t.created_at < ${to}`;

/** What was sold in a period, by supplier, destination or account, the largest revenue first. */
export async function listSalesBy(ctx: Ctx, by: SalesBy, period: Period, limit = 500): Promise<SalesLine[]> {
  requireOperator(ctx);
  const { key, name, joins } = KEYS[by];
  return await ctx.db.query<SalesLine>(sql`
    with g as (
      select ${key} as key, sum(s.orders)::int as orders, sum(s.units)::int as units, sum(s.charged - coalesce(s.refunded, 0)) as revenue,
             sum(s.cost) as cost, sum(coalesce(s.refunded, 0)) as refunded, percentile_cont(0.5) within group (order by s.seconds) as seconds
        from (${SALES(period)}) s join accounts a on a.id = s.account_id join packages p on p.id = s.package_id group by 1
    )
    select g.key, ${name} as name, g.orders, g.units, round(g.revenue, 4) as "revenueUsd", round(g.cost, 4) as "costUsd",
           round(g.revenue - g.cost, 4) as "marginUsd", round(g.refunded, 4) as "refundedUsd", round(g.seconds::numeric, 1)::float8 as "deliverySeconds"
      from g ${joins} order by g.revenue desc, g.key limit ${limit}`);
}

export type DayOfSales = { day: Date; orders: number; revenueUsd: Money };

/** Revenue by the day, UTC, oldest first; days without a sale are part of it. */
export async function listSalesByDay(ctx: Ctx, period: Period): Promise<DayOfSales[]> {
  requireOperator(ctx);
  return await ctx.db.query<DayOfSales>(sql`
    select d.day, coalesce(x.orders, 0)::int as orders, coalesce(round(x.revenue, 4), 0) as "revenueUsd"
      from generate_series(${period.from}::timestamptz, ${period.to}::timestamptz - interval '1 day', interval '1 day') as d(day)
      left join (
        select date_trunc('day', o.created_at) as day, count(*) as orders,
               sum(o.unit_base_usd * (o.requested_quantity - coalesce(o.refunded_amount / nullif(o.unit_price, 0), 0))) as revenue
          from orders o where o.environment = 'live' and o.created_at >= ${period.from} and o.created_at < ${period.to} group by 1
      ) x using (day) order by d.day`);
}
