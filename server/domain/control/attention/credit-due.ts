import { getOwed } from "#server/domain/money/credit/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import type { Money } from "#server/kernel/money.ts";

export type CreditDue = {
  kind: "credit_due";
  /** Else it is due within a few days. */
  overdue: boolean;
  amount: Money;
  currency: string;
  /** When the oldest part of it was due, or is. */
  dueOn: string;
};

/** What of the credit line has to be paid now. */
export async function findCreditDue(ctx: AccountCtx): Promise<CreditDue[]> {
  if (ctx.environment === "test") return [];
  const { overdue, dueSoon, dues } = await getOwed(ctx);
  const isOverdue = overdue.greaterThan(0);
  const amount = isOverdue ? overdue : dueSoon;
  const { dueOn } = dues[0] ?? {};
  if (amount.isZero() || !dueOn) return [];
  return [{ kind: "credit_due", overdue: isOverdue, amount, currency: ctx.account.currency, dueOn }];
}
