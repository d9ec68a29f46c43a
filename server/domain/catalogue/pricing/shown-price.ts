import type { AccountCtx } from "#server/kernel/context.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { ONE, rateFault } from "./fx-rate.ts";
import { pricingSnapshot } from "./pricing-snapshot.ts";
import { leastCoin, minorUnits, roundUp } from "./retail-price.ts";
import type { Ending } from "./retail-rules.ts";

/** To the nearest coin, or up to what a retail price can end in. */
export type Rounding = "exact" | Ending;

/**
 * What a unit of the account's currency is worth now in each other one, by the rates that sales are priced with; empty while its own
 * has none. For what is shown beside a price: nothing is charged by it.
 */
export async function shownRates(ctx: AccountCtx): Promise<Map<string, Money>> {
  const { rates } = await pricingSnapshot(ctx.db, ctx.versions.pricing);
  const now = ctx.clock.now();
  const perUsd = new Map([...rates.values()].filter((rate) => !rateFault(rate, now)).map((r) => [r.currency, r.rate]));
  perUsd.set("USD", ONE);
  const own = perUsd.get(ctx.account.currency);
  perUsd.delete(ctx.account.currency);
  return new Map(own ? [...perUsd].map(([currency, rate]) => [currency, rate.dividedBy(own)]) : []);
}

/** An amount as it is shown in another currency: what costs something is worth a coin at least, what costs nothing stays nothing. */
export function showIn(amount: Money, { currency, rate, rounding }: ShownIn): Money {
  const converted = amount.times(rate);
  if (converted.isZero()) return converted;
  if (rounding !== "exact") return roundUp(converted, rounding, currency);
  const nearest = converted.toDecimalPlaces(minorUnits(currency));
  return nearest.isZero() ? leastCoin(currency) : money(nearest);
}

export type ShownIn = {
  currency: string;
  /** Units of it for one of the account's. */
  rate: Money;
  rounding: Rounding;
};
