import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { type Money, money } from "#server/kernel/money.ts";
import type { Price } from "./price-package.ts";
import type { Ending, RetailRule } from "./retail-rules.ts";

/** What a reseller's customers pay, and what is left of it. */
export type RetailPrice = {
  /** In the account currency, rounded as money is handed over. */
  price: Money;
  /** Price without the VAT in it, less the reseller's own unit price; below zero it is a loss. */
  margin: Money;
};

type Target = { id: number; countryCode: string | null };

export type RetailList = {
  retailOf(item: Target, price: Pick<Price, "unitPrice" | "recommendedRetailPrice">): Pick<RetailPrice, "price">;
};

/** The account's retail prices; the same in both environments, as its own prices are. */
export async function retailList(ctx: AccountCtx): Promise<RetailList> {
  const { accountId } = tenant(ctx);
  const rules = (await ctx.db.prisma.retailRule.findMany({ where: { accountId } })) as RetailRule[];
  return { retailOf: (item, price) => computeRetail(price, findRetailRule(rules, item), ctx.account.currency) };
}

/** A package's own rule before its country's, before the one for everything. */
export function findRetailRule<R extends RetailRule>(rules: R[], { id, countryCode }: Target): R | null {
  return (
    rules.find((rule) => rule.packageId === id) ??
    rules.find((rule) => rule.packageId === null && rule.countryCode !== null && rule.countryCode === countryCode) ??
    rules.find((rule) => rule.packageId === null && rule.countryCode === null) ??
    null
  );
}

/**
 * Without a rule the recommended price. Always rounded up: what was set as a profit never becomes a loss.
 *
 * @param included VAT in prices, in percent: it is nothing to pay the cost with
 */
export function computeRetail(
  { unitPrice, recommendedRetailPrice }: Pick<Price, "unitPrice" | "recommendedRetailPrice">,
  rule: Pick<RetailRule, "markupPercent" | "ending"> | null,
  currency: string,
  included = money(0),
): RetailPrice {
  const wanted = rule ? unitPrice.times(money(100).plus(rule.markupPercent)).dividedBy(100) : recommendedRetailPrice;
  const price = roundUp(wanted, rule?.ending ?? "none", currency);
  return { price, margin: withoutVat(price, included).toDecimalPlaces(4).minus(unitPrice) };
}

export const withoutVat = (amount: Money, included: Money): Money => amount.times(100).dividedBy(included.plus(100));

/** The next price that ends so, or that is a multiple of the step. Currencies without small coins have whole prices. */
export function roundUp(wanted: Money, ending: Ending, currency: string): Money {
  const least = leastCoin(currency);
  const isStep = ending !== "none" && !ending.startsWith(".");
  if (isStep || ending === "none" || minorUnits(currency) === 0) {
    const step = isStep && money(ending).greaterThan(least) ? money(ending) : least;
    return money(Math.max(1, wanted.dividedBy(step).ceil().toNumber())).times(step);
  }
  const end = money(`0${ending}`);
  const price = wanted.floor().plus(end);
  const next = price.lessThan(wanted) ? price.plus(1) : price;
  return next.isZero() ? money(1) : next;
}

/** How many decimals money of a currency is handed over with. */
export const minorUnits = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** What somebody is shown who has to enter an amount: one that can be paid. */
export const exampleIn = (currency: string): string => (minorUnits(currency) === 0 ? "450" : "4.50");

/** Up to the next coin of the currency. */
export function ceilCoins(amount: Money, currency: string): Money {
  const coin = leastCoin(currency);
  return amount.dividedBy(coin).ceil().times(coin);
}

/** Of which every price is a whole number. */
export const leastCoin = (currency: string): Money => money(1).dividedBy(money(10).pow(minorUnits(currency)));
