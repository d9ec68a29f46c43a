import { leastCoin, minorUnits, withoutVat } from "#server/domain/catalogue/pricing/index.ts";
import { type Money, money, shareByWeight } from "#server/kernel/money.ts";
import type { Discount, DiscountFault } from "./discount.ts";

type Plan = { id: number; countryCode: string | null; regionCode: string };

/** What a traveller is about to pay for, in the account's currency: the retail price of one, and what it costs the reseller. */
export type PurchaseLine = { plan: Plan; price: Money; cost: Money; quantity: number };
export type Purchase = PurchaseLine & { currency: string };

/** What is left to pay: payment providers take no less than half a euro, a dollar, a pound, or fifty yen. */
const LEAST_IN_COINS = 50;

type Offer = Pick<Discount, "percentOff" | "amountOff" | "packageIds" | "destinations" | "belowCost">;

/** What a code takes off the whole purchase, whatever its period and its uses; a fault when it is not for it. */
export function takeOff(
  offer: Offer,
  { currency, ...line }: Purchase,
  included = money(0),
): { off: Money; total: Money } | DiscountFault {
  return takeOffAll(offer, [line], currency, included);
}

/**
 * The same for a purchase of several plans: of those that the code is for, as if they had been bought by themselves. `offs`: of each
 * plan, in their order.
 *
 * @param included VAT in prices, in percent: it is nothing to pay the cost with
 */
export function takeOffAll(
  offer: Offer,
  lines: PurchaseLine[],
  currency: string,
  included = money(0),
): { off: Money; total: Money; offs: Money[] } | DiscountFault {
  const places = minorUnits(currency);
  const prices = lines.map(({ plan, price, quantity }) => ({
    all: price.times(quantity),
    isMeant: isFor(offer, plan),
  }));
  const meant = prices.map(({ all, isMeant }) => (isMeant ? all : money(0)));
  const whole = sum(meant);
  const off = offer.amountOff ?? whole.times(offer.percentOff!).dividedBy(100).toDecimalPlaces(places);
  const left = whole.minus(off);
  if (!off.greaterThan(0) || left.lessThan(leastCoin(currency).times(LEAST_IN_COINS))) return "other_plan";
  const cost = sum(lines.map((line, i) => (prices[i]!.isMeant ? line.cost.times(line.quantity) : money(0))));
  if (!offer.belowCost && withoutVat(left, included).lessThan(cost)) return "other_plan";
  return { off, total: sum(prices.map(({ all }) => all)).minus(off), offs: shareByWeight(off, meant, places) };
}

const sum = (amounts: Money[]): Money => amounts.reduce((all, amount) => all.plus(amount), money(0));

export function isFor(
  { packageIds, destinations }: Pick<Discount, "packageIds" | "destinations">,
  { id, countryCode, regionCode }: Plan,
): boolean {
  if (packageIds.length === 0 && destinations.length === 0) return true;
  return packageIds.includes(id) || destinations.includes(countryCode ?? regionCode);
}
