import { getEsim } from "#server/api/v1/esims/get-esim.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(getEsim);
