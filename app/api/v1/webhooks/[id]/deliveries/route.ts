import { listDeliveries } from "#server/api/v1/webhooks/list-deliveries.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(listDeliveries);
