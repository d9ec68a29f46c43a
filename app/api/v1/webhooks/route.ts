import { createWebhook } from "#server/api/v1/webhooks/create-webhook.ts";
import { listWebhooks } from "#server/api/v1/webhooks/list-webhooks.ts";
import { route } from "#server/http/route.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = route(listWebhooks, createWebhook);
