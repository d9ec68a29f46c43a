import { Decimal } from "decimal.js";
import { fail } from "#server/kernel/errors.ts";
import type { Money } from "#server/kernel/money.ts";
import { parseAmount } from "#server/kernel/parse-amount.ts";

type Plain<T> = T extends Decimal
  ? string
  : T extends Date
    ? Date
    : T extends (infer Item)[]
      ? Plain<Item>[]
      : T extends object
        ? { [K in keyof T]: Plain<T[K]> }
        : T;

/** Amounts as exact decimals in text, everything else as it is: what a page can be given. */
export function present<T>(value: T): Plain<T> {
  if (Decimal.isDecimal(value)) return value.toFixed(Math.max(2, value.decimalPlaces())) as Plain<T>;
  if (value instanceof Date || value === null || typeof value !== "object") return value as Plain<T>;
  if (Array.isArray(value)) return value.map(present) as Plain<T>;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, present(item)])) as Plain<T>;
}

/** An amount as it was typed into the field; refused there when it cannot be read for certain. */
export function readAmount(text: string, field: string, decimals?: number): Money {
  const amount = parseAmount(text, decimals);
  return "refused" in amount ? fail("validation_error", amount.refused, { field }) : amount;
}
