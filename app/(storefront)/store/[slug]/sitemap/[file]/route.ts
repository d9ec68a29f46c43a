import { serveSitemapFile } from "#server/storefront/index.ts";

export const GET = serveSitemapFile;

/** Made from the catalogue of the moment; caches on the way hold it for an hour. */
export const dynamic = "force-dynamic";
