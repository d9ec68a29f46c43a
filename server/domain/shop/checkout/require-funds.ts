import { getBalance, insufficientBalance, spendable } from "#server/domain/money/ledger/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import type { Money } from "#server/kernel/money.ts";
import { alertReseller } from "./alert-reseller.ts";

/** Better closed for a moment than paid and given back: whether the reseller can pay is asked before the traveller does. */
export async function requireFunds(ctx: AccountCtx, cost: Money): Promise<void> {
  if (ctx.environment === "test") return;
  const balance = await getBalance(ctx);
  const available = spendable(balance);
  if (available.greaterThanOrEqualTo(cost)) return;
  await ctx.db.transaction((tx) => alertReseller(tx, ctx, "insufficient_balance"));
  insufficientBalance(ctx, "order", cost, { ...balance, balance: balance.walletBalance, available });
}
