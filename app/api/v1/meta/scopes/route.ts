import { listScopes } from "#server/api/v1/meta/list-scopes.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(listScopes);
