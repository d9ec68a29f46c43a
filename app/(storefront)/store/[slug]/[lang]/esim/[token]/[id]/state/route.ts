import { watchEsim } from "#server/storefront/index.ts";

export const GET = watchEsim;
