/** Events and their delivery to a reseller's endpoints: signed, ordered by attempt, retried and replayable. */

export { type Address, checkAddress, isRefused } from "./address-rule.ts";
export { checkEndpointAddress } from "./check-endpoint-address.ts";
export { BY_OWNER, closeEndpoint } from "./close-endpoint.ts";
export { createEndpoint, listEndpoints } from "./create-endpoint.ts";
export { deliveryFilter } from "./delivery-filter.ts";
export { enableEndpoint } from "./enable-endpoint.ts";
export type { WebhookEndpoint } from "./endpoint.ts";
export { getDelivery } from "./get-delivery.ts";
export { listDeliveries } from "./list-deliveries.ts";
export { listOrderEvents } from "./list-order-events.ts";
export { measureEndpoints } from "./measure-endpoints.ts";
export { measureWebhooks } from "./measure-webhooks.ts";
export { ATTEMPTS_KEPT, purgeDeliveries } from "./purge-deliveries.ts";
export { replayDelivery } from "./replay-delivery.ts";
export { countMatching, replayMatching } from "./replay-matching.ts";
export { countMissing, replayMissing } from "./replay-missing.ts";
export { rotateSecret } from "./rotate-secret.ts";
export { sampleBody } from "./sample-body.ts";
export { searchDeliveries } from "./search-deliveries.ts";
export { sendSampleEvent } from "./send-sample-event.ts";
export { sendTestEvent } from "./send-test-event.ts";
export { deliverWebhooks, drainDeliveries } from "./sender.ts";
export { sweepDeliveries } from "./sweep-deliveries.ts";
export { switchSecret } from "./switch-secret.ts";
export { updateEndpoint } from "./update-endpoint.ts";
export { warnFailingEndpoints } from "./warn-failing-endpoints.ts";
