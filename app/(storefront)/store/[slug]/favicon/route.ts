import { serveFavicon } from "#server/storefront/index.ts";

export const GET = serveFavicon;
