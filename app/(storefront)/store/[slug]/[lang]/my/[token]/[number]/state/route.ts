import { watchOrder } from "#server/storefront/index.ts";

export const GET = watchOrder;
