import { getAction } from "#server/api/v1/actions/get-action.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(getAction);
