import { testWebhook } from "#server/api/v1/webhooks/test-webhook.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(testWebhook);
