import { serveSitemap } from "#server/storefront/index.ts";

export const GET = serveSitemap;
