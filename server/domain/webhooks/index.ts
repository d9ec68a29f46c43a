export { createEndpoint, listEndpoints } from "./create-endpoint.ts";
export { deliverWebhooks } from "./deliver-webhooks.ts";
export type { WebhookEndpoint } from "./endpoint.ts";
export { sweepDeliveries } from "./sweep-deliveries.ts";
