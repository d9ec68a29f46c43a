import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { COST, IS_OVER, LEFT, replacementCost, SOLD, VAT_BACK } from "./sale.ts";

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

/** Of `checkouts` c and what was bought, `packages` p. */
export const KEYS: Record<FiguresBy, Sql> = {
  day: sql`to_char(c.paid_at at time zone 'UTC', 'YYYY-MM-DD')`,
  destination: sql`coalesce(p.country_code, p.region_code)`,
  plan: sql`p.package_id`,
  language: sql`split_part(c.locale, '-', 1)`,
  // Empty: without one.
  code: sql`coalesce((select d.code from discount_codes d where d.id = c.discount_code_id), '')`,
};

/**
 * The plans of a purchase of several, each with its own share. What was not delivered or was cancelled went back for its plan; what staff
 * gave back went back for all of them.
 */
const SHARES = sql`
  select x.*, round(coalesce(${VAT_BACK} * x.refunded / nullif(c.refund_due, 0), 0), 4) as vat_back from (
    select l.package_id, l.total_amount as paid, l.vat_amount as vat, l.discount_amount as discount,
           round(l.refund_due + (c.refund_due - sum(l.refund_due) over ()) * l.total_amount / c.total_amount, 4) as refunded,
           coalesce(${LEFT}, 0) + ${replacementCost(sql`f.order_id = l.order_id`)} as cost
      from checkout_lines l left join orders b on b.id = l.order_id where c.lines > 1 and l.checkout_id = c.id) x`;

const SHOWN_DAYS = 30;
const MOST_DAYS = 366;
export const MOST_LINES = 400;

export type Period = { from?: Date | undefined; to?: Date | undefined };

export function wholeDays(ctx: AccountCtx, { from, to }: Period): { start: Date; end: Date } {
  const end = to ?? after(new Date(Math.floor(ctx.clock.now().getTime() / DAY) * DAY), DAY);
  const earliest = after(end, -MOST_DAYS * DAY);
  return { start: from ? (from < earliest ? earliest : from) : after(end, -SHOWN_DAYS * DAY), end };
}

/** Whole days in UTC by when it was paid; the last thirty without a period, a year at the most. By day newest first, else the largest sum. */
export async function sumSalesBy(
  ctx: AccountCtx,
  by: FiguresBy,
  period: Period,
): Promise<{ from: Date; to: Date; total: Omit<SalesFigures, "key">; lines: SalesFigures[] }> {
  requirePermission(ctx, "orders:read");
  const { accountId, environment } = tenant(ctx);
  const { start, end } = wholeDays(ctx, period);
  const [paid, refunded] = [sql`coalesce(s.paid, c.total_amount)`, sql`coalesce(s.refunded, c.refund_due)`];
  const [vat, vatBack] = [sql`coalesce(s.vat, c.vat_amount)`, sql`coalesce(s.vat_back, ${VAT_BACK})`];
  const cost = sql`coalesce(s.cost, ${COST})`;
  const sums = sql`
    count(distinct c.id)::int as sales, coalesce(sum(${paid}), 0) as paid, coalesce(sum(${paid} - ${vat}), 0) as revenue,
    coalesce(sum(${refunded} - ${vatBack}), 0) as refunded, coalesce(sum(coalesce(s.discount, c.discount_amount)), 0) as discount,
    coalesce(sum(${cost}), 0) as cost, coalesce(sum(${paid} - ${vat} - ${refunded} + ${vatBack} - ${cost}), 0) as margin,
    coalesce(sum(${vat} - ${vatBack}), 0) as vat`;
  const byPlan = by === "plan" || by === "destination";
  const sold = sql`
    from ${SOLD} left join lateral (${SHARES} where ${byPlan}) s on true join packages p on p.id = coalesce(s.package_id, c.package_id)
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
