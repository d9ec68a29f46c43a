import { cancelledIn, owed } from "#server/domain/shop/checkout/index.ts";
import { sql } from "#server/kernel/db.ts";
import type { Invariant } from "./invariant.ts";

/** What shops sold, held against what was paid for it, ordered for it and given back of it. */
export const SHOP: Invariant[] = [
  {
    says: "What a storefront bought was paid before, once: one order per plan or one top-up per checkout, of its account and environment.",
    violations: sql`
      select 'checkout ' || c.id as subject from checkouts c
        left join payments p on p.checkout_id = c.id left join sale_lines l on l.checkout_id = c.id left join orders o on o.id = l.order_id
        left join actions x on x.id = c.action_id
       where (c.status in ('ordered', 'delivered') and num_nonnulls(l.order_id, c.action_id, l.refusal) <> 1)
          or (num_nonnulls(l.order_id, c.action_id) > 0 and c.voucher_id is null and p.status is distinct from 'paid')
          or (c.voucher_id is not null and p.id is not null)
          or (o.id is not null and (o.account_id, o.environment) is distinct from (c.account_id, c.environment))
          or (x.id is not null and (x.account_id, x.environment, x.esim_id) is distinct from (c.account_id, c.environment, c.esim_id))`,
  },
  {
    says: "No order or top-up stands under a checkout's reference that the checkout does not know of, a minute after it was placed.",
    violations: sql`
      select 'B2B-' || o.id as subject from orders o
        join (select c.*, l.order_id as bought, 'storefront-' || c.id || case when c.lines > 1 then '-' || l.place else '' end as reference
                from sale_lines l join checkouts c on c.id = l.checkout_id) c on c.reference = o.client_reference and c.account_id = o.account_id
       where c.environment = o.environment and o.request_id = o.client_reference and o.created_at < now() - interval '1 minute'
         and c.bought is distinct from o.id
      union all
      select 'ACT-' || x.id from actions x join checkouts c on c.esim_id = x.esim_id and 'storefront-' || c.id = x.request_id
       where x.action = 'topup' and x.created_at < now() - interval '1 minute' and c.action_id is distinct from x.id`,
  },
  {
    says: "A payment ends in a delivery or in a refund: refunds are those that were decided, and no more than was paid.",
    violations: sql`
      select 'checkout ' || c.id as subject from checkouts c join payments p on p.checkout_id = c.id
        left join (select payment_id, sum(amount) as decided, sum(amount) filter (where done_at is not null) as done from payment_refunds group by payment_id) r
          on r.payment_id = p.id
       where coalesce(r.decided, 0) <> c.refund_due or coalesce(r.done, 0) <> p.refunded_amount or p.amount <> c.total_amount
          or (c.status = 'refunded' and p.refunded_amount <> c.total_amount
              and not exists (select from payment_refunds b where b.payment_id = p.id and b.done_at is null and (b.returned <> '{}' or b.cause like 'won:%')))
          or (p.status = 'paid' and c.status in ('opened', 'abandoned') and p.paid_at < now() - interval '2 hours')`,
  },
  {
    says: "Each refund of a payment has its cause: nothing delivered, too little, a cancelled eSIM or top-up, staff, the provider, a dispute that was lost, or one that was won after all.",
    violations: sql`
      select 'checkout ' || c.id || ' ' || r.cause as subject from payment_refunds r join payments p on p.id = r.payment_id join checkouts c on c.id = p.checkout_id
        left join esims e on 'esim:' || e.id = r.cause left join sale_lines l on l.checkout_id = c.id and l.order_id = e.order_id left join orders o on o.id = l.order_id
       where not case
         when r.cause = 'whole' then c.refund_reason is not null and c.status <> 'delivered'
         when r.cause = 'shortfall' then c.status = 'delivered' and r.amount <= (
           select sum(s.unit_price * (s.quantity - coalesce(b.delivered_quantity, 0))) from sale_lines s left join orders b on b.id = s.order_id
            where s.checkout_id = c.id)
         when r.cause like 'esim:%' then coalesce(r.amount <= l.unit_price and (e.status = 'cancelled' or o.status = 'refunded' or exists (
           select from replacements x join orders b on b.id = x.order_id left join esims n on n.order_id = b.id
            where x.esim_id = e.id and (n.status = 'cancelled' or b.status = 'refunded'))), false)
         when r.cause = 'topup' then (select x.status from esims x where x.id = c.esim_id) = 'cancelled'
         when r.cause like 'provider:%' then r.returned <> '{}' or (r.done_at is not null and r.cause = 'provider:' || r.reference)
         when r.cause like 'dispute:%' then exists (
           select from payment_disputes d where d.payment_id = p.id and r.cause = 'dispute:' || d.reference
                                            and (d.status <> 'won' or r.amount = 0))
         when r.cause like 'won:%' then exists (
           select from payment_disputes d where d.payment_id = p.id and r.cause like 'won:' || d.reference || ':%')
         else r.cause like 'staff:%' and c.status = 'delivered' end`,
  },
  {
    says: "A delivery that was short, or cancelled since, is paid back unless somebody keeps the payment: an hour later, or before people.",
    violations: sql`
      select 'checkout ' || c.id as subject from checkouts c join sale_lines l on l.checkout_id = c.id left join orders o on o.id = l.order_id
        join payments p on p.checkout_id = c.id
       where c.status = 'delivered' and c.refund_due < c.total_amount and coalesce(o.delivered_quantity, 0) < l.quantity
         and not exists (select from payment_refunds r where r.payment_id = p.id and r.cause = 'shortfall')
      union all
      select 'checkout ' || w.checkout_id from (${owed(cancelledIn(sql`'-infinity'::timestamptz`, sql`now() - interval '1 hour'`))}) w
       where not exists (select from reconciliation_differences d where d.checkout_id = w.checkout_id)`,
  },
  {
    says: "The plans of a purchase of several make its sums, and no more goes back for one of them than was paid for it.",
    violations: sql`
      select 'checkout ' || c.id as subject from checkouts c
        left join (select checkout_id, count(*) as plans, sum(retail_price * quantity) as retail, sum(discount_amount) as off, sum(vat_amount) as vat,
                          sum(vat_added) as added, sum(total_amount) as total, sum(refund_due) as back from checkout_lines group by checkout_id) l
          on l.checkout_id = c.id
       where c.lines <> coalesce(l.plans, 1)
          or (l.plans > 1 and ((l.retail, l.off, l.vat, l.added, l.total)
                is distinct from (c.retail_price, c.discount_amount, c.vat_amount, c.vat_added, c.total_amount) or l.back > c.total_amount))`,
  },
  {
    says: "A voucher is redeemed by one checkout, which is its own until nothing could be delivered for it.",
    violations: sql`
      select 'checkout ' || c.id as subject from checkouts c left join vouchers v on v.checkout_id = c.id
       where c.voucher_id is not null and (v.id is distinct from c.voucher_id) <> (c.status = 'refunded')`,
  },
  {
    says: "A discount code counts the checkouts that have its discount: those that are being paid, were paid, and were not paid back whole.",
    violations: sql`
      select 'discount code ' || d.code as subject from discount_codes d
       where d.uses <> (select count(*) from discount_uses u where u.code_id = d.id and u.returned_at is null)
      union all
      select 'checkout ' || c.id from checkouts c left join discount_uses u on u.checkout_id = c.id
       where c.discount_code_id is not null and (u.code_id is distinct from c.discount_code_id
         or case c.status when 'opened' then false when 'abandoned' then u.returned_at is null and c.updated_at < now() - interval '3 hours'
                          else (u.returned_at is not null) <> (c.status = 'refunded') end)`,
  },
  {
    says: "What was bought by itself was allowed: by one that its traveller had set up for that eSIM, no oftener and for no more than they allowed.",
    violations: sql`
      select 'checkout ' || c.id as subject from checkouts c left join auto_topups u on u.id = c.auto_topup_id left join payments p on p.checkout_id = c.id
       where c.auto_topup_id is not null and (u.id is null or u.status in ('saving', 'given_up') or p.card is null
         or (u.account_id, u.environment, u.esim_id, u.currency) is distinct from (c.account_id, c.environment, c.esim_id, c.currency)
         or c.total_amount > u.max_price)
      union all
      select 'automatic top-up ' || u.id from auto_topups u
       where u.max_times < (select count(*) from checkouts c where c.auto_topup_id = u.id and c.status not in ('abandoned', 'refunded'))
          or u.max_total < (select sum(c.total_amount) from checkouts c where c.auto_topup_id = u.id and c.status <> 'abandoned')`,
  },
  {
    says: "No occasion is charged for twice, and no card without one.",
    violations: sql`
      select 'eSIM ' || c.esim_id || ' ' || c.auto_occasion as subject from checkouts c join payments p on p.checkout_id = c.id
       where c.auto_occasion is not null and p.status = 'paid' and c.status <> 'refunded' and c.refund_reason is null
       group by c.esim_id, c.auto_occasion having count(*) > 1
      union all
      select 'payment ' || p.id from payments p join checkouts c on c.id = p.checkout_id where p.card is not null and c.auto_topup_id is null`,
  },
  {
    says: "A paid checkout is not left lying: it is over after 25 hours, or its order waits for people.",
    violations: sql`
      select 'checkout ' || c.id as subject from checkouts c
       where c.status in ('paid', 'ordered') and c.refund_due = 0 and c.paid_at < now() - interval '25 hours'
         and not exists (select from sale_lines l join supplier_orders p on p.order_id = l.order_id where l.checkout_id = c.id and (p.status = 'review' or p.stray = 'waiting'))
         and not exists (select from actions x where x.id = c.action_id and x.status = 'under_review')`,
  },
];
