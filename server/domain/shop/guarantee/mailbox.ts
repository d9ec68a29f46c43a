import { type Sql, sql } from "#server/kernel/db.ts";

/** The mailbox behind an address: many addresses lead to one, without letter case and what follows a plus; at Gmail without dots too. */
export function mailboxOf(address: Sql): Sql {
  const name = sql`split_part(split_part(lower(${address}), '@', 1), '+', 1)`;
  const domain = sql`split_part(lower(${address}), '@', 2)`;
  return sql`
    case when ${domain} in ('gmail.com', 'googlemail.com') then replace(${name}, '.', '') || '@gmail.com' else ${name} || '@' || ${domain} end`;
}
