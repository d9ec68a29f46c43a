import type { Ctx } from "#server/kernel/context.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { ONE } from "./fx-rate.ts";
import { computePrice, findRule, type Price, type Priced } from "./price-package.ts";
import { loadPricing, type PriceRule } from "./pricing-snapshot.ts";
import type { Markup, RuleTarget } from "./rules.ts";

export type Compared<P extends Priced> = { item: P; before: Price; after: Price; markupBefore: Money };

/** What a rule does to one account's prices, or to those of all accounts without rules of their own (`accountId` null). */
export type Touched = {
  accountId: number | null;
  /** Packages with another price. */
  changed: number;
  /** Of them: by more than ten percent. */
  risen: number;
  fallen: number;
  /** The mean of what the changed prices change by, in percent. */
  meanPercent: number;
};

/** A change that people notice. */
const MUCH_PERCENT = 10;

/**
 * What a rule (or with `markup` null, its removal) would do to the prices of the account that it is for, or of an account
 * without rules of its own: the items whose price would be another one. In the account's currency at the rate in force,
 * otherwise in USD. `touched` says the same of every account, those with the most changes first.
 */
export async function comparePrices<P extends Priced>(
  ctx: Ctx,
  { target, markup, currency }: { target: RuleTarget; markup: Markup | null; currency: string },
  items: P[],
): Promise<{ compared: Compared<P>[]; touched: Touched[] }> {
  const { rulesFor, ownersOfRules, rates } = await loadPricing(ctx.db);
  const fxRate = rates.get(currency)?.rate ?? ONE;
  const changed = { ...target, changedAt: ctx.clock.now(), removedAt: null };
  const both = (accountId: number) => {
    const now = rulesFor(accountId);
    const others = now.filter((rule) => !isFor(rule, target));
    return { now, later: markup ? [...others, { ...changed, ...markup }] : others };
  };
  const { now, later } = both(target.accountId ?? 0);
  const compared = items.flatMap((item) => {
    const rule = findRule(now, item);
    const before = computePrice(item, rule, fxRate);
    const after = computePrice(item, findRule(later, item), fxRate);
    const isSame =
      before.unitPrice.equals(after.unitPrice) && before.recommendedRetailPrice.equals(after.recommendedRetailPrice);
    return isSame ? [] : [{ item, before, after, markupBefore: money(rule.markupPercent) }];
  });
  const whom = target.accountId === null ? [null, ...ownersOfRules] : [target.accountId];
  const touched = whom
    .map((accountId) => ({ accountId, ...weigh(both(accountId ?? 0), items) }))
    .filter((one) => one.changed > 0);
  return { compared, touched: touched.sort((a, b) => b.changed - a.changed) };
}

/** By the markups alone: a price moves as its markup does. */
function weigh({ now, later }: { now: PriceRule[]; later: PriceRule[] }, items: Priced[]): Omit<Touched, "accountId"> {
  const moves = items
    .map((item) => {
      const [before, after] = [findRule(now, item), findRule(later, item)];
      return (factorOf(after) / factorOf(before) - 1) * 100;
    })
    .filter((percent) => Math.abs(percent) > 1e-9);
  return {
    changed: moves.length,
    risen: moves.filter((percent) => percent > MUCH_PERCENT + 1e-9).length,
    fallen: moves.filter((percent) => percent < -MUCH_PERCENT - 1e-9).length,
    meanPercent: moves.reduce((sum, percent) => sum + percent, 0) / Math.max(1, moves.length),
  };
}

const factorOf = ({ markupPercent }: PriceRule): number => 100 + markupPercent.toNumber();

const isFor = (rule: RuleTarget, target: RuleTarget): boolean =>
  rule.accountId === target.accountId &&
  rule.supplierCode === target.supplierCode &&
  rule.countryCode === target.countryCode &&
  rule.packageId === target.packageId;
