import type { AccountCtx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { sumText } from "#server/kernel/sum-text.ts";

/** The wallet as it was under its lock. */
export type Funds = { balance: Money; available: Money; creditEnabled: boolean; creditStatus: string };

/** What the test scenario pretends. */
const EMPTY_WALLET: Funds = { balance: money(0), available: money(0), creditEnabled: false, creditStatus: "none" };

const NOUN = { order: "The order", topup: "The top-up" };

/** Refuses a purchase that the account cannot pay, with the figures. `required` in the account currency. */
export function insufficientBalance(
  ctx: AccountCtx,
  context: "order" | "topup",
  required: Money,
  { balance, available, creditEnabled, creditStatus }: Funds = EMPTY_WALLET,
): never {
  const { currency } = ctx.account;
  const shortfall = required.minus(available);
  return fail(
    "insufficient_balance",
    `${NOUN[context]} costs ${sumText(required, currency)}, and ${sumText(available, currency)} can be spent: ${sumText(shortfall, currency)} are missing. Nothing was charged.`,
    {
      context,
      currency,
      required_amount: required.toNumber(),
      available_to_spend: available.toNumber(),
      shortfall: shortfall.toNumber(),
      wallet_balance: balance.toNumber(),
      credit_enabled: creditEnabled,
      credit_status: creditStatus,
    },
  );
}
