export { hasUsableRate, type Price, type PriceList, priceList } from "./price-package.ts";
export { refreshRates } from "./refresh-rates.ts";
export { minorUnits, type RetailList, retailList } from "./retail-price.ts";
export {
  ENDINGS,
  type Ending,
  listRetailRules,
  type RetailRule,
  removeRetailRule,
  setRetailRule,
} from "./retail-rules.ts";
export { listRates, pinRate, unpinRate } from "./set-rate.ts";
