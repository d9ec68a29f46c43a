import { postReplace } from "#server/storefront/index.ts";

export const POST = postReplace;
