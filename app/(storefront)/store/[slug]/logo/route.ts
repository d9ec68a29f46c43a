import { serveLogo } from "#server/storefront/index.ts";

export const GET = serveLogo;
