import { createTopup } from "#server/api/v1/topups/create-topup.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(createTopup);
