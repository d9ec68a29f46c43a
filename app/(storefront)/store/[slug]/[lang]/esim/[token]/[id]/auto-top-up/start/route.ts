import { postAutoTopup } from "#server/storefront/index.ts";

export const POST = postAutoTopup;
