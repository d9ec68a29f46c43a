import { Decimal } from "decimal.js";

export const EXACT = { precision: 40, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -20, toExpPos: 30 } as const;

const Money = Decimal.clone(EXACT);

/** An exact decimal. Which currency it is in is said by the field's name or the record's `currency`. */
export type Money = Decimal;

export const money = (value: Decimal.Value): Money => new Money(value);

/** What a column of money holds at most, whole. */
export const LARGEST_AMOUNT = 99_999_999_999;

/** Four decimals, half up: how prices and amounts are stored. */
export const round4 = (value: Money): Money => value.toDecimalPlaces(4, Decimal.ROUND_HALF_UP);

/** Two decimals, always up: how suggested retail prices are given. */
export const ceil2 = (value: Money): Money => value.toDecimalPlaces(2, Decimal.ROUND_UP);

/** For PostgreSQL: plain notation, four decimals. */
export const toNumeric = (value: Money): string => value.toFixed(4);

/** An amount shared by weight: each share is what the running sum grows by, so that none is lost and none is made. */
export function shareByWeight(amount: Money, weights: Money[], places: number): Money[] {
  const all = weights.reduce((sum, weight) => sum.plus(weight), money(0));
  let [weighed, given] = [money(0), money(0)];
  return weights.map((weight) => {
    weighed = weighed.plus(weight);
    const upTo = all.isZero() ? money(0) : amount.times(weighed).dividedBy(all).toDecimalPlaces(places, 4);
    const share = upTo.minus(given);
    given = upTo;
    return share;
  });
}
