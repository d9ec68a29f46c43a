import { leadBackFromCard } from "#server/storefront/index.ts";

export const GET = leadBackFromCard;
