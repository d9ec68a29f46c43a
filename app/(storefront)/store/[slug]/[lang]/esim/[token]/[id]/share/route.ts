import { postShare } from "#server/storefront/index.ts";

export const POST = postShare;
