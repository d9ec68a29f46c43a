import { serveFlag } from "#server/storefront/index.ts";

export const GET = serveFlag;
