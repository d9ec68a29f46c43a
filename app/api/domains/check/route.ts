import { checkHost } from "#server/api/brand/check-host.ts";

export const GET = checkHost;
