/** The packages for sale: synchronised from suppliers, filtered, priced and offered. */

export { askCost, COST_FRESH } from "./ask-cost.ts";
export { browseProducts, listEqualPackages, listPriceList } from "./browse-products.ts";
export { catalogFilter, PRODUCT_ORDERS } from "./catalog-filter.ts";
export { checkReadiness } from "./check-readiness.ts";
export {
  findInShop,
  getPackage,
  getPackageForSale,
  listPackages,
  type PackagePage,
  type PricedPackage,
  requireOpenSupplier,
  searchPackages,
} from "./list-packages.ts";
export { listCountries, listRegions } from "./list-places.ts";
export { listCostMoves, listPulled, listPulls } from "./list-pulls.ts";
export { listSandboxTopups } from "./list-sandbox-topups.ts";
export { durationOf, pricePerGb, totalMb } from "./package.ts";
export { findPackageId, previewRule } from "./preview-rule.ts";
export { previewShownPrices } from "./preview-shown-prices.ts";
export { isProductSold, productSold, topupsSold } from "./product-sold.ts";
export { listRetailMargins, previewRetailRule, type RetailMargins } from "./retail-margins.ts";
export { matchPlaces } from "./search-places.ts";
export { placeInWords, reasonInWords } from "./search-reason.ts";
export { syncCatalog } from "./sync-catalog.ts";
export { withdrawPackage } from "./withdraw-package.ts";
