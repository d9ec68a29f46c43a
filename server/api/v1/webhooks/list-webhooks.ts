import { z } from "zod";
import { listEndpoints } from "#server/domain/messaging/webhooks/index.ts";
import { operation } from "#server/http/operation.ts";
import { presentEndpoint, WebhookEndpoint } from "./webhook.wire.ts";

export const listWebhooks = operation({
  method: "GET",
  path: "/webhooks",
  tag: "Webhooks",
  summary: "Webhook endpoints of the key's environment",
  access: "webhooks:read",
  data: z.strictObject({ items: z.array(WebhookEndpoint) }).meta({ id: "WebhookList" }),
  handle: async ({ ctx }) => ({ items: (await listEndpoints(ctx)).map(presentEndpoint) }),
});
