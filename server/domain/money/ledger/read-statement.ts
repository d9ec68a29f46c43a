import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { one, type Sql, sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import type { Money } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { EntryType } from "./ledger-filter.ts";
import { type Entry, listEntries } from "./list-entries.ts";

/** Where a month of the ledger began, what moved, where it ended. In the account currency. */
export type MonthSums = {
  /** UTC, `to` is the first moment after it. */
  from: Date;
  to: Date;
  opening: Money;
  closing: Money;
  sums: { type: EntryType; entries: number; amount: Money }[];
};

export type Statement = MonthSums & {
  companyName: string;
  accountCode: string;
  currency: string;
  /** Oldest first, at most as many as fit into a document that people read. */
  entries: Entry[];
  /** How many there are in all. */
  entryCount: number;
};

const MOST_ENTRIES = 2_000;

/** @param month `2026-11` */
export async function readStatement(ctx: AccountCtx, month: string): Promise<Statement> {
  requirePermission(ctx, "ledger:read");
  const { id, code: accountCode, currency } = ctx.account;
  const { from, to } = monthOf(month);
  const [{ companyName }, sums, page] = await Promise.all([
    ctx.db.prisma.account.findUniqueOrThrow({ where: { id }, select: { companyName: true } }),
    sumMonth(ctx, id, month),
    listEntries({ ...ctx, environment: "live" }, { limit: MOST_ENTRIES, from, to }),
  ]);
  return {
    companyName,
    accountCode,
    currency,
    ...sums,
    entries: page.items.toReversed(),
    entryCount: sums.sums.reduce((count, { entries }) => count + entries, 0),
  };
}

/**
 * What moved in a month of an account's ledger, between the balances that lead to each other.
 *
 * @param month `2026-11`, in UTC
 */
export async function sumMonth({ db }: Ctx, accountId: number, month: string): Promise<MonthSums> {
  const { from, to } = monthOf(month);
  const [balances, sums] = await Promise.all([
    db.query<Pick<MonthSums, "opening" | "closing">>(sql`
      select ${balanceAt(accountId, from)} as opening, ${balanceAt(accountId, to)} as closing`),
    db.prisma.ledgerEntry.groupBy({
      by: "type",
      where: { accountId, createdAt: { gte: from, lt: to } },
      _count: true,
      _sum: { amount: true },
      orderBy: { type: "asc" },
    }),
  ]);
  return {
    from,
    to,
    ...one(balances),
    sums: sums.map(({ type, _count, _sum }) => ({
      type: type as EntryType,
      entries: _count,
      amount: _sum.amount!,
    })),
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
