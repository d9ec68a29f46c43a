import type { AccountCtx, AccountFacts } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { ceil2, type Money, money, round4 } from "#server/kernel/money.ts";
import { ONE, rateFault } from "./fx-rate.ts";
import { type PriceRule, type PricingSnapshot, pricingSnapshot } from "./pricing-snapshot.ts";

/** What a price is made of. USD where the name says so. */
export type Priced = {
  id: number;
  supplierCode: string;
  countryCode: string | null;
  costUsd: Money;
  suggestedRetailUsd: Money | null;
};

export type Price = {
  /** Cost and markup in USD, the base of the price; what a reseller sees as `base_unit_price`. */
  baseUnitPrice: Money;
  fxRate: Money;
  /** In the account currency. */
  unitPrice: Money;
  recommendedRetailPrice: Money;
};

export type PriceList = {
  currency: string;
  priceOf(priced: Priced): Price;
  isOpen(supplierCode: string): boolean;
  /** When the account's rules or its currency's rate last changed: every price is at least that new. */
  changedAt: Date;
};

/** Price lists of a snapshot that are kept; one serves every account without rules of its own. */
const KEPT = 12;
const lists = new WeakMap<PricingSnapshot, Map<string, PriceList>>();

/**
 * The account's prices as they stand; refuses with `fx_unavailable` when its currency has no usable rate. The same object
 * as long as nothing changes, so that what is made of it can be kept beside it.
 */
export async function priceList(ctx: AccountCtx): Promise<PriceList> {
  const snapshot = await pricingSnapshot(ctx.db, ctx.versions.pricing);
  const { currency, id } = ctx.account;
  const rate = usableRate(snapshot, currency, ctx.clock.now());
  const kept = lists.get(snapshot) ?? new Map<string, PriceList>();
  lists.set(snapshot, kept);
  const name = `${snapshot.hasOwnRules(id) ? id : "all"}:${currency}`;
  const list = kept.get(name) ?? makeList(snapshot, ctx.account, rate);
  kept.delete(name);
  kept.set(name, list);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
  return list;
}

type Rate = { fxRate: Money; changedAt: number };

function makeList(snapshot: PricingSnapshot, { id, currency }: AccountFacts, { fxRate, changedAt }: Rate): PriceList {
  const rules = snapshot.rulesFor(id);
  return {
    currency,
    priceOf: (priced) => computePrice(priced, findRule(rules, priced), fxRate),
    isOpen: (supplierCode) => snapshot.openSuppliers.has(supplierCode),
    changedAt: new Date(Math.max(changedAt, snapshot.rulesChangedAt(id).getTime())),
  };
}

/** Whether the account's currency can be sold in now. */
export async function hasUsableRate(ctx: AccountCtx): Promise<boolean> {
  const { rates } = await pricingSnapshot(ctx.db, ctx.versions.pricing);
  return ctx.account.currency === "USD" || rateFault(rates.get(ctx.account.currency), ctx.clock.now()) === null;
}

function usableRate(snapshot: PricingSnapshot, currency: string, now: Date): Rate {
  if (currency === "USD") return { fxRate: ONE, changedAt: 0 };
  const rate = snapshot.rates.get(currency);
  const fault = rateFault(rate, now);
  if (fault || !rate)
    return fail(
      "fx_unavailable",
      `There is no verified current exchange rate for ${currency}: ${fault}. No price can be given until it is renewed.`,
    );
  return { fxRate: rate.rate, changedAt: rate.changedAt.getTime() };
}

export function computePrice({ costUsd, suggestedRetailUsd }: Priced, rule: PriceRule, fxRate: Money): Price {
  const baseUnitPrice = sellable(costUsd.times(factor(rule.markupPercent)));
  const unitPrice = sellable(baseUnitPrice.times(fxRate));
  const own = unitPrice.times(factor(rule.retailMarkupPercent));
  const suggested = suggestedRetailUsd?.times(fxRate);
  return {
    baseUnitPrice,
    fxRate,
    unitPrice,
    recommendedRetailPrice: ceil2(suggested?.greaterThan(own) ? suggested : own),
  };
}

/** Rounded as it is booked, but never to nothing: no order is free by rounding. */
const sellable = (exact: Money): Money => {
  const rounded = round4(exact);
  return rounded.lessThan(LEAST) ? LEAST : rounded;
};
const LEAST = money("0.0001");

const factor = (percent: Money): Money => money(100).plus(percent).dividedBy(100);

/** The most specific rule that matches: a package before a country before a supplier, an account's own before a general one. */
export function findRule(rules: PriceRule[], { id, supplierCode, countryCode }: Priced): PriceRule {
  let best: PriceRule | undefined;
  let bestWeight = -1;
  for (const rule of rules) {
    if (rule.packageId !== null && rule.packageId !== id) continue;
    if (rule.countryCode !== null && rule.countryCode !== countryCode) continue;
    if (rule.supplierCode !== null && rule.supplierCode !== supplierCode) continue;
    const weight =
      (rule.packageId ? 8 : 0) + (rule.countryCode ? 4 : 0) + (rule.supplierCode ? 2 : 0) + (rule.accountId ? 1 : 0);
    if (weight > bestWeight) [best, bestWeight] = [rule, weight];
  }
  return best ?? fail("internal_error", "There is no general price rule.");
}
