import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import type { EventType } from "#server/kernel/events.ts";
import { newEventId } from "#server/kernel/ids.ts";
import { requireEnabled } from "./find-endpoint.ts";

/** An event for one endpoint alone, whatever it subscribes to. `data`: JSON. */
export async function announceToEndpoint(
  tx: Transaction,
  ctx: AccountCtx,
  endpoint: { id: number; status: string },
  type: EventType,
  data: string,
): Promise<{ eventId: string; deliveryId: number }> {
  requireEnabled(endpoint);
  const { accountId, environment } = tenant(ctx);
  const eventId = newEventId();
  const { deliveryId } = one(
    await tx.query<{ deliveryId: number }>(sql`
      select announce_to_endpoint(${endpoint.id}::int,
        (${accountId}::int, ${environment}, ${eventId}, ${type}, ${data}, ${ctx.clock.now()}::timestamptz)::new_event) as delivery_id`),
  );
  return { eventId, deliveryId };
}
