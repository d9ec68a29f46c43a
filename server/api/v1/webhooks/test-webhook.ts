import { z } from "zod";
import { sendTestEvent } from "#server/domain/messaging/webhooks/index.ts";
import { operation } from "#server/http/operation.ts";
import { EmptyBody } from "../fields.ts";
import { endpointParams } from "./webhook.wire.ts";

export const testWebhook = operation({
  method: "POST",
  path: "/webhooks/{id}/test",
  tag: "Webhooks",
  summary: "Send a test event to the endpoint",
  description: "Queues integration.test for this endpoint alone, whatever it subscribes to.",
  access: "webhooks:test",
  params: endpointParams(),
  body: EmptyBody,
  data: z
    .strictObject({
      event_id: z.string().meta({ example: "evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C" }),
      status: z.literal("queued"),
    })
    .meta({ id: "QueuedTest" }),
  errors: ["conflict"],
  handle: async ({ ctx, params }) => ({
    event_id: (await sendTestEvent(ctx, params.id)).eventId,
    status: "queued" as const,
  }),
});
