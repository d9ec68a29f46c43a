import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { type FiguresBy, KEYS, MOST_LINES, type Period, wholeDays } from "./figures.ts";

/** How far those came who looked at the shop. Views are counted as pages, not as people; what follows is counted as purchases. */
export type Conversion = {
  key: string;
  /** Pages that somebody came to from elsewhere; by destination, views of the destination's own page. By code, 0, as are plans: who comes has none yet. */
  visits: number;
  plans: number;
  checkouts: number;
  /** Of those that were paid in the period, how many were delivered, and of how many an eSIM was installed. */
  paid: number;
  delivered: number;
  installed: number;
};

/** Whole days in UTC, as of the other figures. Redeemed vouchers and top-ups do not come this way. */
export async function sumConversion(
  ctx: AccountCtx,
  by: FiguresBy,
  period: Period,
): Promise<{ total: Omit<Conversion, "key">; lines: Conversion[] }> {
  requirePermission(ctx, "orders:read");
  const { accountId, environment } = tenant(ctx);
  const { start, end } = wholeDays(ctx, period);
  const views = (key: Sql, visits: Sql) => sql`
      select ${key} as key, sum(${visits})::int as visits, sum(v.plans)::int as plans, sum(v.checkouts)::int as checkouts
        from shop_views v
       where v.account_id = ${accountId} and v.environment = ${environment} and v.day >= ${start}::timestamptz at time zone 'UTC'
         and v.day < ${end}::timestamptz at time zone 'UTC'
       group by 1`;
  const viewed: Record<FiguresBy, Sql> = {
    day: views(sql`to_char(v.day, 'YYYY-MM-DD')`, sql`v.visits`),
    destination: views(sql`v.destination`, sql`v.pages`),
    plan: views(sql`coalesce((select o.package_id from packages o where o.id = v.plan_id), '')`, sql`v.visits`),
    language: views(sql`v.language`, sql`v.visits`),
    code: sql`
      select ${KEYS.code} as key, 0 as visits, 0 as plans, count(*)::int as checkouts
        from checkouts c
       where c.account_id = ${accountId} and c.environment = ${environment} and c.created_at >= ${start} and c.created_at < ${end}
         and c.kind = 'order' and c.voucher_id is null
       group by 1`,
  };
  const steps = (viewed: Sql, bought: Sql) => sql`
    with viewed as (${viewed}
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
    ctx.db.query<Conversion>(sql`${steps(viewed[by], KEYS[by])} order by ${order} limit ${MOST_LINES}`),
    ctx.db.query<Conversion>(steps(views(sql`''`, sql`v.visits`), sql`''`)),
  ]);
  const { key: _, ...total } = totals[0] ?? NOBODY;
  return { total, lines };
}

const NOBODY: Conversion = { key: "", visits: 0, plans: 0, checkouts: 0, paid: 0, delivered: 0, installed: 0 };
