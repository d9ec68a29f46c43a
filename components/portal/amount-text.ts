import { fewestPlaces, placesOf } from "#server/kernel/amount-places.ts";
import { readDecimal } from "#server/kernel/amount-text.ts";
import type { Zod } from "./zod.ts";

type AmountRules = {
  places?: number;
  /** Nothing is an answer too. */
  optional?: boolean;
  check?(amount: number): string | null;
};

const aboveZero = (amount: number) => (amount > 0 ? null : "Enter an amount above zero.");

/** What was typed, in whichever spelling, as the exact decimal that is sent. */
export function readTyped(
  typed: string,
  { places = 2, optional = false, check = aboveZero }: AmountRules = {},
): string | { refused: string } {
  if (optional && typed.trim() === "") return "";
  const amount = readDecimal(typed, places);
  const refused = typeof amount === "string" ? check(Number(amount)) : amount.refused;
  return refused ? { refused } : (amount as string);
}

/** The same as a field of a form. */
export const amountText = (z: Zod, rules?: AmountRules) =>
  z.pipe(
    z.string(),
    z.transform((typed: string, { issues }): string => {
      const amount = readTyped(typed, rules);
      if (typeof amount === "string") return amount;
      issues.push({ code: "custom", message: amount.refused, input: typed });
      return typed;
    }),
  );

/**
 * An exact decimal as a reader would type it, `4.9000` → `4,90`. Never with three decimals: `4.125` could be four thousand,
 * so it is written `4.1250`.
 */
export function typedAmount(amount: string, currency: string, locale: string): string {
  const [whole, decimals = ""] = amount.split(".");
  const places = Math.max(placesOf(amount), fewestPlaces(currency));
  if (places === 0) return whole!;
  const mark = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === "decimal")?.value;
  return `${whole}${mark === "," ? "," : "."}${decimals.slice(0, places).padEnd(places, "0")}`;
}
