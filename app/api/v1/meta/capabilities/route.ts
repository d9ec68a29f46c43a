import { getCapabilities } from "#server/api/v1/meta/get-capabilities.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(getCapabilities);
