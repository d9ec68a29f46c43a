import { getPackage } from "#server/api/v1/packages/get-package.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(getPackage);
