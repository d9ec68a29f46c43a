import { postEsimMails } from "#server/storefront/index.ts";

export const POST = postEsimMails;
