import { getIntegration } from "#server/api/v1/meta/get-integration.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(getIntegration);
