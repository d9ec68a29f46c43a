import { z } from "zod";
import { operation } from "#server/http/operation.ts";
import { EVENTS } from "#server/kernel/events.ts";

const EventCatalog = z
  .strictObject({ items: z.array(z.strictObject({ event: z.string(), description: z.string() })) })
  .meta({ id: "EventCatalog" });

export const listEvents = operation({
  method: "GET",
  path: "/meta/events",
  tag: "Meta",
  summary: "Every event that a webhook can subscribe to",
  access: "public",
  data: EventCatalog,
  handle: () => ({ items: Object.entries(EVENTS).map(([event, description]) => ({ event, description })) }),
});
