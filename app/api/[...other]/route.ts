import { noVersion } from "#server/http/route.ts";

export const { GET, POST, HEAD } = noVersion();
