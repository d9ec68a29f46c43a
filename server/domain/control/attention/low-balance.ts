import { findBalanceAlert } from "#server/domain/money/funding/index.ts";
import { getBalance, spendable } from "#server/domain/money/ledger/index.ts";
import { countOrdersByDay } from "#server/domain/selling/orders/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { type Money, money } from "#server/kernel/money.ts";

export type LowBalance = {
  kind: "low_balance";
  spendable: Money;
  currency: string;
  /** What a day took on average, over the last two weeks. */
  perDay: Money;
  /** At that rate, in whole days; null: nothing was spent. */
  daysLeft: number | null;
};

const DAYS = 14;
const SHORT_DAYS = 3;

/** What can be spent is below the account's own threshold, or gone within a few days. */
export async function findLowBalance(ctx: AccountCtx): Promise<LowBalance[]> {
  if (ctx.environment === "test") return [];
  const [balance, alert, days] = await Promise.all([
    getBalance(ctx),
    findBalanceAlert(ctx),
    countOrdersByDay(ctx, DAYS),
  ]);
  const left = spendable(balance);
  const perDay = days.reduce((sum, { spent }) => sum.plus(spent), money(0)).dividedBy(DAYS);
  const daysLeft = perDay.greaterThan(0) ? Math.floor(left.dividedBy(perDay).toNumber()) : null;
  const isLow = (alert !== null && left.lessThan(alert.threshold)) || (daysLeft !== null && daysLeft < SHORT_DAYS);
  return isLow ? [{ kind: "low_balance", spendable: left, currency: balance.currency, perDay, daysLeft }] : [];
}
