import { leastCoin, minorUnits } from "#server/domain/catalogue/pricing/index.ts";
import type { Money } from "#server/kernel/money.ts";
import type { Discount, DiscountFault } from "./discount.ts";

type Plan = { id: number; countryCode: string | null; regionCode: string };

/** What a traveller is about to pay for, in the account's currency: the retail price of one, and what it costs the reseller. */
export type Purchase = { plan: Plan; price: Money; cost: Money; quantity: number; currency: string };

/** What is left to pay: payment providers take no less than half a euro, a dollar, a pound, or fifty yen. */
const LEAST_IN_COINS = 50;

type Offer = Pick<Discount, "percentOff" | "amountOff" | "packageIds" | "destinations" | "belowCost">;

/** What a code takes off the whole purchase, whatever its period and its uses; a fault when it is not for it. */
export function takeOff(offer: Offer, purchase: Purchase): { off: Money; total: Money } | DiscountFault {
  const { plan, price, cost, quantity, currency } = purchase;
  if (!isFor(offer, plan)) return "other_plan";
  const whole = price.times(quantity);
  const off = offer.amountOff ?? whole.times(offer.percentOff!).dividedBy(100).toDecimalPlaces(minorUnits(currency));
  const total = whole.minus(off);
  if (!off.greaterThan(0) || total.lessThan(leastCoin(currency).times(LEAST_IN_COINS))) return "other_plan";
  if (!offer.belowCost && total.lessThan(cost.times(quantity))) return "other_plan";
  return { off, total };
}

export function isFor(
  { packageIds, destinations }: Pick<Discount, "packageIds" | "destinations">,
  { id, countryCode, regionCode }: Plan,
): boolean {
  if (packageIds.length === 0 && destinations.length === 0) return true;
  return packageIds.includes(id) || destinations.includes(countryCode ?? regionCode);
}
