import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { type EventType, eventData } from "#server/kernel/events.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { eventBody } from "./event-body.ts";
import { sampleOf } from "./sample-events.ts";

/** The body that an event of the kind has, as receivers get it; about records that do not exist. */
export function sampleBody(ctx: AccountCtx, type: EventType): string {
  requirePermission(ctx, "webhooks:read");
  const data = sampleData(ctx, type);
  const { environment } = ctx;
  return eventBody({ eventId: "evt_sample", type, environment, occurredAt: ctx.clock.now(), sequence: 1, data });
}

/** Its `data` alone, as JSON. */
export const sampleData = (ctx: AccountCtx, type: EventType): string =>
  eventData(sampleOf(type, { ...tenant(ctx), currency: ctx.account.currency, at: ctx.clock.now() }));
