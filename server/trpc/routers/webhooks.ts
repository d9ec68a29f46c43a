import { z } from "zod";
import {
  checkEndpointAddress,
  closeEndpoint,
  countMatching,
  countMissing,
  createEndpoint,
  deliveryFilter,
  enableEndpoint,
  getDelivery,
  measureEndpoints,
  replayDelivery,
  replayMatching,
  replayMissing,
  rotateSecret,
  sampleBody,
  searchDeliveries,
  sendSampleEvent,
  switchSecret,
  updateEndpoint,
} from "#server/domain/messaging/webhooks/index.ts";
import { EVENT_TYPES, EVENTS, type EventType } from "#server/kernel/events.ts";
import { filterInput, pageOf, recordId, sortedInput } from "../filters.ts";
import { router, staffList, staffProcedure } from "../trpc.ts";

const EventName = z.enum(EVENT_TYPES as [EventType, ...EventType[]]);
const EndpointId = z.object({ id: recordId() });
const DeliveryId = z.object({ id: z.number().int().positive() });
const Url = z.string().max(2_000);
const Events = z.array(z.union([EventName, z.literal("*")])).min(1, "Choose at least one event.");
/** What an endpoint is sent again since a moment: what failed there, everything, or what it never got. */
const Since = EndpointId.extend({ since: z.date(), which: z.enum(["failed", "all", "missing"]) });

export const webhooksRouter = router({
  list: staffProcedure.query(({ ctx }) => measureEndpoints(ctx)),
  get: staffProcedure
    .input(EndpointId)
    .query(async ({ ctx, input }) => (await measureEndpoints(ctx, input.id))[0] ?? null),
  /** Every kind of event, with what it means. */
  events: staffProcedure.query(() => EVENT_TYPES.map((type) => ({ type, meaning: EVENTS[type] }))),
  sample: staffProcedure.input(EventName).query(({ ctx, input }) => sampleBody(ctx, input)),
  checkAddress: staffProcedure.input(Url).query(({ ctx, input }) => checkEndpointAddress(ctx, input)),
  create: staffProcedure
    .input(z.object({ url: Url, events: Events }))
    .mutation(({ ctx, input }) => createEndpoint(ctx, input)),
  update: staffProcedure
    .input(EndpointId.extend({ url: Url.optional(), events: Events }))
    .mutation(({ ctx, input: { id, ...change } }) => updateEndpoint(ctx, String(id), change)),
  enable: staffProcedure.input(EndpointId).mutation(({ ctx, input }) => enableEndpoint(ctx, String(input.id))),
  disable: staffProcedure.input(EndpointId).mutation(({ ctx, input }) => closeEndpoint(ctx, String(input.id))),
  rotate: staffProcedure.input(EndpointId).mutation(({ ctx, input }) => rotateSecret(ctx, String(input.id))),
  switchSecret: staffProcedure.input(EndpointId).mutation(({ ctx, input }) => switchSecret(ctx, String(input.id))),
  send: staffProcedure
    .input(EndpointId.extend({ type: EventName }))
    .mutation(({ ctx, input }) => sendSampleEvent(ctx, String(input.id), input.type)),
  deliveries: staffList
    .input(sortedInput(deliveryFilter))
    .query(({ ctx, input: { before, order, ...filter } }) =>
      searchDeliveries(ctx, { ...filter, ...pageOf({ before, order }) }),
    ),
  delivery: staffProcedure.input(DeliveryId).query(({ ctx, input }) => getDelivery(ctx, input.id)),
  replay: staffProcedure.input(DeliveryId).mutation(({ ctx, input }) => replayDelivery(ctx, input.id)),
  countSince: staffProcedure
    .input(Since)
    .query(({ ctx, input: { id, since, which } }) =>
      which === "missing"
        ? countMissing(ctx, String(id), since)
        : countMatching(ctx, { endpoint: id, from: since, status: which === "failed" ? which : undefined }),
    ),
  replaySince: staffProcedure
    .input(Since)
    .mutation(({ ctx, input: { id, since, which } }) =>
      which === "missing"
        ? replayMissing(ctx, String(id), since)
        : replayMatching(ctx, { endpoint: id, from: since, status: which === "failed" ? which : undefined }),
    ),
  countMatching: staffProcedure.input(filterInput(deliveryFilter)).query(({ ctx, input }) => countMatching(ctx, input)),
  replayMatching: staffProcedure
    .input(filterInput(deliveryFilter))
    .mutation(({ ctx, input }) => replayMatching(ctx, input)),
});
