import { minorUnits } from "#server/domain/catalogue/pricing/index.ts";
import { fail } from "#server/kernel/errors.ts";
import { LARGEST_AMOUNT, type Money } from "#server/kernel/money.ts";

/** An amount above zero that a column of money holds exactly. */
export function requireAmount(amount: Money, field: string): void {
  if (!amount.isFinite() || !amount.isPositive() || amount.isZero())
    fail("validation_error", "Enter an amount above zero.", { field });
  if (amount.decimalPlaces() > 2 || amount.greaterThan(LARGEST_AMOUNT))
    fail("validation_error", "An amount has at most 2 decimals and 11 digits before them.", { field });
}

/** One that a card can be charged. */
export function requireChargeable(amount: Money, currency: string): void {
  requireAmount(amount, "amount");
  const digits = minorUnits(currency);
  if (amount.decimalPlaces() > digits)
    fail("validation_error", `An amount in ${currency} has ${digits === 0 ? "no" : `at most ${digits}`} decimals.`, {
      field: "amount",
    });
}
