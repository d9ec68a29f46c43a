import { z } from "zod";
import { closeEndpoint } from "#server/domain/messaging/webhooks/index.ts";
import { operation } from "#server/http/operation.ts";
import { EmptyBody, integer } from "../fields.ts";
import { endpointParams } from "./webhook.wire.ts";

export const disableWebhook = operation({
  method: "POST",
  path: "/webhooks/{id}/disable",
  tag: "Webhooks",
  summary: "Switch an endpoint off",
  description: "What still waits for it is not sent. A second time changes nothing.",
  access: "webhooks:manage",
  params: endpointParams(),
  body: EmptyBody,
  data: z.strictObject({ id: integer(), status: z.literal("disabled") }).meta({ id: "DisabledWebhook" }),
  handle: async ({ ctx, params }) => ({ id: (await closeEndpoint(ctx, params.id)).id, status: "disabled" as const }),
});
