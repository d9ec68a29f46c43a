import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import type { Money } from "#server/kernel/money.ts";
import { sumText } from "#server/kernel/sum-text.ts";

/** A code that takes something off at the checkout: a share of the whole purchase, or an amount in the account's currency. */
export type Discount = {
  id: number;
  code: string;
  percentOff: Money | null;
  amountOff: Money | null;
  /** Both lists empty: every plan. Destinations are countries, or regions for plans of several. */
  packageIds: number[];
  destinations: string[];
  startsAt: Date | null;
  endsAt: Date | null;
  /** In all; null for as often as anybody likes. */
  mostUses: number | null;
  oncePerPerson: boolean;
  active: boolean;
  /** Somebody confirmed that it may sell for less than a sale costs. */
  belowCost: boolean;
  /** Sales that it was used for, those that are being paid included. */
  uses: number;
  createdAt: Date;
};

export const DISCOUNT_COLUMNS = sql`
  d.id, d.code, d.percent_off, d.amount_off, d.package_ids, d.destinations, d.starts_at, d.ends_at, d.most_uses, d.once_per_person, d.active,
  d.below_cost, d.uses, d.created_at`;

/** ` summer-10 ` → `SUMMER-10`; null when it cannot be a code. */
export function parseDiscountCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  return /^[A-Z0-9](?:[A-Z0-9-]{1,28})[A-Z0-9]$/.test(code) ? code : null;
}

/** `10 %`, `5.00 EUR`. */
export const discountName = (
  { percentOff, amountOff }: Pick<Discount, "percentOff" | "amountOff">,
  currency: string,
) => (percentOff ? `${percentOff} %` : sumText(amountOff!, currency));

/** Why a code takes nothing off a purchase now. */
export type DiscountFault = "unknown" | "early" | "ended" | "used_up" | "used_before" | "other_plan";

/** Pages say it in their own words. */
const WORDS: Record<DiscountFault, string> = {
  unknown: "This shop has no such discount code.",
  early: "The discount code is not valid yet.",
  ended: "The discount code is no longer valid.",
  used_up: "The discount code has been used as often as it can be.",
  used_before: "The discount code was used with this e-mail address before.",
  other_plan: "The discount code cannot be used for this purchase.",
};

export const refuseDiscount = (fault: DiscountFault): never =>
  fail("validation_error", WORDS[fault], { field: "code", fault });
