export type { Answer, CallOptions, ClientOptions } from "./call.ts";
export { type Client, createClient, type DataOf, type InputOf, type OperationId } from "./client.ts";
export { ApiError, ConnectionError, type ErrorCode, isApiError } from "./errors.ts";
export type { components } from "./schema.ts";
export { sign } from "./signing.ts";
export { type EventType, signWebhook, verifyWebhook, WebhookError, type WebhookEvent } from "./webhooks.ts";
