import type { AccountCtx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { type Page, toPage } from "#server/kernel/pagination.ts";

export type EntryType = "deposit" | "debit" | "refund" | "credit_adjustment" | "adjustment";

export type Entry = {
  id: number;
  type: EntryType;
  /** Signed; debits are negative. */
  amount: Money;
  currency: string;
  balanceBefore: Money;
  balanceAfter: Money;
  description: string;
  createdAt: Date;
};

/** Newest first. The wallet is live money: the test environment has no entries. */
export async function listEntries(
  ctx: AccountCtx,
  { limit, beforeId }: { limit: number; beforeId?: number },
): Promise<Page<Entry>> {
  if (ctx.environment === "test") return toPage<Entry>([], limit);
  const rows = await ctx.db.query<Entry>(sql`
    select id, type, amount, currency, balance_before as "balanceBefore", balance_after as "balanceAfter", description, created_at as "createdAt"
      from ledger_entries
     where account_id = ${ctx.account.id} and id < coalesce(${beforeId ?? null}::bigint, 9223372036854775807)
     order by id desc limit ${limit + 1}`);
  return toPage(rows, limit);
}
