import { createOrder } from "#server/api/v1/orders/create-order.ts";
import { listOrders } from "#server/api/v1/orders/list-orders.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(listOrders, createOrder);
