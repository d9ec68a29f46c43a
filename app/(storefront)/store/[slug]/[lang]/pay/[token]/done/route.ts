import { postTestPayment } from "#server/storefront/index.ts";

export const POST = postTestPayment;
