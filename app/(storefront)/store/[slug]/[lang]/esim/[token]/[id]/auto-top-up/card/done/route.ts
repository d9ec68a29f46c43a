import { postTestCard } from "#server/storefront/index.ts";

export const POST = postTestCard;
