import { type Sql, sql } from "#server/kernel/db.ts";
import type { Invariant } from "./invariants.ts";

/** The movements of a kind that the facts amount to, against those of the journal, added up by what they move: what one of the two lacks. */
const unlike = (kind: "entries" | "deliveries" | "costs", own: Sql): Sql => sql`
  with facts as (${netOf(sql`booked_movements(${kind})`)}), posted as (${netOf(sql`(select * from journal_movements where ${own}) p`)})
  select coalesce(f.cause, p.cause) || ' of ' || coalesce(f.one, p.one) || ' and ' || coalesce(f.other, p.other) as subject
    from facts f full join posted p on p.cause = f.cause and p.one = f.one and p.other = f.other and p.currency = f.currency
   where p.amount is distinct from f.amount`;

/** Both ways between two accounts are one. */
const netOf = (movements: Sql): Sql => sql`
  select cause, least(debit, credit) as one, greatest(debit, credit) as other, currency::text as currency,
         sum(case when debit < credit then amount else -amount end) as amount
    from ${movements} group by 1, 2, 3, 4 having sum(case when debit < credit then amount else -amount end) <> 0`;

const ofDelivery = sql`cause ~ '^(order:[0-9]+:delivered|action:[0-9]+:done)$'`;
const ofCost = sql`cause ~ '^(part:[0-9]+|action:[0-9]+:returned)$'`;

/** The number of an order or action in a line's cause. */
const named = (what: "order" | "action"): Sql =>
  sql`substring(l.cause from ${`^${what}:([1-9][0-9]{0,17})(?::[a-z]|$)`}::text)::bigint`;

/** The books behind the wallets, against themselves and against the facts, both ways. Each rule reads its tables once. */
export const JOURNAL: Invariant[] = [
  {
    says: "The trial balance is zero in each currency.",
    violations: sql`select currency as subject from balances_at('infinity') group by currency having sum(amount) <> 0`,
  },
  {
    says: "Each wallet stands in the journal as it does in the ledger.",
    violations: sql`
      select a.code as subject from wallets w join accounts a on a.id = w.account_id
        left join balances_at('infinity') b on b.account = 'wallet:' || a.code and b.currency = a.currency
       where w.balance <> -coalesce(b.amount, 0)`,
  },
  {
    says: "Every entry of the ledger is in the journal as it says, and nothing else moves a wallet.",
    violations: unlike("entries", sql`not (${ofDelivery} or ${ofCost})`),
  },
  {
    says: "What was delivered is revenue, once.",
    violations: unlike("deliveries", ofDelivery),
  },
  {
    says: "What suppliers keep is booked at what they took.",
    violations: unlike("costs", ofCost),
  },
  {
    says: "What is deferred is what was charged and has no outcome yet.",
    violations: sql`
      with deferred as (
        select ${named("order")} as order_id, ${named("action")} as action_id, sum(amount) as amount
          from journal_lines l where l.account like 'deferred:%' group by 1, 2 having sum(amount) <> 0
      ), open as (
        select id as order_id, null::bigint as action_id, -total_amount as amount from orders
         where environment = 'live' and status in ('queued', 'processing')
        union all
        select null, id, -amount from actions where charged and status in ('queued', 'processing', 'under_review')
      )
      select coalesce('B2B-' || order_id, 'ACT-' || action_id, 'a cause of no order') as subject
        from (select order_id, action_id, amount from deferred union all select order_id, action_id, -amount from open) x
       group by order_id, action_id having sum(amount) <> 0`,
  },
  {
    says: "Nothing is in suspense: every movement of money has an account that says what it was for.",
    violations: sql`select cause as subject from journal_lines where account = 'suspense' group by cause, currency having sum(amount) <> 0`,
  },
  {
    says: "What is summed up of the journal is the sum of its lines.",
    violations: sql`
      with lines as (
        select account, currency, (at at time zone 'UTC')::date as day, sum(amount) as amount from journal_lines
         where movement <= (select until_movement from journal_summed) group by 1, 2, 3
      )
      select coalesce(s.account, l.account) || ' on ' || coalesce(s.day, l.day) as subject
        from journal_sums s full join lines l on l.account = s.account and l.currency = s.currency and l.day = s.day
       where s.amount is distinct from l.amount and coalesce(s.amount, 0) <> coalesce(l.amount, 0)`,
  },
];
