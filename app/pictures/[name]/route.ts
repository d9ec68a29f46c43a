import { serveStoredPicture } from "#server/storefront/index.ts";

export const GET = serveStoredPicture;
