import { listPackages } from "#server/api/v1/packages/list-packages.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(listPackages);
