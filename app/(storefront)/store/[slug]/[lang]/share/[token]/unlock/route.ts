import { postUnlock } from "#server/storefront/index.ts";

export const POST = postUnlock;
