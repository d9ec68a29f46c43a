import { postOrder } from "#server/storefront/index.ts";

export const POST = postOrder;
