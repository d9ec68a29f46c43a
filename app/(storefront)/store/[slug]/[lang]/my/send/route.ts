import { postMagicLink } from "#server/storefront/index.ts";

export const POST = postMagicLink;
