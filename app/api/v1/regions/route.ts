import { listRegions } from "#server/api/v1/places/list-regions.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(listRegions);
