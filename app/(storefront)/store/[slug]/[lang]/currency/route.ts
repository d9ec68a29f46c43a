import { postCurrency } from "#server/storefront/index.ts";

export const POST = postCurrency;
