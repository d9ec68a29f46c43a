import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { type Sql, sql, type Transaction } from "#server/kernel/db.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, DAY } from "#server/kernel/time.ts";

/** What was charged on one day (UTC) and is not paid. Days are `2026-11-30`. */
type Due = {
  chargedOn: string;
  /** The first day that is looked at: what was charged before it is part of it. */
  orEarlier: boolean;
  /** The last day on which it can be paid in time; null: no payment terms are agreed. */
  dueOn: string | null;
  amount: Money;
  state: "overdue" | "soon" | "later";
};

/** In the account currency. */
export type Owed = {
  amount: Money;
  overdue: Money;
  dueSoon: Money;
  /** Of the account; 0: none are agreed, and nothing is ever due. */
  paymentTermsDays: number;
  /** The oldest first. */
  dues: Due[];
};

export type Debtor = Owed & { accountId: number; code: string; companyName: string; currency: string };

/** What is due within so many days is said to be due soon. */
const SOON_DAYS = 7;
/** How far behind the payment terms days are told apart. */
const OVERDUE_DAYS = 90;

export async function getOwed(ctx: AccountCtx): Promise<Owed> {
  requirePermission(ctx, "balance:read");
  const { id } = ctx.account;
  const [debtor] = await readDebtors(ctx.db, ctx.clock.now(), sql`w.account_id = ${id}`);
  if (debtor) {
    const { amount, overdue, dueSoon, paymentTermsDays, dues } = debtor;
    return { amount, overdue, dueSoon, paymentTermsDays, dues };
  }
  const { paymentTermsDays } = await ctx.db.prisma.account.findUniqueOrThrow({ where: { id } });
  const none = money(0);
  return { amount: none, overdue: none, dueSoon: none, paymentTermsDays, dues: [] };
}

/**
 * Accounts of which something is overdue or due soon; the most overdue first.
 * @param overdueDays behind the payment terms that are told apart; sums are the same with fewer, and cost less
 */
export async function listDebtors(ctx: Ctx, overdueDays = OVERDUE_DAYS): Promise<Debtor[]> {
  requireOperator(ctx, "platform:read");
  const debtors = await readDebtors(ctx.db, ctx.clock.now(), sql`a.payment_terms_days > 0`, overdueDays);
  return debtors
    .filter(({ overdue, dueSoon }) => overdue.plus(dueSoon).greaterThan(0))
    .sort((a, b) => b.overdue.comparedTo(a.overdue));
}

type Row = {
  accountId: number;
  code: string;
  companyName: string;
  currency: string;
  paymentTermsDays: number;
  amount: Money;
  firstDay: string;
  chargedOn: string;
};

async function readDebtors(db: Transaction, now: Date, own: Sql, overdueDays = OVERDUE_DAYS): Promise<Debtor[]> {
  const today = dayOf(now);
  const rows = await db.query<Row>(sql`
    select a.id as account_id, a.code, a.company_name, a.currency, a.payment_terms_days, x.first_day::text as first_day,
           d.day::text as charged_on, d.amount
      from wallets w join accounts a on a.id = w.account_id
     cross join lateral (select ${today}::date - a.payment_terms_days - ${overdueDays}::int as first_day) x
     cross join lateral owed_by_day(w.account_id, x.first_day, ${today}::date) d
     where w.balance < 0 and ${own} order by a.id, d.day`);
  const accounts = Map.groupBy(rows, ({ accountId }) => accountId);
  return [...accounts.values()].map((own) => toDebtor(own, today));
}

function toDebtor(rows: Row[], today: string): Debtor {
  const { accountId, code, companyName, currency, paymentTermsDays } = rows[0]!;
  const dues = rows.map(({ chargedOn, firstDay, amount }): Due => {
    const dueOn = paymentTermsDays > 0 ? later(chargedOn, paymentTermsDays) : null;
    const state = dueOn === null || dueOn > later(today, SOON_DAYS) ? "later" : dueOn < today ? "overdue" : "soon";
    return { chargedOn, orEarlier: chargedOn === firstDay, dueOn, amount, state };
  });
  const sum = (...states: Due["state"][]) =>
    dues.filter(({ state }) => states.includes(state)).reduce((all, { amount }) => all.plus(amount), money(0));
  return {
    accountId,
    code,
    companyName,
    currency,
    paymentTermsDays,
    amount: sum("overdue", "soon", "later"),
    overdue: sum("overdue"),
    dueSoon: sum("soon"),
    dues,
  };
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** `days` may be below zero. */
export const later = (day: string, days: number): string => dayOf(after(new Date(day), days * DAY));
