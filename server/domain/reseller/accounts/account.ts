import type { AccountModel, WalletModel } from "#generated/prisma/models.ts";

export const PLANS = {
  starter: { perMinute: 60, perDay: 10_000 },
  growth: { perMinute: 300, perDay: 100_000 },
  scale: { perMinute: 1_200, perDay: 1_000_000 },
} as const;

export type Plan = keyof typeof PLANS;

/** How many requests a key may make: its plan's limits where nothing else was agreed. */
export const limitsOf = ({ plan, rateMinute, rateDay }: Agreed) => ({
  perMinute: rateMinute ?? PLANS[plan].perMinute,
  perDay: rateDay ?? PLANS[plan].perDay,
});

type Agreed = { plan: Plan; rateMinute: number | null; rateDay: number | null };
export type AccountStatus = "active" | "closed";
export type CreditStatus = "none" | "active" | "blocked";

export type Account = AccountModel & { wallet: WalletModel };

/** ISO 4217 codes that an account can be kept in: two-decimal currencies that the rate source knows, and USD. */
export const CURRENCIES = [
  "USD",
  "EUR",
  "GBP",
  "CHF",
  "AUD",
  "BRL",
  "CAD",
  "CNY",
  "CZK",
  "DKK",
  "HKD",
  "HUF",
  "IDR",
  "ILS",
  "INR",
  "JPY",
  "KRW",
  "MXN",
  "MYR",
  "NOK",
  "NZD",
  "PHP",
  "PLN",
  "RON",
  "SEK",
  "SGD",
  "THB",
  "TRY",
  "ZAR",
] as const;
