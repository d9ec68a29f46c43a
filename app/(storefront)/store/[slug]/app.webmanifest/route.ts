import { serveAppManifest } from "#server/storefront/index.ts";

export const GET = serveAppManifest;
