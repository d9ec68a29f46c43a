import type { z } from "zod";
import { type Json, object, pascal, ref } from "./json.ts";
import type { Schemas } from "./schemas.ts";

/** An event that is sent to webhook endpoints: when, with which `data`, and what it looks like. */
export type WebhookEvent = { description: string; data: z.ZodType; example: Json };

const header = (name: string, description: string, example: string) => ({
  name,
  in: "header",
  required: true,
  description,
  example,
  schema: { type: "string" },
});

const EVENT_ID = "evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C";

export const DELIVERY_HEADERS = (type: string) => [
  header("X-SVC-Event", "The event's name", type),
  header("X-SVC-Event-Id", "The same at every attempt: deduplicate by it", EVENT_ID),
  header("X-SVC-Timestamp", "Unix seconds of this attempt; refuse one older than 300 seconds", "1795179600"),
  header(
    "X-SVC-Signature",
    "`sha256=` and, in lower-case hex, the HMAC-SHA-256 of `<X-SVC-Timestamp>.<raw body>` under the UTF-8 bytes of the whole secret (`whsec_…`)",
    "sha256=3d9a2c41f0b7e85d6c1f4a7e9b2d5c8f0a3b6e9d1c4f7a0b3e6d9c2f5a8b1e4d",
  ),
  header("webhook-id", "Standard Webhooks: the event id", EVENT_ID),
  header("webhook-timestamp", "Standard Webhooks: unix seconds of this attempt", "1795179600"),
  header(
    "webhook-signature",
    "Standard Webhooks: `v1,` and, in base64, the HMAC-SHA-256 of `<id>.<timestamp>.<raw body>` under the base64-decoded part of the secret after `whsec_`. Two, separated by a blank, while a secret is being rotated",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];

export function describeWebhook(type: string, { description, data, example }: WebhookEvent, schemas: Schemas): Json {
  const body = object({
    id: { type: "string", description: "Equals X-SVC-Event-Id", examples: [EVENT_ID] },
    type: { type: "string", const: type },
    api_version: { type: "string", const: "v1" },
    environment: { type: "string", enum: ["test", "live"] },
    created_at: {
      type: "string",
      format: "date-time",
      pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\+00:00$",
      description: "ISO 8601 with offset",
    },
    sequence: { type: "integer", format: "int64", description: "Grows per account and environment; gaps are normal" },
    data: schemas.describe(data, "answer"),
  });
  const schema = schemas.name(nameOf(type), body);
  return {
    post: {
      operationId: `on${pascal(type)}`,
      tags: ["Events"],
      summary: type,
      description,
      security: [],
      parameters: DELIVERY_HEADERS(type),
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema,
            example: {
              id: EVENT_ID,
              type,
              api_version: "v1",
              environment: "live",
              created_at: "2026-11-20T13:00:00+00:00",
              sequence: 20817,
              data: example,
            },
          },
        },
      },
      responses: RECEIVED,
    },
  };
}

const nameOf = (type: string): string => `${pascal(type)}Event`;

const RECEIVED = {
  "2XX": { description: "Received. Answer within 15 seconds and do the work afterwards." },
  "410": { description: "Gone: the endpoint is disabled at once." },
  default: { description: "Not received, redirects included: it is sent again, up to 12 times over 72 hours." },
};

/**
 * What is sent to the address that an endpoint is created with: one of the events, which `type` tells apart. The same as the
 * document's `webhooks`, for generators that make types only of what operations lead to.
 */
export function describeCallback(types: string[], schemas: Schemas): Json {
  const all = types.map((type) => [type, ref("schemas", nameOf(type))] as const);
  const mapping = Object.fromEntries(all.map(([type, { $ref }]) => [type, $ref]));
  const schema = schemas.name("WebhookEvent", {
    description: "Any event, told by its type",
    oneOf: all.map(([, one]) => one),
    discriminator: { propertyName: "type", mapping },
  });
  return {
    event: {
      "{$request.body#/url}": {
        post: {
          operationId: "onEvent",
          tags: ["Events"],
          summary: "An event is delivered",
          description: "One of the events of `webhooks`, which say what each of them means.",
          security: [],
          requestBody: { required: true, content: { "application/json": { schema } } },
          responses: RECEIVED,
        },
      },
    },
  };
}
