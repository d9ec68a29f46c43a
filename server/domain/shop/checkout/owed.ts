import { type Sql, sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";

/** What travellers paid for and was taken from them: which purchase, under which cause it goes back, and how much. */
export type Owed = {
  checkoutId: number;
  cause: string;
  /** Of an order; null for a top-up. */
  esimId: number | null;
  amount: Money;
};

/**
 * What was replaced under the guarantee is not owed: the traveller has another one for it, which is what they lose when that is cancelled.
 */
const LOST = (of: Sql): Sql => sql`
  select e.id as own_id, coalesce(f.id, e.id) as esim_id, coalesce(f.order_id, e.order_id) as order_id, e.status = 'cancelled' as is_cancelled,
         exists (select from replacements w where w.esim_id = e.id and w.status <> 'refused') as is_replaced
    from esims e join orders o on o.id = e.order_id left join replacements x on x.order_id = e.order_id left join esims f on f.id = x.esim_id
   where ${of} and case when o.status = 'refunded' then o.payment_kept is null else e.status = 'cancelled' end
     and not exists (select from actions k
                      where k.esim_id = e.id and k.action = 'cancel' and k.status = 'succeeded' and k.payment_kept is not null)
     and not exists (select from sale_lines h join payments q on q.checkout_id = h.checkout_id join payment_refunds r on r.payment_id = q.id
                      where h.order_id = coalesce(f.order_id, e.order_id) and e.iccid = any(r.to_cancel))`;

/**
 * Delivered purchases whose eSIMs were cancelled, or whose whole order was refunded, where nobody decided to keep the payment and no
 * refund was decided yet: eSIM by eSIM, and the top-ups on them.
 *
 * @param of which eSIMs: a condition on `e` (esims) and `o` (orders)
 */
export const owed = (of: Sql): Sql => sql`
  select c.id as checkout_id, x.cause, x.esim_id, x.amount
    from (${LOST(of)}) lost
    cross join lateral (
      select checkout_id, 'esim:' || lost.esim_id as cause, lost.esim_id, unit_price as amount from sale_lines
       where order_id = lost.order_id and refund_due < total_amount and not lost.is_replaced
      union all
      select id, 'topup', null, total_amount from checkouts where esim_id = lost.own_id and lost.is_cancelled
    ) x
    join checkouts c on c.id = x.checkout_id
    join payments p on p.checkout_id = c.id
   where c.status = 'delivered' and c.refund_due < c.total_amount
     and not exists (select from payment_refunds r where r.payment_id = p.id and r.cause = x.cause)`;

/** eSIMs that were cancelled in a range of time, and those of orders that were refunded in it. */
export const cancelledIn = (from: Sql, to: Sql): Sql => sql`
  e.id in (
    select esim_id from actions where action = 'cancel' and status = 'succeeded' and settled_at >= ${from} and settled_at < ${to}
    union all
    select f.id from orders r join esims f on f.order_id = r.id
     where r.status = 'refunded' and r.updated_at >= ${from} and r.updated_at < ${to})`;
