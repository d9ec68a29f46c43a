import { listLedger } from "#server/api/v1/account/list-ledger.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(listLedger);
