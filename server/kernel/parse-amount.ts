import { readDecimal } from "./amount-text.ts";
import { type Money, money } from "./money.ts";

/** An amount as somebody typed it, as a number to count with. */
export function parseAmount(typed: string, decimals?: number): Money | { refused: string } {
  const amount = readDecimal(typed, decimals);
  return typeof amount === "string" ? money(amount) : amount;
}
