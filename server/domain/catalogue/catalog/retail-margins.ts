import {
  computeRetail,
  findRetailRule,
  listRetailRules,
  type PriceList,
  priceList,
  type RetailRule,
} from "#server/domain/catalogue/pricing/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { catalogSnapshot } from "./catalog-snapshot.ts";
import type { Package } from "./package.ts";

/** What a package costs the reseller, what its travellers pay, and what is left without the VAT in that. */
export type RetailExample = { packageId: string; name: string; cost: Money; price: Money; margin: Money };

/** What a rule comes to over the packages that it decides. */
export type RetailMargins = {
  packages: number;
  /** Sold for less than they cost. */
  losses: number;
  /** In percent of the retail price. */
  lowestPercent: Money | null;
  highestPercent: Money | null;
  /** Some of them, from the cheapest to the dearest. */
  examples: RetailExample[];
};

export type RuleWithMargins = RetailRule & { packageCode: string | null; margins: RetailMargins };

type RuleOf = Pick<RetailRule, "countryCode" | "packageId">;

const EXAMPLES = 5;

/**
 * The account's rules with what each comes to; last what no rule decides, at recommended prices.
 *
 * @param included VAT in prices, in percent
 */
export async function listRetailMargins(
  ctx: AccountCtx,
  included = money(0),
): Promise<{ rules: RuleWithMargins[]; recommended: RetailMargins }> {
  const rules = await listRetailRules(ctx);
  const decided = await decide(ctx, rules);
  return {
    rules: rules.map((rule) => ({ ...rule, margins: summarize(ctx, rule, decided.get(rule) ?? [], included) })),
    recommended: summarize(ctx, null, decided.get(null) ?? [], included),
  };
}

/** What a rule would come to if it were set: no price changes by asking. */
export async function previewRetailRule(
  ctx: AccountCtx,
  rule: RetailRule,
  included = money(0),
): Promise<RetailMargins> {
  const rules: RetailRule[] = await listRetailRules(ctx);
  const decided = await decide(ctx, [rule, ...rules.filter((other) => !isSameTarget(other, rule))]);
  return summarize(ctx, rule, decided.get(rule) ?? [], included);
}

const isSameTarget = (a: RuleOf, b: RuleOf) => a.countryCode === b.countryCode && a.packageId === b.packageId;

type Decided = { item: Package; price: ReturnType<PriceList["priceOf"]> };

/** Every package on sale under the rule that decides its price, null where none does. */
async function decide<R extends RetailRule>(ctx: AccountCtx, rules: R[]): Promise<Map<R | null, Decided[]>> {
  const [prices, { onSale }] = await Promise.all([priceList(ctx), catalogSnapshot(ctx.db, ctx.versions.catalog)]);
  return Map.groupBy(
    onSale.map((item) => ({ item, price: prices.priceOf(item) })),
    ({ item }) => findRetailRule(rules, item),
  );
}

function summarize(
  { account }: AccountCtx,
  rule: RetailRule | null,
  decided: Decided[],
  included: Money,
): RetailMargins {
  const all = decided
    .map(({ item: { packageId, name }, price }) => {
      const retail = computeRetail(price, rule, account.currency, included);
      const percent = retail.margin.dividedBy(retail.price).times(100);
      return { packageId, name, cost: price.unitPrice, ...retail, percent };
    })
    .sort((a, b) => a.price.comparedTo(b.price));
  const percents = all.map(({ percent }) => percent).sort((a, b) => a.comparedTo(b));
  const step = Math.max(1, Math.ceil(all.length / EXAMPLES));
  return {
    packages: all.length,
    losses: all.filter(({ margin }) => margin.isNegative()).length,
    lowestPercent: percents[0] ?? null,
    highestPercent: percents.at(-1) ?? null,
    examples: all.filter((_, i) => i % step === 0).map(({ percent: _, ...example }) => example),
  };
}
