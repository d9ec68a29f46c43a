import { minorUnits } from "#server/domain/catalogue/pricing/index.ts";
import { type Money, money } from "#server/kernel/money.ts";

/** Stripe counts in a currency's smallest unit. */
export const fromMinor = (amount: number, currency: string): Money =>
  money(amount).dividedBy(money(10).pow(minorUnits(currency)));

export const toMinor = (amount: Money, currency: string): number =>
  amount
    .times(money(10).pow(minorUnits(currency)))
    .round()
    .toNumber();
