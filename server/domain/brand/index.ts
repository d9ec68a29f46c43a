export type { Brand } from "./brand.ts";
export { BrandFields, parseBrandFields, toBrandChange } from "./brand-fields.ts";
export { changeBrand } from "./change-brand.ts";
export { findStorefront, isStorefrontHost, type Storefront, type StorefrontAddress } from "./find-storefront.ts";
export { findBrandBySlug, getBrand } from "./get-brand.ts";
export { hostName, isOwnHost, storefrontUrl } from "./own-host.ts";
export { type StorefrontRoute, storefrontRoute } from "./storefront-route.ts";
export { type DomainSetup, getDomainSetup, verifyDomain, verifyDomains } from "./verify-domain.ts";
