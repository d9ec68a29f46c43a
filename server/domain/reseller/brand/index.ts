/** A reseller's brand: the manifest that drives its storefront and mails, and the domains it is served on. */

export type { Brand } from "./brand.ts";
export { BrandFields, parseBrandFields, textsOf, toBrandChange } from "./brand-fields.ts";
export { changeBrand } from "./change-brand.ts";
export { getDraft, publishDraft, saveDraft, withChanges } from "./draft.ts";
export { findStorefront, type StorefrontAddress } from "./find-storefront.ts";
export { findBrandBySlug, getBrand } from "./get-brand.ts";
export { hostName, isOwnHost, pictureAddress, shopsOrigin, siteOf, storefrontUrl } from "./own-host.ts";
export { portalFrames, previewUrl, readPreview } from "./preview.ts";
export { restoreVersion } from "./restore-version.ts";
export {
  CURRENCY_ROUNDINGS,
  currenciesOf,
  MOST_CURRENCIES,
  PAYMENT_MARKS,
  reviewsOf,
  type ShopFont,
  textIn,
} from "./shop-fields.ts";
export { inLanguage, isPaidFrom, storefrontPath, storefrontRoute } from "./storefront-route.ts";
export { isStorefrontHost, shownCurrency, storefrontVersion } from "./storefront-version.ts";
export { getDomainSetup, verifyDomain, verifyDomains } from "./verify-domain.ts";
export { listVersions, newestVersion } from "./versions.ts";
