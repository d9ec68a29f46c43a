import { listPackages } from "#server/domain/catalogue/catalog/index.ts";
import { retailList, withoutVat } from "#server/domain/catalogue/pricing/index.ts";
import { includedAtHome } from "#server/domain/shop/law/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import type { Money } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { Discount } from "./discount.ts";
import { isFor, takeOff } from "./take-off.ts";

/** A plan with a code: what travellers pay for one, and what is left of it for the reseller, without the VAT in it. */
export type DiscountedPlan = { packageId: string; name: string; cost: Money; price: Money; margin: Money };

export type DiscountPreview = {
  /** Plans on sale that it is for. */
  plans: number;
  /** Of these it leaves nothing to pay for, so that it cannot be used for one of them. */
  unusable: number;
  /** What is sold for less than it costs, one at a time, the worst first. */
  losses: DiscountedPlan[];
};

type Offer = Pick<Discount, "percentOff" | "amountOff" | "packageIds" | "destinations">;

/** What a code would come to at the prices of now: nothing changes by asking. */
export async function previewDiscount(ctx: AccountCtx, offer: Offer): Promise<DiscountPreview> {
  requirePermission(ctx, "orders:read");
  const [{ items }, retail, included] = await Promise.all([
    listPackages(ctx, { includeVariants: true }, { limit: 100_000 }),
    retailList(ctx),
    includedAtHome(ctx),
  ]);
  const meant = items.filter((item) => isFor(offer, item));
  const discounted = meant.map((plan) => {
    const { price } = retail.retailOf(plan, plan);
    const purchase = { plan, price, cost: plan.unitPrice, quantity: 1, currency: ctx.account.currency };
    return { plan, taken: takeOff({ ...offer, belowCost: true }, purchase) };
  });
  const losses = discounted.flatMap(({ plan: { packageId, name, unitPrice: cost }, taken }) => {
    if (typeof taken === "string") return [];
    const left = withoutVat(taken.total, included).toDecimalPlaces(4);
    return left.lessThan(cost) ? { packageId, name, cost, price: taken.total, margin: left.minus(cost) } : [];
  });
  return {
    plans: meant.length,
    unusable: discounted.filter(({ taken }) => typeof taken === "string").length,
    losses: losses.sort((a, b) => a.margin.comparedTo(b.margin)),
  };
}
