import { getUsage } from "#server/api/v1/usage/get-usage.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(getUsage);
