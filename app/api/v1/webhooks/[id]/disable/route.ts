import { disableWebhook } from "#server/api/v1/webhooks/disable-webhook.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(disableWebhook);
