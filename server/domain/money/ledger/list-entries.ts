import { allOf } from "#server/kernel/conditions.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import {
  type Page,
  type Place,
  readTextPage,
  type SortedPlace,
  type TextPage,
  toPage,
} from "#server/kernel/pagination.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, HOUR } from "#server/kernel/time.ts";
import type { EntryType, LedgerFilter } from "./ledger-filter.ts";

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

/** Times of entries that stand beside each other: who waited for the wallet is written later than it began. */
const DISORDER = HOUR;

/** Newest first, or oldest first. The wallet is live money: the test environment has no entries. */
export async function listEntries(
  ctx: AccountCtx,
  { limit, ...asked }: LedgerFilter & SortedPlace,
): Promise<Page<Entry>> {
  requirePermission(ctx, "ledger:read");
  if (ctx.environment === "test") return toPage<Entry>([], limit);
  const rows = await ctx.db.query<Entry>(sql`
    select id, type, amount, currency, balance_before, balance_after, description, created_at
      from ledger_entries
     where account_id = ${ctx.account.id} and ${conditions(ctx.account.id, asked)}
     order by ${asked.oldestFirst ? sql`id` : sql`id desc`} limit ${limit + 1}`);
  return toPage(rows, limit);
}

/** Newest first, as the API has them. */
export async function listMovements(ctx: AccountCtx, { limit, beforeId }: Place): Promise<TextPage> {
  requirePermission(ctx, "ledger:read");
  if (ctx.environment === "test") return { items: "[]", limit, nextCursor: null, hasMore: false };
  const rows = (most: number) => sql`
    select id, item from entry_items(${ctx.account.id}::int, ${beforeId ?? Number.MAX_SAFE_INTEGER}::bigint, ${most}::int)`;
  return await readTextPage(ctx.db, rows, limit);
}

type Asked = LedgerFilter & Omit<SortedPlace, "limit">;

/** A period also bounds the ids, so that a page of last year is not looked for from today on. */
function conditions(accountId: number, { type, from, to, only, beforeId, oldestFirst }: Asked): Sql {
  return allOf<LedgerFilter>({
    before: beforeId !== undefined && (oldestFirst ? sql`id > ${beforeId}` : sql`id < ${beforeId}`),
    type: type !== undefined && (type === "debit" ? sql`type = 'debit'` : sql`type = ${type} and type <> 'debit'`),
    from:
      from !== undefined &&
      sql`created_at >= ${from} and id > coalesce((
            select id from ledger_entries where account_id = ${accountId} and created_at < ${after(from, -DISORDER)}
             order by created_at desc limit 1), 0)`,
    to:
      to !== undefined &&
      sql`created_at < ${to} and id < coalesce((
            select id from ledger_entries where account_id = ${accountId} and created_at >= ${after(to, DISORDER)}
             order by created_at limit 1), 9223372036854775807)`,
    only: only !== undefined && sql`id = any (${only}::bigint[])`,
  });
}
