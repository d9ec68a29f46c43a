/** Price rules and exchange rates: what a package costs a reseller in its wallet's currency. */

export { comparePrices, type Touched } from "./compare-prices.ts";
export { refuseRate, verifyRate } from "./held-rates.ts";
export { hasUsableRate, type Price, type PriceList, priceList } from "./price-package.ts";
export { refreshRates } from "./refresh-rates.ts";
export {
  ceilCoins,
  computeRetail,
  exampleIn,
  findRetailRule,
  leastCoin,
  minorUnits,
  type RetailList,
  retailList,
  withoutVat,
} from "./retail-price.ts";
export {
  ENDINGS,
  type Ending,
  listRetailRules,
  type RetailRule,
  removeRetailRule,
  setRetailRule,
} from "./retail-rules.ts";
export {
  findAccountId,
  findMarkup,
  getRule,
  listRules,
  type Markup,
  type RuleTarget,
  removeRule,
  requireMarkups,
  ruleName,
  sayMarkup,
  setAccountMarkup,
  setRule,
} from "./rules.ts";
export { findRate, listRateMoves, listRates, pinRate, requireRate, unpinRate } from "./set-rate.ts";
export { type Rounding, type ShownIn, showIn, shownRates } from "./shown-price.ts";
export { toUsd } from "./to-usd.ts";
export { warnStaleRates } from "./warn-stale-rates.ts";
