import { postStopAutoTopup } from "#server/storefront/index.ts";

export const POST = postStopAutoTopup;
