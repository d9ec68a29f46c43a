import { type Rounding, retailList, showIn, shownRates } from "#server/domain/catalogue/pricing/index.ts";
import { CURRENCIES } from "#server/domain/reseller/accounts/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import type { Money } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { listPackages } from "./list-packages.ts";

/** `charged`: the cheapest price of the shop, one in the middle and the dearest, each once; none while nothing is on sale. */
export type ShownPrices = {
  charged: Money[];
  /** Those as each currency would show them; null for one that has no rate now. */
  shown: { currency: string; prices: Money[] | null }[];
};

/** What a rounding would make of the shop's prices in every other currency. */
export async function previewShownPrices(ctx: AccountCtx, rounding: Rounding): Promise<ShownPrices> {
  requirePermission(ctx, "brand:read");
  const [{ items }, retail, rates] = await Promise.all([
    listPackages(ctx, { includeVariants: false }, { limit: 100_000 }),
    retailList(ctx),
    shownRates(ctx),
  ]);
  const prices = items.map((item) => retail.retailOf(item, item).price).sort((a, b) => a.comparedTo(b));
  const some = [0, Math.floor(prices.length / 2), prices.length - 1].flatMap((i) => prices[i] ?? []);
  const charged = some.filter((price, i) => !some[i - 1]?.equals(price));
  return {
    charged,
    shown: CURRENCIES.filter((currency) => currency !== ctx.account.currency).map((currency) => {
      const rate = rates.get(currency);
      return { currency, prices: rate ? charged.map((price) => showIn(price, { currency, rate, rounding })) : null };
    }),
  };
}
