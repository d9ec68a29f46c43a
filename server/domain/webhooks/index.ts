export { type Address, checkAddress, isRefused } from "./address-rule.ts";
export { closeEndpoint } from "./close-endpoint.ts";
export { createEndpoint, listEndpoints } from "./create-endpoint.ts";
export { deliverWebhooks } from "./deliver-webhooks.ts";
export type { WebhookEndpoint } from "./endpoint.ts";
export { listDeliveries } from "./list-deliveries.ts";
export { sendTestEvent } from "./send-test-event.ts";
export { sweepDeliveries } from "./sweep-deliveries.ts";
