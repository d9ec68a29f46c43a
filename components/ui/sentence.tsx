"use client";
import { fewestPlaces } from "#server/kernel/amount-places.ts";
import { CURRENCY_OPTIONS } from "./currency-options.ts";
import { useLocale } from "./locale.tsx";
import { formatAmount } from "./money.tsx";

const CODES = CURRENCY_OPTIONS.map(({ value }) => value).join("|");
/** As the server writes a sum, `1,234.50 EUR`, and as it did before, `1234.50 EUR`. */
const SUM = new RegExp(`(?<![\\w.,-])(−?\\d[\\d,]*(?:\\.\\d+)?) (${CODES})(?!\\w)`, "g");

/** A sentence that was written once for everybody, its sums as this reader writes amounts. */
export const Sentence = ({ children }: { children: string }) => withSums(children, useLocale());

export const withSums = (text: string, locale: string): string =>
  text.replace(SUM, (sum, amount: string, currency: string) => {
    // A rate's "for 1 USD": a sum of ours has the places of its currency.
    if (!amount.includes(".") && fewestPlaces(currency) > 0) return sum;
    const exact = amount.replaceAll(",", "").replace("−", "-");
    return `${formatAmount(exact, currency, locale)}\u00a0${currency}`;
  });
