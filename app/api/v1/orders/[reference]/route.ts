import { getOrder } from "#server/api/v1/orders/get-order.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(getOrder);
