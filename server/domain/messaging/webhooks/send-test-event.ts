import type { AccountCtx } from "#server/kernel/context.ts";
import { eventData } from "#server/kernel/events.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { announceToEndpoint } from "./announce-to-endpoint.ts";
import { getEndpoint } from "./find-endpoint.ts";

/** Queues an `integration.test` event for this endpoint alone, whatever it subscribes to. */
export async function sendTestEvent(ctx: AccountCtx, endpointId: string): Promise<{ eventId: string }> {
  requirePermission(ctx, "webhooks:manage");
  const endpoint = await getEndpoint(ctx, endpointId);
  const { eventId } = await announceToEndpoint(ctx.db, ctx, endpoint, "integration.test", eventData({}));
  return { eventId };
}
