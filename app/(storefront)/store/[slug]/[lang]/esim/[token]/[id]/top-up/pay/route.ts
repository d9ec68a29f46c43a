import { postTopup } from "#server/storefront/index.ts";

export const POST = postTopup;
