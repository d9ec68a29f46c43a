import { sql } from "#server/kernel/db.ts";
import type { Invariant } from "./invariant.ts";

/** The number in a cause such as `order:1042:failed`; null for anything else, however long. */
export const orderInCause = sql`substring(l.cause from '^order:([1-9][0-9]{0,17})(?::[a-z]|$)')::bigint`;
const action = sql`substring(l.cause from '^action:([1-9][0-9]{0,17})(?::[a-z]|$)')::bigint`;
const decided = sql`substring(d.outcome from '^LED-([1-9][0-9]{0,17})$')::bigint`;

/**
 * Every entry is tied to the fact behind it, and every fact to its entry: money that somebody invented has none. Each rule reads
 * its tables once.
 */
export const ENTRY_FACTS: Invariant[] = [
  {
    says: "Every entry has its fact: an order or a top-up that was charged or paid back, a booking, a change of the credit line.",
    violations: sql`
      select 'LED-' || l.id as subject from ledger_entries l
        left join orders o on o.id = ${orderInCause} and o.account_id = l.account_id and o.environment = 'live'
        left join actions a on a.id = ${action} and a.account_id = l.account_id and a.environment = 'live'
        left join wallet_bookings b on b.account_id = l.account_id and b.cause = l.cause
       where case l.type
               when 'debit' then (l.cause = 'order:' || o.id and l.amount = -o.total_amount)
                              or (l.cause = 'action:' || a.id and a.charged and l.amount = -a.amount)
               when 'refund' then (o.id is not null and l.cause <> 'order:' || o.id and l.amount <= o.refunded_amount)
                               or (a.id is not null and l.cause <> 'action:' || a.id and l.amount <= a.refunded_amount)
               when 'credit_adjustment' then l.cause like 'credit:%'
               else b.kind = l.type and b.amount = l.amount
             end is not true`,
  },
  {
    says: "Every booking is in the ledger as it says.",
    violations: sql`
      select 'booking ' || b.id as subject from wallet_bookings b
        left join ledger_entries l on l.account_id = b.account_id and l.cause = b.cause
       where (l.type, l.amount) is distinct from (b.kind, b.amount)`,
  },
  {
    says: "A booking by decision has the decision, one by card the payment that was asked for.",
    violations: sql`
      select 'booking ' || b.id as subject from wallet_bookings b
        join ledger_entries l on l.account_id = b.account_id and l.cause = b.cause
        left join decisions d on ${decided} = l.id and d.status = 'done' and d.kind = b.kind and d.account_id = b.account_id and d.amount = b.amount
        left join funding_requests f on f.method = 'card' and 'deposit:' || f.reference = b.cause and f.account_id = b.account_id and f.amount = b.amount
       where (b.grounds = 'decision' and d.id is null) or (b.grounds = 'card' and f.id is null)`,
  },
  {
    says: "Every decision about money that was carried out is in the ledger.",
    violations: sql`
      select 'decision ' || d.id as subject from decisions d
        left join ledger_entries l on l.id = ${decided} and l.account_id = d.account_id and l.type = d.kind
       where d.status = 'done' and d.kind in ('deposit', 'adjustment', 'refund') and l.amount is distinct from d.amount`,
  },
];
