export { hasUsableRate, type Price, type PriceList, priceList } from "./price-package.ts";
export { refreshRates } from "./refresh-rates.ts";
export { listRates, pinRate, unpinRate } from "./set-rate.ts";
