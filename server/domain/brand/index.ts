export type { Brand } from "./brand.ts";
export { BrandFields, parseBrandFields, toBrandChange } from "./brand-fields.ts";
export { changeBrand } from "./change-brand.ts";
export { findBrandBySlug, getBrand } from "./get-brand.ts";
