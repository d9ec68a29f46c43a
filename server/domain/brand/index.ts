export type { Brand } from "./brand.ts";
export { BrandFields, parseBrandFields, toBrandChange } from "./brand-fields.ts";
export { changeBrand } from "./change-brand.ts";
export { findStorefront, isStorefrontHost, type StorefrontAddress } from "./find-storefront.ts";
export { findBrandBySlug, getBrand } from "./get-brand.ts";
export { hostName, isOwnHost, storefrontUrl } from "./own-host.ts";
export { storefrontRoute } from "./storefront-route.ts";
export { getDomainSetup, verifyDomain, verifyDomains } from "./verify-domain.ts";
