import type { AccountCtx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { getEndpoint } from "./find-endpoint.ts";
import { getDelivery } from "./get-delivery.ts";
import { replayDeliveries } from "./replay-deliveries.ts";

/** Sends one delivery again, whether it arrived or failed. */
export async function replayDelivery(ctx: AccountCtx, deliveryId: number): Promise<{ id: number; eventId: string }> {
  requirePermission(ctx, "webhooks:manage");
  const { id, endpointId, eventId } = await getDelivery(ctx, deliveryId);
  const endpoint = await getEndpoint(ctx, String(endpointId));
  const replayed = await replayDeliveries(ctx, endpoint, sql`d.id = ${id}`, { eventId });
  if (replayed === 0) fail("conflict", "The delivery is under way already: it will be attempted without a replay.");
  return { id, eventId };
}
