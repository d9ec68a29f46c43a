import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { after, DAY } from "#server/kernel/time.ts";

/** Old figures age out: what a supplier did before says nothing about it now. */
export const MARKS_DAYS = 30;

export type SupplierMark = {
  /** Country, or region of plans for several. */
  place: string;
  /** Parts of orders that were sent to the supplier and ended. */
  parts: number;
  /** Of these: delivered. A part that is looked at by people counts as not delivered until it is. */
  successRate: number;
  /** From the first call to the eSIMs, at most 19 % above the exact figure; null when nothing was delivered. */
  medianSeconds: number | null;
  p95Seconds: number | null;
  /** US dollars for each eSIM, over all plans. */
  unitCostUsd: Money | null;
  /** Of the parts that ended at any supplier for the same place. */
  share: number;
};

/** The parts of a day's live orders, counted anew: how long is kept in steps of a quarter of an octave. */
export async function sumMarks(tx: Transaction, day: string): Promise<void> {
  await tx.prisma.supplierMark.deleteMany({ where: { since: new Date(day) } });
  await tx.query(sql`
    insert into supplier_marks (since, supplier_code, country, bucket, parts, units, cost)
    select ${day}::date, p.supplier_code, coalesce(k.country_code, k.region_code), b.bucket, count(*), sum(d.units), sum(d.units * p.unit_cost_usd)
      from orders o join supplier_orders p on p.order_id = o.id join packages k on k.id = o.package_id
     cross join lateral (select case when p.status = 'delivered' then coalesce(jsonb_array_length(p.profiles), p.quantity) else 0 end as units) d
     cross join lateral (
       select extract(epoch from m.created_at - p.sent_at) as seconds from order_moves m
        where m.order_id = o.id and m.current_status in ('delivered', 'partially_delivered')
       union all select null order by seconds limit 1) t
     cross join lateral (
       select case when p.status = 'delivered' then ceil(4 * log(2, greatest(1, t.seconds::numeric)))::smallint else -1 end as bucket) b
     where o.environment = 'live' and o.created_at >= ${day}::date::timestamptz and o.created_at < (${day}::date + 1)::timestamptz
       and p.sent_at is not null and (p.status in ('rejected', 'replaced', 'review') or p.status = 'delivered' and t.seconds is not null)
     group by p.supplier_code, coalesce(k.country_code, k.region_code), b.bucket`);
}

/** How a supplier did in the last days, place by place, the busiest first. Reads sums only. */
export async function listMarks(ctx: Ctx, supplierCode: string): Promise<SupplierMark[]> {
  const since = after(ctx.clock.now(), -MARKS_DAYS * DAY)
    .toISOString()
    .slice(0, 10);
  return await ctx.db.query<SupplierMark>(sql`
    with marks as (
      select supplier_code, country, bucket, sum(parts) as parts, sum(units) as units, sum(cost) as cost
        from supplier_marks where since > ${since}::date group by supplier_code, country, bucket
    ), running as (
      select *, sum(parts) filter (where bucket >= 0) over (partition by supplier_code, country order by bucket) as until,
             sum(parts) filter (where bucket >= 0) over (partition by supplier_code, country) as delivered,
             sum(parts) over (partition by country) as everywhere
        from marks
    )
    select country as place, sum(parts)::int as parts, round(coalesce(max(delivered), 0) / sum(parts), 4)::float8 as success_rate,
           power(2, min(bucket) filter (where bucket >= 0 and until >= delivered * 0.5) / 4.0)::float8 as median_seconds,
           power(2, min(bucket) filter (where bucket >= 0 and until >= delivered * 0.95) / 4.0)::float8 as p95_seconds,
           round(sum(cost) / nullif(sum(units), 0), 4) as unit_cost_usd, round(sum(parts) / max(everywhere), 4)::float8 as share
      from running where supplier_code = ${supplierCode} group by country order by sum(parts) desc, country`);
}
