import { type Sql, sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import type { SaleStatus } from "./sale-status.ts";

/** A purchase that was paid, in a list. Amounts in the account's currency. */
export type Sale = {
  id: number;
  number: string;
  kind: "order" | "topup";
  status: SaleStatus;
  email: string;
  locale: string;
  packageName: string;
  quantity: number;
  /** What the traveller paid, and what of it goes back or has gone. */
  totalAmount: Money;
  refundDue: Money;
  /** VAT in what was paid and is not given back: the reseller owes it, so it is in no margin. */
  vatLeft: Money;
  /** What the reseller pays for it, without what came back; null while it is not certain. */
  cost: Money | null;
  currency: string;
  /** The first of several. */
  orderId: number | null;
  /** Of several plans: how many eSIMs they are, and the orders that they became, by their references. */
  several: { esims: number; orders: string } | null;
  paidAt: Date;
};

const STATUS = sql`
  case when c.status = 'delivered' then case when coalesce(o.status = 'cancelled', m.is_cancelled) then 'cancelled' else 'delivered' end
       when c.status = 'refunded' or c.refund_reason is not null then 'failed' else 'preparing' end`;

/** Sold and certain: what it costs is what it will cost. */
export const IS_OVER = sql`c.status in ('delivered', 'refunded')`;
/** In the test environment nothing was paid, so nothing comes back either: there it is the price of what was not cancelled. Of an order b. */
export const LEFT = sql`
  case when b.environment = 'test' then b.unit_price * (select count(*) from esims e where e.order_id = b.id and e.status <> 'cancelled')
       else b.total_amount - b.refunded_amount end`;

/** What eSIMs cost that replaced some of the sale, or of the plan whose order is given. */
export const replacementCost = (ofPlan: Sql = sql`true`): Sql => sql`
  coalesce((select sum(${LEFT}) from replacements w join esims f on f.id = w.esim_id join orders b on b.id = w.order_id
             where w.checkout_id = c.id and ${ofPlan}), 0)`;

export const COST = sql`
  case when c.environment = 'test' and o.id is not null
       then o.unit_price * (select count(*) from esims e where e.order_id = o.id and e.status <> 'cancelled')
       else coalesce(o.total_amount - o.refunded_amount, t.amount - t.refunded_amount, m.cost, 0) end + ${replacementCost()}`;

/** VAT in what goes back, as credit notes have it once all of it has gone: the same share of the sale's VAT, by one rounding. */
export const VAT_BACK = sql`coalesce(round(c.vat_amount * c.refund_due / nullif(c.total_amount, 0), c.vat_places), 0)`;

/** With `checkouts` as c, the order that it bought as o, the top-up as t; the orders of several plans together as m. */
export const SOLD = sql`
  checkouts c left join orders o on o.id = c.order_id left join actions t on t.id = c.action_id
    left join lateral (
      select jsonb_build_object('esims', sum(l.quantity), 'orders', coalesce(string_agg('B2B-' || b.id, ' ' order by b.id), '')) as several,
             bool_and(b.status in ('cancelled', 'failed', 'refunded')) as is_cancelled, min(b.id) as first_order,
             sum(${LEFT}) as cost
        from checkout_lines l left join orders b on b.id = l.order_id where c.lines > 1 and l.checkout_id = c.id) m on true`;

export const SALE_COLUMNS: Sql = sql`
  c.id, c.number, c.kind, ${STATUS} as status, c.email, c.locale, c.package_name, c.quantity, c.total_amount, c.refund_due,
  c.vat_amount - ${VAT_BACK} as vat_left,
  case when ${IS_OVER} then ${COST} end as cost, c.currency, coalesce(c.order_id, t.order_id, m.first_order) as order_id,
  case when c.lines > 1 then m.several end as several, c.paid_at`;

/** Without VAT; null while the cost is not certain. */
export const marginOf = ({ totalAmount, refundDue, vatLeft, cost }: Sale): Money | null =>
  cost && totalAmount.minus(refundDue).minus(vatLeft).minus(cost);

/** Of those that are not delivered there are few, and an index of them. */
export function saleStatusIs(status: SaleStatus): Sql {
  const isNotDelivered = sql`c.status <> 'delivered'`;
  if (status === "failed") return sql`${isNotDelivered} and (c.status = 'refunded' or c.refund_reason is not null)`;
  if (status === "preparing") return sql`${isNotDelivered} and c.status <> 'refunded' and c.refund_reason is null`;
  const isCancelled = sql`coalesce(o.status = 'cancelled', m.is_cancelled)`;
  // In words of which a planner knows that most have them: lists read from the newest on.
  return sql`c.status = 'delivered' and ${status === "cancelled" ? isCancelled : sql`${isCancelled} is not true`}`;
}
