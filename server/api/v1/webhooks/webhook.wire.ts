import { z } from "zod";
import type { WebhookEndpoint as EndpointRecord } from "#server/domain/messaging/webhooks/index.ts";
import { recordTime } from "#server/kernel/time.ts";
import { address, integer, recordTimestamp } from "../fields.ts";

export const WebhookEndpoint = z
  .strictObject({
    id: integer(),
    environment: z.enum(["test", "live"]),
    url: address(),
    events_json: z.string().meta({ description: "JSON array of event names", example: '["*"]' }),
    status: z.enum(["active", "disabled"]),
    failure_count: integer().meta({ description: "Failed attempts since the last success" }),
    last_success_at: recordTimestamp().nullable(),
    created_at: recordTimestamp(),
  })
  .meta({ id: "WebhookEndpoint" });

export const presentEndpoint = (endpoint: EndpointRecord): z.input<typeof WebhookEndpoint> => ({
  id: endpoint.id,
  environment: endpoint.environment,
  url: endpoint.url,
  events_json: JSON.stringify(endpoint.events),
  status: endpoint.status,
  failure_count: endpoint.failureCount,
  last_success_at: endpoint.lastSuccessAt && recordTime(endpoint.lastSuccessAt),
  created_at: recordTime(endpoint.createdAt),
});

export const endpointParams = () =>
  z.strictObject({ id: z.string().meta({ description: "Of the endpoint", example: "7" }) });
