import { fail } from "#server/kernel/errors.ts";
import type { Money } from "#server/kernel/money.ts";

const MOST_PERCENT = 1_000;

/** What is put on a supplier's cost: nothing is sold below it. */
export function requireMarkup(percent: Money, field: string): void {
  if (percent.isNegative() || percent.greaterThan(MOST_PERCENT))
    fail("validation_error", `A markup is from 0 to ${MOST_PERCENT} percent, not ${percent}.`, { field });
}
