import { ATTEMPTS_KEPT } from "#server/domain/messaging/webhooks/index.ts";
import { sql } from "#server/kernel/db.ts";
import { DAY, SECOND } from "#server/kernel/time.ts";
import { ENTRY_FACTS, orderInCause } from "./entry-facts.ts";
import type { Invariant } from "./invariant.ts";
import { JOURNAL } from "./journal-facts.ts";
import { SHOP } from "./shop-facts.ts";

const FINAL = sql`('delivered', 'partially_delivered', 'failed', 'cancelled')`;
const SETTLED = sql`('delivered', 'partially_delivered', 'cancelled', 'refunded')`;

export const INVARIANTS: Invariant[] = [
  {
    says: "Every live order has exactly one debit, of its total amount.",
    violations: sql`
      select 'B2B-' || o.id as subject from orders o
        left join ledger_entries l on l.account_id = o.account_id and l.cause = 'order:' || o.id and l.type = 'debit'
       where o.environment = 'live' and (l.id is null or l.amount <> -o.total_amount)`,
  },
  ...ENTRY_FACTS,
  ...JOURNAL,
  {
    says: "Every charged top-up has exactly one debit, of its amount; no other action has one.",
    violations: sql`
      select 'ACT-' || a.id as subject from actions a
        left join ledger_entries l on l.account_id = a.account_id and l.cause = 'action:' || a.id
       where (a.charged and (l.id is null or l.type <> 'debit' or l.amount <> -a.amount)) or (not a.charged and l.id is not null)`,
  },
  {
    says: "What an action says was refunded is in the ledger, once; nothing is refunded while its outcome is open.",
    violations: sql`
      select 'ACT-' || a.id as subject from actions a
        left join ledger_entries l on l.account_id = a.account_id and l.cause = 'action:' || a.id || ':refund'
       where coalesce(l.amount, 0) <> a.refunded_amount or (a.refunded_amount > 0 and a.status not in ('succeeded', 'failed'))`,
  },
  {
    says: "A failed top-up that was charged is refunded, a succeeded cancel too.",
    violations: sql`
      select 'ACT-' || id as subject from actions
       where environment = 'live' and refunded_amount <> amount
         and ((action = 'topup' and charged and status = 'failed') or (action = 'cancel' and status = 'succeeded'))`,
  },
  {
    says: "A live eSIM that is cancelled was paid back, whoever cancelled it.",
    violations: sql`
      select e.iccid as subject from esims e
       where e.environment = 'live' and e.status = 'cancelled'
         and not exists (select from actions a where a.esim_id = e.id and a.action = 'cancel' and a.status = 'succeeded')`,
  },
  {
    says: "What a supplier gave back for the top-ups of a cancelled eSIM is paid back, and the cancel says how much.",
    violations: sql`
      select 'ACT-' || c.id as subject from actions c
       where c.action = 'cancel' and c.status = 'succeeded' and c.environment = 'live'
         and (c.topups_amount <> coalesce((
                select sum(t.refunded_amount) from actions t where t.esim_id = c.esim_id and t.action = 'topup' and t.status = 'succeeded'), 0)
              or (c.topups_returned and cardinality(c.topups_kept) < (
                select count(*) from actions t where t.esim_id = c.esim_id and t.action = 'topup' and t.charged and t.status = 'succeeded' and t.refunded_amount = 0)))`,
  },
  {
    says: "Everything that a supplier delivered to an order is sold with it, or before people.",
    violations: sql`
      select p.reference as subject from supplier_orders p join orders o on o.id = p.order_id
       where p.status = 'delivered' and p.profiles is not null and o.status in ${SETTLED}
         and jsonb_array_length(p.profiles) <> (select count(*) from esims e where e.order_id = o.id and e.supplier_order_id = p.id)`,
  },
  {
    says: "What was sent and not seen is looked for when its time has come.",
    violations: sql`
      select reference as subject from supplier_orders where watch_at < now() - interval '1 hour'
      union all
      select 'ACT-' || id from actions where watch_at < now() - interval '1 hour' and status = 'failed'`,
  },
  {
    says: "An order is cancelled when all its eSIMs are, and only then.",
    violations: sql`
      select 'B2B-' || o.id as subject from orders o join esims e on e.order_id = o.id
       where o.status in ('delivered', 'partially_delivered', 'cancelled')
       group by o.id, o.status
      having o.status = 'cancelled' and bool_or(e.status <> 'cancelled')`,
  },
  {
    says: "Test orders do not move money.",
    violations: sql`
      select 'LED-' || l.id as subject from ledger_entries l join orders o on o.id = ${orderInCause} where o.environment = 'test'`,
  },
  {
    says: "Once an order is final, delivered and refunded units are the requested ones.",
    violations: sql`
      select 'B2B-' || o.id as subject from orders o
       where o.environment = 'live' and o.status in ${FINAL}
         and o.refunded_amount <> o.unit_price * (o.requested_quantity - o.delivered_quantity)
               + coalesce((select sum(a.refunded_amount) from actions a where a.order_id = o.id and a.action = 'cancel'), 0)`,
  },
  {
    says: "Refunds in the ledger are those that the orders say.",
    violations: sql`
      select 'B2B-' || o.id as subject from orders o
       where o.environment = 'live' and o.refunded_amount <> coalesce((
         select sum(l.amount) from ledger_entries l
          where l.account_id = o.account_id and l.type = 'refund' and l.cause in ('order:' || o.id || ':failed', 'order:' || o.id || ':shortfall', 'order:' || o.id || ':refunded')), 0)
         + coalesce((
         select sum(l.amount) from actions a join ledger_entries l on l.account_id = a.account_id and l.cause = 'action:' || a.id || ':refund'
          where a.order_id = o.id and a.action = 'cancel'), 0)`,
  },
  {
    says: "An order that was refunded by hand is refunded in full, and not more.",
    violations: sql`
      select 'B2B-' || o.id as subject from orders o where o.status = 'refunded' and o.refunded_amount <> o.total_amount`,
  },
  {
    says: "Nothing is refunded while the outcome is open.",
    violations: sql`
      select 'B2B-' || o.id as subject from orders o where o.status in ('queued', 'processing') and (o.refunded_amount > 0 or o.delivered_quantity > 0)`,
  },
  {
    says: "An order has as many eSIMs as it says it delivered.",
    violations: sql`
      select 'B2B-' || o.id as subject from orders o
       where o.delivered_quantity <> (select count(*) from esims e where e.order_id = o.id)`,
  },
  {
    says: "An eSIM belongs to its order's account and environment.",
    violations: sql`
      select e.iccid as subject from esims e join orders o on o.id = e.order_id
       where e.account_id <> o.account_id or e.environment <> o.environment`,
  },
  {
    says: "No profile is sold to two: of living eSIMs each has an ICCID and an activation code of its own.",
    violations: sql`
      select e.iccid as subject from (
        select iccid, count(*) over (partition by iccid) as same, count(*) over (partition by activation_code) as code
          from esims where environment = 'live' and status not in ('cancelled', 'expired')) e where e.same > 1 or e.code > 1`,
  },
  {
    says: "A supplier's order fills one part of ours only.",
    violations: sql`
      select supplier_reference as subject from supplier_orders where supplier_reference is not null
       group by supplier_code, supplier_reference having count(*) > 1`,
  },
  {
    says: "An order that is not final after 25 hours is in review.",
    violations: sql`
      select 'B2B-' || o.id as subject from orders o
       where o.status in ('queued', 'processing') and o.created_at < now() - interval '25 hours'
         and not exists (select from supplier_orders p where p.order_id = o.id and p.status = 'review')`,
  },
  {
    says: "Every delivery has its attempts on record, for as long as they are kept.",
    violations: sql`
      select 'delivery ' || d.id as subject from deliveries d
       where d.created_at > now() - make_interval(secs => ${(ATTEMPTS_KEPT - DAY) / SECOND})
         and d.attempt_count <> (select count(*) from delivery_attempts a where a.delivery_id = d.id)`,
  },
  {
    says: "No event reaches an endpoint of another account or environment.",
    violations: sql`
      select e.event_id as subject from deliveries d join events e on e.id = d.event_id join webhook_endpoints w on w.id = d.endpoint_id
       where e.account_id <> w.account_id or e.environment <> w.environment`,
  },
  ...SHOP,
  {
    says: "Wallets below zero are covered by the credit limit they had.",
    violations: sql`
      select 'LED-' || id as subject from ledger_entries where type = 'debit' and balance_after < -credit_usable`,
  },
];
