import { listEsims } from "#server/api/v1/esims/list-esims.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(listEsims);
