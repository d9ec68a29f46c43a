import { type Sql, sql } from "#server/kernel/db.ts";
import type { Invariant } from "./invariant.ts";

/** What both ways between two accounts add up to, by cause; `sign` turns it over. */
const netOf = (movements: Sql, sign: 1 | -1): Sql => sql`
  select cause, least(debit, credit) as one, greatest(debit, credit) as other, currency::text as currency,
         case when debit < credit then amount else -amount end * ${sign}::int as amount from ${movements}`;

/** The movements of a kind that the facts amount to, less those of the journal: what one of the two lacks. */
const unlike = (kind: "entries" | "deliveries" | "costs", own: Sql): Sql => sql`
  select cause || ' between ' || one || ' and ' || other as subject from (
    ${netOf(sql`booked_movements(${kind})`, 1)} union all ${netOf(sql`journal_movements where ${own}`, -1)}
  ) x group by cause, one, other, currency having sum(amount) <> 0`;

const ofDelivery = sql`(cause like '%:delivered' or cause like '%:done')`;
const ofCost = sql`(cause like 'part:%' or cause like '%:returned')`;

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
      select subject from (
        select split_part(cause, ':', 1) || ':' || split_part(cause, ':', 2) as subject, amount from journal_lines where account like 'deferred:%'
        union all
        select 'order:' || id, total_amount from orders where environment = 'live' and status in ('queued', 'processing')
        union all
        select 'action:' || id, amount from actions where charged and status in ('queued', 'processing', 'under_review')
      ) x group by subject having sum(amount) <> 0`,
  },
  {
    says: "Nothing is in suspense: every movement of money has an account that says what it was for.",
    violations: sql`select cause as subject from journal_lines where account = 'suspense' group by cause, currency having sum(amount) <> 0`,
  },
  {
    says: "What is summed up of the journal is the sum of its lines.",
    violations: sql`
      select account || ' on ' || day as subject from (
        select account, currency, day, amount from journal_sums
        union all
        select account, currency, (at at time zone 'UTC')::date, -amount from journal_lines
         where movement <= (select until_movement from journal_summed)
      ) x group by account, currency, day having sum(amount) <> 0
      union all
      select account || ' on ' || day from (
        select account, currency, day, amount from journal_totals
        union all
        select regexp_replace(account, '^wallet:.*$', 'wallet'), currency, day, -amount from journal_sums
      ) x group by account, currency, day having sum(amount) <> 0`,
  },
];
