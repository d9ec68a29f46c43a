import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { orderReference } from "#server/kernel/ids.ts";
import type { Money } from "#server/kernel/money.ts";
import type { Source } from "./reconcile-supplier.ts";
import { type Run, recordDifference, settleGone } from "./record-difference.ts";

type Kept = {
  checkoutId: number;
  accountId: number;
  orderId: number;
  kind: "order" | "topup";
  due: Money;
  currency: string;
  at: Date;
};

const SOURCE = "checkouts";

/**
 * What a traveller paid for was taken back, the reseller has its price again, and the traveller has not: an order that was
 * cancelled or refunded after its delivery, some of its eSIMs, a top-up that went back with its eSIM. Whether the traveller
 * is owed it, people decide. What went back at the provider by hand counts.
 */
export async function findNotRefunded(ctx: Ctx, run: Run): Promise<Source> {
  const found = await ctx.db.query<Kept>(sql`
    with back as (
      select order_id, esim_id, settled_at as at from actions
       where action = 'cancel' and status = 'succeeded' and environment = 'live' and settled_at >= ${run.range.from} and settled_at < ${run.range.to}
    ), bought as (
      select c.*, max(at) as at,
             c.unit_price * (o.requested_quantity - case o.status when 'refunded' then 0 else (select count(*) from esims e where e.order_id = o.id and e.status <> 'cancelled') end) as worth
        from checkouts c join orders o on o.id = c.order_id join (
          select order_id, at from back union all select id, updated_at from orders where status = 'refunded' and updated_at >= ${run.range.from} and updated_at < ${run.range.to}
        ) b on b.order_id = o.id group by c.id, o.id
      union all
      select c.*, max(b.at) as at, c.total_amount as worth
        from checkouts c join actions t on t.id = c.action_id join back b on b.esim_id = t.esim_id where t.refunded_amount > 0 group by c.id
    )
    select b.id as checkout_id, b.account_id, coalesce(b.order_id, t.order_id) as order_id, b.kind, b.currency, b.at,
           b.worth - b.refund_due - coalesce((select sum(d.amount) from reconciliation_differences d
             where d.checkout_id = b.id and d.what = 'refund' and d.finding = 'theirs_only'), 0) as due
      from bought b left join actions t on t.id = b.action_id where b.status = 'delivered' and b.environment = 'live'`);
  const open = found.filter(({ due }) => due.greaterThan(0));
  for (const { checkoutId, accountId, orderId, kind, due, currency, at } of open)
    await recordDifference(ctx, run, {
      source: SOURCE,
      what: "refund",
      finding: "not_refunded",
      subject: `${checkoutId}:${due.toFixed(4)}`,
      outcome: "waiting",
      reference: `checkout-${checkoutId}`,
      accountId,
      orderId,
      checkoutId,
      amount: due,
      currency,
      text: `${kind === "order" ? `${orderReference(orderId)} was` : "A top-up was"} taken back, and the traveller of purchase ${checkoutId} has not been paid back ${due.toFixed(2)} ${currency}.`,
      step: "Give it back at the payment provider, or note why the traveller is owed nothing.",
      at,
    });
  await settleGone(ctx, run, SOURCE);
  return { source: SOURCE, theirs: found.length, matched: found.length - open.length, message: null };
}
