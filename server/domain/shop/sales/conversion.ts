import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { MOST_LINES, type Period, wholeDays } from "./figures.ts";

/** What views of pages are counted by. */
export const CONVERSION_BY = ["day", "destination", "language"] as const;
export type ConversionBy = (typeof CONVERSION_BY)[number];

/** How far those came who looked at the shop. Views are counted as pages, not as people; what follows is counted as purchases. */
export type Conversion = {
  key: string;
  /** Pages that somebody came to from elsewhere; by destination, views of the destination's own page. */
  visits: number;
  plans: number;
  checkouts: number;
  /** Of those that were paid in the period, how many were delivered, and of how many an eSIM was installed. */
  paid: number;
  delivered: number;
  installed: number;
};

const VIEWED: Record<ConversionBy, Sql> = {
  day: sql`to_char(v.day, 'YYYY-MM-DD')`,
  destination: sql`v.destination`,
  language: sql`v.language`,
};
const BOUGHT: Record<ConversionBy, Sql> = {
  day: sql`to_char(c.paid_at at time zone 'UTC', 'YYYY-MM-DD')`,
  destination: sql`coalesce(p.country_code, p.region_code)`,
  language: sql`split_part(c.locale, '-', 1)`,
};

/** Whole days in UTC, as of the other figures. Redeemed vouchers and top-ups do not come this way. */
export async function sumConversion(
  ctx: AccountCtx,
  by: ConversionBy,
  period: Period,
): Promise<{ total: Omit<Conversion, "key">; lines: Conversion[] }> {
  requirePermission(ctx, "orders:read");
  const { accountId, environment } = tenant(ctx);
  const { start, end } = wholeDays(ctx, period);
  const isOwnPage = by === "destination" ? sql`v.pages` : sql`v.visits`;
  const steps = (viewed: Sql, bought: Sql, visits: Sql) => sql`
    with viewed as (
      select ${viewed} as key, sum(${visits})::int as visits, sum(v.plans)::int as plans, sum(v.checkouts)::int as checkouts
        from shop_views v
       where v.account_id = ${accountId} and v.environment = ${environment} and v.day >= ${start}::timestamptz at time zone 'UTC'
         and v.day < ${end}::timestamptz at time zone 'UTC'
       group by 1
    ), bought as (
      select ${bought} as key, count(distinct c.id)::int as paid, (count(distinct c.id) filter (where c.status = 'delivered'))::int as delivered,
             (count(distinct c.id) filter (where exists (
               select from esims e where e.order_id = l.order_id and e.installed_at is not null)))::int as installed
        from checkouts c join sale_lines l on l.checkout_id = c.id join packages p on p.id = l.package_id
       where c.account_id = ${accountId} and c.environment = ${environment} and c.paid_at >= ${start} and c.paid_at < ${end}
         and c.voucher_id is null
       group by 1
    )
    select coalesce(v.key, b.key) as key, coalesce(visits, 0) as visits, coalesce(plans, 0) as plans, coalesce(checkouts, 0) as checkouts,
           coalesce(paid, 0) as paid, coalesce(delivered, 0) as delivered, coalesce(installed, 0) as installed
      from viewed v full join bought b on b.key = v.key`;
  const order = by === "day" ? sql`1 desc` : sql`2 desc, 3 desc, 5 desc, 1`;
  const [lines, totals] = await Promise.all([
    ctx.db.query<Conversion>(sql`${steps(VIEWED[by], BOUGHT[by], isOwnPage)} order by ${order} limit ${MOST_LINES}`),
    ctx.db.query<Conversion>(steps(sql`''`, sql`''`, sql`v.visits`)),
  ]);
  const { key: _, ...total } = totals[0] ?? NOBODY;
  return { total, lines };
}

const NOBODY: Conversion = { key: "", visits: 0, plans: 0, checkouts: 0, paid: 0, delivered: 0, installed: 0 };
