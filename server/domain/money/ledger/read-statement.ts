import type { AccountCtx } from "#server/kernel/context.ts";
import { one, type Sql, sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import type { Money } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { EntryType } from "./ledger-filter.ts";
import { type Entry, listEntries } from "./list-entries.ts";

/** A month of the ledger, in the account currency: where it began, what moved, where it ended. */
export type Statement = {
  companyName: string;
  accountCode: string;
  currency: string;
  /** UTC, `to` is the first moment after it. */
  from: Date;
  to: Date;
  opening: Money;
  closing: Money;
  sums: { type: EntryType; entries: number; amount: Money }[];
  /** Oldest first, at most as many as fit into a document that people read. */
  entries: Entry[];
  /** How many there are in all. */
  entryCount: number;
};

const MOST_ENTRIES = 2_000;

/** @param month `2026-11` */
export async function readStatement(ctx: AccountCtx, month: string): Promise<Statement> {
  requirePermission(ctx, "ledger:read");
  const { from, to } = monthOf(month);
  const { id } = ctx.account;
  const [heads, sums, page] = await Promise.all([
    ctx.db.query<Pick<Statement, "companyName" | "opening" | "closing">>(sql`
      select a.company_name,
             ${balanceAt(id, from)} as opening, ${balanceAt(id, to)} as closing
        from accounts a where a.id = ${id}`),
    ctx.db.prisma.ledgerEntry.groupBy({
      by: "type",
      where: { accountId: id, createdAt: { gte: from, lt: to } },
      _count: true,
      _sum: { amount: true },
      orderBy: { type: "asc" },
    }),
    listEntries({ ...ctx, environment: "live" }, { limit: MOST_ENTRIES, from, to }),
  ]);
  const { code: accountCode, currency } = ctx.account;
  return {
    ...one(heads),
    accountCode,
    currency,
    from,
    to,
    sums: sums.map(({ type, _count, _sum }) => ({
      type: type as EntryType,
      entries: _count,
      amount: _sum.amount!,
    })),
    entries: page.items.toReversed(),
    entryCount: sums.reduce((count, { _count }) => count + _count, 0),
  };
}

/**
 * The sum of everything booked before a moment: what the last such entry left, without those that stand before it although
 * they are of a later moment. Neighbours' times are at most an hour apart.
 */
const balanceAt = (accountId: number, at: Date): Sql => sql`(
  with last as (
    select sequence, balance_after from ledger_entries
     where account_id = ${accountId} and created_at < ${at}
       and created_at >= (select max(created_at) from ledger_entries where account_id = ${accountId} and created_at < ${at}) - interval '1 hour'
     order by sequence desc limit 1)
  select coalesce((select balance_after from last), 0) - coalesce((
    select sum(amount) from ledger_entries
     where account_id = ${accountId} and created_at >= ${at} and created_at < ${at}::timestamptz + interval '1 hour'
       and sequence < (select sequence from last)), 0))`;

function monthOf(month: string): { from: Date; to: Date } {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month))
    fail("validation_error", "A month is written as 2026-11.", { field: "month" });
  const from = new Date(`${month}-01T00:00:00Z`);
  const to = new Date(from);
  to.setUTCMonth(to.getUTCMonth() + 1);
  return { from, to };
}
