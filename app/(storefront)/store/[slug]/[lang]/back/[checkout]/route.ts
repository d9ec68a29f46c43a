import { leadBack } from "#server/storefront/index.ts";

export const GET = leadBack;
