import { minorUnits } from "#server/domain/catalogue/pricing/index.ts";
import { type Money, money } from "#server/kernel/money.ts";
import type { Seller } from "./seller.ts";
import { isInEu, plainVatId, vatIdFault } from "./vat-id.ts";

export const VAT_MODES = ["included", "on_top"] as const;
export type VatMode = (typeof VAT_MODES)[number];
/** `reverse`: none is charged, because the business that buys owes it in its own country. */
export type VatKind = VatMode | "reverse";

/** How VAT is charged to somebody. `rate` in percent; `included`: what the price holds for others, and is taken off for `reverse`. */
export type VatTerms = { kind: VatKind; country: string; rate: Money; included: Money };

/** What a shop charges: its rates in percent by country, and who sells. */
export type Vat = { mode: VatMode; rates: Readonly<Record<string, string>>; seller: Seller };

/**
 * What is charged to whom: by the country that they live in. A business of another EU country than the seller's owes it there,
 * if it has a VAT number of the right shape; nobody else is asked whether that number exists. A seller who is exempt charges none.
 */
export function vatTerms({ mode, rates, seller }: Vat, country: string, vatId: string): VatTerms {
  const rate = money(seller.taxExemption === "" ? (rates[country] ?? 0) : 0);
  const owedByBuyer =
    seller.taxExemption === "" &&
    plainVatId(vatId) !== "" &&
    vatIdFault(country, vatId) === null &&
    isInEu(seller.country) &&
    isInEu(country) &&
    country !== seller.country;
  if (!owedByBuyer) return { kind: mode, country, rate, included: money(0) };
  return { kind: "reverse", country, rate: money(0), included: mode === "included" ? rate : money(0) };
}

/** `amount`: VAT in the total. `added`: what it made of the price, less than nothing where it was taken off. */
export type VatSplit = { total: Money; net: Money; amount: Money; added: Money };

/**
 * What a price comes to. VAT is worked out once, of the whole purchase after its discount, and rounded half up to the currency's coin;
 * the rest is the net amount, so that both make the total to the coin.
 */
export function splitVat(price: Money, { kind, rate, included }: VatTerms, currency: string): VatSplit {
  const zero = money(0);
  if (kind === "on_top") {
    const amount = toCoins(price.times(rate).dividedBy(100), currency);
    return { total: price.plus(amount), net: price, amount, added: amount };
  }
  if (kind === "reverse") {
    const total = price.minus(within(price, included, currency));
    return { total, net: total, amount: zero, added: total.minus(price) };
  }
  const amount = within(price, rate, currency);
  return { total: price, net: price.minus(amount), amount, added: zero };
}

const within = (gross: Money, rate: Money, currency: string): Money =>
  toCoins(gross.times(rate).dividedBy(rate.plus(100)), currency);

/** Half up. */
const toCoins = (amount: Money, currency: string): Money => amount.toDecimalPlaces(minorUnits(currency), 4);
