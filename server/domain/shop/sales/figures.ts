import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { COST, IS_OVER, SOLD, VAT_BACK } from "./sale.ts";

export const FIGURES_BY = ["day", "destination", "plan", "language", "code"] as const;
export type FiguresBy = (typeof FIGURES_BY)[number];

/**
 * What was delivered or went back whole; what is being prepared is in none of the sums. In the account's currency. VAT is apart: it is in
 * what was paid, and in no other sum but its own.
 */
export type SalesFigures = {
  key: string;
  sales: number;
  /** By travellers, with VAT. */
  paid: Money;
  revenue: Money;
  refunded: Money;
  /** What codes took off before it was paid. */
  discount: Money;
  /** What the reseller paid for it, without what came back. */
  cost: Money;
  /** Revenue, less what went back, less the cost. */
  margin: Money;
  /** VAT in what was paid, without what went back of it. */
  vat: Money;
};

const KEYS: Record<FiguresBy, Sql> = {
  day: sql`to_char(c.paid_at at time zone 'UTC', 'YYYY-MM-DD')`,
  destination: sql`coalesce(p.country_code, p.region_code)`,
  plan: sql`p.package_id`,
  language: sql`split_part(c.locale, '-', 1)`,
  // Empty: without one.
  code: sql`coalesce((select d.code from discount_codes d where d.id = c.discount_code_id), '')`,
};

const SHOWN_DAYS = 30;
const MOST_DAYS = 366;
const MOST_LINES = 400;

/** Whole days in UTC by when it was paid; the last thirty without a period, a year at the most. By day newest first, else the largest sum. */
export async function sumSalesBy(
  ctx: AccountCtx,
  by: FiguresBy,
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
): Promise<{ from: Date; to: Date; total: Omit<SalesFigures, "key">; lines: SalesFigures[] }> {
  requirePermission(ctx, "orders:read");
  const { accountId, environment } = tenant(ctx);
  const end = to ?? after(new Date(Math.floor(ctx.clock.now().getTime() / DAY) * DAY), DAY);
  const earliest = after(end, -MOST_DAYS * DAY);
  const start = from ? (from < earliest ? earliest : from) : after(end, -SHOWN_DAYS * DAY);
  const sums = sql`
    count(*)::int as sales, coalesce(sum(c.total_amount), 0) as paid, coalesce(sum(c.total_amount - c.vat_amount), 0) as revenue,
    coalesce(sum(c.refund_due - ${VAT_BACK}), 0) as refunded, coalesce(sum(c.discount_amount), 0) as discount, coalesce(sum(${COST}), 0) as cost,
    coalesce(sum(c.total_amount - c.vat_amount - c.refund_due + ${VAT_BACK} - ${COST}), 0) as margin,
    coalesce(sum(c.vat_amount - ${VAT_BACK}), 0) as vat`;
  const sold = sql`
    from ${SOLD} join packages p on p.id = c.package_id
   where c.account_id = ${accountId} and c.environment = ${environment} and c.paid_at >= ${start} and c.paid_at < ${end} and ${IS_OVER}`;
  const order = by === "day" ? sql`1 desc` : sql`3 desc, 1`;
  const [lines, totals] = await Promise.all([
    ctx.db.query<SalesFigures>(
      sql`select ${KEYS[by]} as key, ${sums} ${sold} group by 1 order by ${order} limit ${MOST_LINES}`,
    ),
    ctx.db.query<Omit<SalesFigures, "key">>(sql`select ${sums} ${sold}`),
  ]);
  return { from: start, to: end, total: totals[0]!, lines };
}
