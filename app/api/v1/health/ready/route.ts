import { getReadiness } from "#server/api/v1/health/get-readiness.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(getReadiness);
