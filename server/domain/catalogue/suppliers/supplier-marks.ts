import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { after, DAY } from "#server/kernel/time.ts";

/** Old figures age out: what a supplier did before says nothing about it now. */
export const MARKS_DAYS = 30;

export type SupplierMark = {
  supplierCode: string;
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

/** How suppliers did in the last days, place by place, the busiest first: one everywhere, or all in one place. Reads sums only. */
export async function listMarks(
  { db, clock }: Pick<Ctx, "db" | "clock">,
  { supplierCode = null, place = null }: { supplierCode?: string | null; place?: string | null },
): Promise<SupplierMark[]> {
  const since = after(clock.now(), -MARKS_DAYS * DAY)
    .toISOString()
    .slice(0, 10);
  return await db.query<SupplierMark>(sql`
    with marks as (
      select supplier_code, country, bucket, sum(parts) as parts, sum(units) as units, sum(cost) as cost
        from supplier_marks where since > ${since}::date and (${place}::text is null or country = ${place})
       group by supplier_code, country, bucket
    ), running as (
      select *, sum(parts) filter (where bucket >= 0) over (partition by supplier_code, country order by bucket) as until,
             sum(parts) filter (where bucket >= 0) over (partition by supplier_code, country) as delivered,
             sum(parts) over (partition by country) as everywhere
        from marks
    )
    select supplier_code, country as place, sum(parts)::int as parts, round(coalesce(max(delivered), 0) / sum(parts), 4)::float8 as success_rate,
           power(2, min(bucket) filter (where bucket >= 0 and until >= delivered * 0.5) / 4.0)::float8 as median_seconds,
           power(2, min(bucket) filter (where bucket >= 0 and until >= delivered * 0.95) / 4.0)::float8 as p95_seconds,
           round(sum(cost) / nullif(sum(units), 0), 4) as unit_cost_usd, round(sum(parts) / max(everywhere), 4)::float8 as share
      from running where ${supplierCode}::text is null or supplier_code = ${supplierCode}
     group by supplier_code, country order by sum(parts) desc, country, supplier_code`);
}
