import { listTopupOptions } from "#server/api/v1/topups/list-topup-options.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(listTopupOptions);
