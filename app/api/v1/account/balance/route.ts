import { getBalance } from "#server/api/v1/account/get-balance.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(getBalance);
