import { postRefresh } from "#server/storefront/index.ts";

export const POST = postRefresh;
