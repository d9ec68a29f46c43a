/** Discount codes of a reseller's shop: what they take off, which sales they are for, and how often they were used. */

export { type Discount, type DiscountFault, refuseDiscount } from "./discount.ts";
export { changeDiscount, createDiscount, listDiscounts, type NewDiscount } from "./manage-discounts.ts";
export { previewDiscount } from "./preview-discount.ts";
export { type PurchaseLine, takeOffAll } from "./take-off.ts";
export { findDiscount, returnDiscount, useDiscount } from "./use-discount.ts";
