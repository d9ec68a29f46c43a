import type { Ctx } from "#server/kernel/context.ts";
import { type Sql, sql, type Transaction } from "#server/kernel/db.ts";
import { after, DAY, MINUTE } from "#server/kernel/time.ts";
import { sumMarks } from "./supplier-marks.ts";

/** Longer than any transaction lasts: what was committed late is found by the next run. */
const OVERLAP = 5 * MINUTE;
/** Once a day all of these days are summed again, changed or not. */
const SUMMED_AGAIN_DAYS = 35;

/**
 * Sums up the days on which something of a sale changed since the last run: pages read the sums, so that they do not
 * slow down as orders become many. A day is summed from its orders and top-ups anew, never added to: running it again
 * changes nothing. Returns how many days were summed.
 */
export async function sumSales(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const until = await salesSummedUntil(ctx);
  const days = until ? await changedDays(ctx, until, now) : await allDays(ctx);
  for (const day of days) await ctx.db.transaction((tx) => sumDay(tx, day));
  const months = new Set(days.map((day) => `${day.slice(0, 7)}-01`));
  for (const month of months) await ctx.db.transaction((tx) => sumMonth(tx, month));
  await ctx.db.query(sql`
    insert into sales_summed (until) values (${now})
    on conflict (id) do update set until = greatest(sales_summed.until, excluded.until)`);
  return days.length;
}

/** Until when everything that was sold is in the numbers; null before the first run. */
export async function salesSummedUntil(ctx: Ctx): Promise<Date | null> {
  return (await ctx.db.prisma.salesSummed.findFirst())?.until ?? null;
}

type Day = { day: string };
const dayOf = (column: Sql): Sql => sql`to_char(${column}, 'YYYY-MM-DD')`;

async function allDays(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db.query<Day>(sql`
    select distinct ${dayOf(sql`created_at`)} as day from (
      select created_at from orders where environment = 'live' union all select created_at from actions where action = 'topup' and charged) s
     order by 1`);
  return rows.map(({ day }) => day);
}

/**
 * The days of orders and top-ups of which something was booked or delivered since: all that changes a sale either moves
 * an order or is in the ledger.
 */
async function changedDays(ctx: Ctx, until: Date, now: Date): Promise<string[]> {
  const since = after(until, -OVERLAP);
  const isNewDay = Math.floor(until.getTime() / DAY) < Math.floor(now.getTime() / DAY);
  const again = Array.from({ length: isNewDay ? SUMMED_AGAIN_DAYS : 0 }, (_, i) =>
    after(now, -i * DAY)
      .toISOString()
      .slice(0, 10),
  );
  const rows = await ctx.db.query<Day>(sql`
    select distinct day from (
      select ${dayOf(sql`o.created_at`)} as day from order_moves m join orders o on o.id = m.order_id
       where m.created_at >= ${since} and o.environment = 'live'
      union
      select ${dayOf(sql`o.created_at`)} from ledger_entries e
        join orders o on o.id = split_part(e.cause, ':', 2)::bigint where e.created_at >= ${since} and e.cause ~ '^order:[0-9]+'
      union
      select unnest(array[${dayOf(sql`a.created_at`)}, ${dayOf(sql`o.created_at`)}]) from ledger_entries e
        join actions a on a.id = split_part(e.cause, ':', 2)::bigint join orders o on o.id = a.order_id
       where e.created_at >= ${since} and e.cause ~ '^action:[0-9]+'
      union
      select * from unnest(${again}::text[])
    ) changed order by day`);
  return rows.map(({ day }) => day);
}

/**
 * Live orders and charged top-ups of a day, in USD at the rate of the sale. Earned is what was delivered, and cost what its suppliers keep for
 * it, as the books have it: an order without an outcome has neither, and one that ended without a delivery never had.
 */
const SALES = (day: string): Sql => {
  const within = (column: Sql) =>
    sql`${column} >= ${day}::date::timestamptz and ${column} < (${day}::date + 1)::timestamptz`;
  return sql`
    select o.account_id, o.supplier_code, o.package_id, 1 as orders, o.requested_quantity as units,
           o.unit_base_usd * o.requested_quantity as charged, r.refunded,
           o.unit_base_usd * o.delivered_quantity - greatest(0, r.refunded - o.unit_base_usd * (o.requested_quantity - o.delivered_quantity)) as earned,
           case when o.delivered_quantity > 0 then coalesce(p.cost, o.unit_cost_usd * o.delivered_quantity) - c.returned else 0 end as cost,
           coalesce(p.lost, 0) as lost,
           (select extract(epoch from m.created_at - o.created_at) from order_moves m
             where m.order_id = o.id and m.current_status in ('delivered', 'partially_delivered') order by m.id limit 1) as seconds
      from orders o
     cross join lateral (select coalesce(o.unit_base_usd * o.refunded_amount / nullif(o.unit_price, 0), 0) as refunded) r
     cross join lateral (
       select sum(p.unit_cost_usd * coalesce(jsonb_array_length(p.profiles), p.quantity)) filter (where p.status = 'delivered') as cost,
              sum(part_cost(p) - case when p.status = 'delivered' then p.unit_cost_usd * coalesce(jsonb_array_length(p.profiles), p.quantity) else 0 end) as lost
         from supplier_orders p where p.order_id = o.id) p
     cross join lateral (select coalesce(sum(returned_cost(a)), 0) as returned from actions a where a.order_id = o.id and a.action = 'cancel') c
     where o.environment = 'live' and ${within(sql`o.created_at`)}
    union all
    select t.account_id, t.supplier_code, o.package_id, 0, 0, b.charged, b.refunded,
           case when t.status = 'succeeded' then b.charged - b.refunded else 0 end,
           case when t.status = 'succeeded' then topup_cost(t) - returned_cost(t) else 0 end,
           case when t.status = 'succeeded' then 0 else topup_cost(t) end, null
      from actions t join orders o on o.id = t.order_id
     cross join lateral (
       select t.amount * o.unit_base_usd / nullif(o.unit_price, 0) as charged, t.refunded_amount * o.unit_base_usd / nullif(o.unit_price, 0) as refunded) b
     where t.action = 'topup' and t.charged and t.environment = 'live' and ${within(sql`t.created_at`)}`;
};

const ONE_AT_A_TIME = sql`select pg_advisory_xact_lock(hashtext('sum-sales'))`;

const BY = ["supplier", "country", "package", "account"];

async function sumDay(tx: Transaction, day: string): Promise<void> {
  await tx.query(ONE_AT_A_TIME);
  await tx.prisma.salesSum.deleteMany({ where: { grain: "day", by: { in: BY }, since: new Date(day) } });
  await tx.query(sql`
    insert into sales_sums (by, grain, key, since, orders, units, charged, refunded, earned, cost, lost, delivered, delivery_seconds, slowest_seconds)
    select k.by, 'day', k.key, ${day}::date, sum(s.orders), sum(s.units), coalesce(sum(s.charged), 0), coalesce(sum(s.refunded), 0), coalesce(sum(s.earned), 0), sum(s.cost), sum(s.lost),
           count(s.seconds), coalesce(sum(s.seconds), 0), coalesce(max(s.seconds), 0)
      from (${SALES(day)}) s join accounts a on a.id = s.account_id join packages p on p.id = s.package_id
     cross join lateral (values ('supplier', s.supplier_code), ('country', coalesce(p.country_code, p.region_code)), ('package', p.package_id), ('account', a.code)) k(by, key)
     group by k.by, k.key`);
  await sumMarks(tx, day);
}

/** A month is the sum of its days. */
async function sumMonth(tx: Transaction, month: string): Promise<void> {
  await tx.query(ONE_AT_A_TIME);
  await tx.prisma.salesSum.deleteMany({ where: { grain: "month", by: { in: BY }, since: new Date(month) } });
  await tx.query(sql`
    insert into sales_sums (by, grain, key, since, orders, units, charged, refunded, earned, cost, lost, delivered, delivery_seconds, slowest_seconds)
    select by, 'month', key, ${month}::date, sum(orders), sum(units), sum(charged), sum(refunded), sum(earned), sum(cost), sum(lost),
           sum(delivered), sum(delivery_seconds), max(slowest_seconds)
      from sales_sums where by in ('supplier', 'country', 'package', 'account') and grain = 'day' and since >= ${month}::date
       and since < ${month}::date + interval '1 month' group by by, key`);
}
