import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { type EventType, eventData } from "#server/kernel/events.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { eventBody } from "./event-body.ts";
import { sampleOf } from "./sample-events.ts";

/** The body that an event of the kind has, as receivers get it; about records that do not exist. */
export function sampleBody(ctx: AccountCtx, type: EventType): string {
  requirePermission(ctx, "webhooks:read");
  const at = ctx.clock.now();
  const data = eventData(sampleOf(type, { ...tenant(ctx), currency: ctx.account.currency, at }));
  return eventBody({ eventId: "evt_sample", type, environment: ctx.environment, occurredAt: at, sequence: 1, data });
}
