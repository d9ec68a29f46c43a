import { z } from "zod";
import { hasUsableRate } from "#server/domain/catalogue/pricing/index.ts";
import {
  availableCredit,
  getBalance as readBalance,
  spendable,
  usedCredit,
} from "#server/domain/money/ledger/index.ts";
import { operation } from "#server/http/operation.ts";
import { amount, copyOf, currency, integer } from "../fields.ts";

const Balance = z
  .strictObject({
    currency: currency(),
    wallet_balance: amount().meta({ description: "May be negative: the negative part is the credit in use" }),
    prepaid_balance: amount().meta({ description: "The positive part of the wallet" }),
    credit: z.strictObject({
      enabled: z.boolean(),
      status: z.enum(["none", "active", "blocked"]),
      hold_reason: z.string().nullable(),
      limit: amount(),
      used: amount(),
      available: amount(),
      payment_terms_days: integer(),
    }),
    available_to_spend: amount().meta({ description: "The highest amount that can be bought for" }),
    can_purchase: z.boolean(),
    credit_limit: copyOf(amount(), "credit.limit"),
    credit_used: copyOf(amount(), "credit.used"),
    available: copyOf(amount(), "available_to_spend"),
  })
  .meta({ id: "Balance" });

export const getBalance = operation({
  method: "GET",
  path: "/account/balance",
  tag: "Account",
  summary: "Wallet, credit and what can be spent",
  access: "account:balance",
  data: Balance,
  handle: async ({ ctx }) => {
    const balance = await readBalance(ctx);
    const { account, environment } = ctx;
    const open = account.status === "active" && (environment === "live" ? account.liveEnabled : account.testEnabled);
    const availableToSpend = spendable(balance).toNumber();
    const limit = balance.creditLimit.toNumber();
    const used = usedCredit(balance).toNumber();
    return {
      currency: balance.currency,
      wallet_balance: balance.walletBalance.toNumber(),
      prepaid_balance: Math.max(0, balance.walletBalance.toNumber()),
      credit: {
        enabled: balance.creditEnabled,
        status: balance.creditStatus,
        hold_reason: balance.holdReason,
        limit,
        used,
        available: availableCredit(balance).toNumber(),
        payment_terms_days: balance.paymentTermsDays,
      },
      available_to_spend: availableToSpend,
      can_purchase: availableToSpend > 0 && open && (await hasUsableRate(ctx)),
      credit_limit: limit,
      credit_used: used,
      available: availableToSpend,
    };
  },
});
