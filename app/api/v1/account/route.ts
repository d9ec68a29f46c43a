import { getAccount } from "#server/api/v1/account/get-account.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(getAccount);
