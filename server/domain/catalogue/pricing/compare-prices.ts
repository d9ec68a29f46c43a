import type { Ctx } from "#server/kernel/context.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { ONE } from "./fx-rate.ts";
import { computePrice, findRule, type Price, type Priced } from "./price-package.ts";
import { loadPricing } from "./pricing-snapshot.ts";
import type { Markup, RuleTarget } from "./rules.ts";

export type Compared<P extends Priced> = { item: P; before: Price; after: Price; markupBefore: Money };

/**
 * What a rule would do to the prices of the account that it is for, or of an account without rules of its own: the items
 * whose price would be another one. In the account's currency at the rate in force, otherwise in USD.
 */
export async function comparePrices<P extends Priced>(
  ctx: Ctx,
  { target, markup, currency }: { target: RuleTarget; markup: Markup | null; currency: string },
  items: P[],
): Promise<Compared<P>[]> {
  const { rulesFor, rates } = await loadPricing(ctx.db);
  const fxRate = rates.get(currency)?.rate ?? ONE;
  const now = rulesFor(target.accountId ?? 0);
  const others = now.filter((rule) => !isFor(rule, target));
  const changed = { ...target, changedAt: ctx.clock.now(), removedAt: null };
  const then = markup ? [...others, { ...changed, ...markup }] : others;
  return items.flatMap((item) => {
    const rule = findRule(now, item);
    const before = computePrice(item, rule, fxRate);
    const after = computePrice(item, findRule(then, item), fxRate);
    const isSame =
      before.unitPrice.equals(after.unitPrice) && before.recommendedRetailPrice.equals(after.recommendedRetailPrice);
    return isSame ? [] : [{ item, before, after, markupBefore: money(rule.markupPercent) }];
  });
}

const isFor = (rule: RuleTarget, target: RuleTarget): boolean =>
  rule.accountId === target.accountId &&
  rule.supplierCode === target.supplierCode &&
  rule.countryCode === target.countryCode &&
  rule.packageId === target.packageId;
