import { getHealth } from "#server/api/v1/health/get-health.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(getHealth);
