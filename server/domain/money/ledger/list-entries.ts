import type { AccountCtx } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { type Page, toPage } from "#server/kernel/pagination.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, HOUR } from "#server/kernel/time.ts";

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

/** Times of entries that stand beside each other: who waited for the wallet is written later than it began. */
const DISORDER = HOUR;

/** Newest first. The wallet is live money: the test environment has no entries. */
export async function listEntries(
  ctx: AccountCtx,
  { limit, ...search }: { limit: number; beforeId?: number } & EntryFilter,
): Promise<Page<Entry>> {
  requirePermission(ctx, "ledger:read");
  if (ctx.environment === "test") return toPage<Entry>([], limit);
  const rows = await ctx.db.query<Entry>(sql`
    select id, type, amount, currency, balance_before, balance_after, description, created_at
      from ledger_entries
     where account_id = ${ctx.account.id} and ${conditions(ctx.account.id, search)}
     order by id desc limit ${limit + 1}`);
  return toPage(rows, limit);
}

/** Only what was asked for. A period also bounds the ids, so that a page of last year is not looked for from today on. */
function conditions(accountId: number, { beforeId, type, from, to }: { beforeId?: number } & EntryFilter): Sql {
  const wanted = [
    beforeId !== undefined && sql`id < ${beforeId}`,
    type !== undefined && sql`type = ${type}`,
    type !== undefined && type !== "debit" && sql`type <> 'debit'`,
    from !== undefined &&
      sql`created_at >= ${from} and id > coalesce((
            select id from ledger_entries where account_id = ${accountId} and created_at < ${after(from, -DISORDER)}
             order by created_at desc limit 1), 0)`,
    to !== undefined &&
      sql`created_at < ${to} and id < coalesce((
            select id from ledger_entries where account_id = ${accountId} and created_at >= ${after(to, DISORDER)}
             order by created_at limit 1), 9223372036854775807)`,
  ];
  return wanted.filter((condition) => condition !== false).reduce((all, next) => sql`${all} and ${next}`, sql`true`);
}
