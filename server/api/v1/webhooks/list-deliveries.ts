import { z } from "zod";
import { listDeliveries as list } from "#server/domain/messaging/webhooks/index.ts";
import { operation } from "#server/http/operation.ts";
import { EVENT_TYPES } from "#server/kernel/events.ts";
import { recordTime } from "#server/kernel/time.ts";
import { integer, pageSize, recordTimestamp } from "../fields.ts";
import { endpointParams } from "./webhook.wire.ts";

const Delivery = z
  .strictObject({
    event_id: z.string(),
    event_type: z.enum(EVENT_TYPES),
    status: z.enum(["pending", "delivered", "retrying", "failed"]),
    attempt_count: integer(),
    last_http_status: integer().nullable(),
    last_error: z.string().nullable(),
    created_at: recordTimestamp(),
    delivered_at: recordTimestamp().nullable(),
  })
  .meta({ id: "Delivery" });

export const listDeliveries = operation({
  method: "GET",
  path: "/webhooks/{id}/deliveries",
  tag: "Webhooks",
  summary: "Deliveries of an endpoint, newest first",
  access: "webhooks:read",
  params: endpointParams(),
  query: z.strictObject({ limit: pageSize(100, 25) }),
  data: z.strictObject({ items: z.array(Delivery), limit: integer() }).meta({ id: "DeliveryList" }),
  handle: async ({ ctx, params, query: { limit } }) => ({
    limit,
    items: (await list(ctx, params.id, { limit })).map((delivery) => ({
      event_id: delivery.eventId,
      event_type: delivery.eventType,
      status: delivery.status,
      attempt_count: delivery.attemptCount,
      last_http_status: delivery.lastHttpStatus,
      last_error: delivery.lastError,
      created_at: recordTime(delivery.createdAt),
      delivered_at: delivery.deliveredAt && recordTime(delivery.deliveredAt),
    })),
  }),
});
