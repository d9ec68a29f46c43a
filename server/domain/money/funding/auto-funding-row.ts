import { sql, type Transaction } from "#server/kernel/db.ts";

/** Reference of the newest charge of `auto_fundings f`, while its outcome is not known: not ended, and not in the ledger. */
export const UNDER_WAY = sql`
  select r.reference from funding_requests r
   where r.id = f.last_request_id and r.withdrawn_at is null
     and not exists (select from ledger_entries l where l.account_id = r.account_id and l.cause = 'deposit:' || r.reference)`;

/** Charged since the month (UTC) of a moment began, or under way. */
export const chargedInMonth = (at: Date) => sql`
  select coalesce(sum(r.amount), 0) from funding_requests r
   where r.account_id = f.account_id and r.automatic and r.withdrawn_at is null and r.asked_at >= ${firstOfMonth(at)}`;

const firstOfMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));

/**
 * Whoever begins a charge, sends one, or changes what is charged holds this row first, and judges by what it reads after.
 * False: there is none.
 */
export async function lockAutoFunding(tx: Transaction, accountId: number): Promise<boolean> {
  const rows = await tx.query(sql`select from auto_fundings where account_id = ${accountId} for no key update`);
  return rows.length > 0;
}
