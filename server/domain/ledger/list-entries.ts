import type { AccountCtx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { type Page, toPage } from "#server/kernel/pagination.ts";
import { requirePermission } from "#server/kernel/permissions.ts";

export const ENTRY_TYPES = ["deposit", "debit", "refund", "credit_adjustment", "adjustment"] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

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

export type EntryFilter = { type?: EntryType; from?: Date; to?: Date };

/** Newest first. The wallet is live money: the test environment has no entries. */
export async function listEntries(
  ctx: AccountCtx,
  { limit, beforeId, type, from, to }: { limit: number; beforeId?: number } & EntryFilter,
): Promise<Page<Entry>> {
  requirePermission(ctx, "ledger:read");
  if (ctx.environment === "test") return toPage<Entry>([], limit);
  const rows = await ctx.db.query<Entry>(sql`
    select id, type, amount, currency, balance_before as "balanceBefore", balance_after as "balanceAfter", description, created_at as "createdAt"
      from ledger_entries
     where account_id = ${ctx.account.id} and id < coalesce(${beforeId ?? null}::bigint, 9223372036854775807)
       and type = coalesce(${type ?? null}, type) and created_at >= coalesce(${from ?? null}::timestamptz, '-infinity')
       and created_at < coalesce(${to ?? null}::timestamptz, 'infinity')
     order by id desc limit ${limit + 1}`);
  return toPage(rows, limit);
}
