import { cancelOrder } from "#server/api/v1/orders/cancel-order.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(cancelOrder);
