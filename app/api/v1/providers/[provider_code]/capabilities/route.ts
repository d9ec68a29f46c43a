import { getProviderCapabilities } from "#server/api/v1/providers/get-provider-capabilities.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(getProviderCapabilities);
