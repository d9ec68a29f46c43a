import { z } from "zod";
import { createEndpoint } from "#server/domain/messaging/webhooks/index.ts";
import { operation } from "#server/http/operation.ts";
import { EVENT_TYPES, type EventType } from "#server/kernel/events.ts";
import { integer, text } from "../fields.ts";

const NAMES = ["*", ...EVENT_TYPES] as ["*", ...EventType[]];

const Body = z.strictObject({
  url: text(2_000).meta({
    description: "Public HTTPS address; local and private addresses are refused",
    example: "https://shop.example.com/hooks/esim",
    format: "uri",
  }),
  events: z
    .array(z.enum(NAMES, "must be an event name of GET /meta/events, or *"))
    .min(1, "must name at least one event")
    .max(NAMES.length, `must have at most ${NAMES.length} entries`)
    .default(["*"])
    .meta({ description: "Event names of GET /meta/events; the default `*` is all of them" }),
});

export const createWebhook = operation({
  method: "POST",
  path: "/webhooks",
  tag: "Webhooks",
  summary: "Add a webhook endpoint",
  description: "The secret is returned only here. Every event is signed with it.",
  access: "webhooks:manage",
  body: Body,
  data: z
    .strictObject({
      id: integer(),
      secret: z.string().meta({ example: "whsec_yvn5BrFqkcsBYMUKvayL1tuaKD+pdR+YAe+ZFVS0aoo=" }),
    })
    .meta({ id: "CreatedWebhook" }),
  errors: ["conflict"],
  handle: ({ ctx, body }) => createEndpoint(ctx, body),
});
