import { postVoucher } from "#server/storefront/index.ts";

export const POST = postVoucher;
