import type { AccountCtx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { EventType } from "#server/kernel/events.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { getEndpoint } from "./find-endpoint.ts";

export type DeliverySummary = {
  eventId: string;
  eventType: EventType;
  status: "pending" | "delivered" | "retrying" | "failed";
  attemptCount: number;
  lastHttpStatus: number | null;
  lastError: string | null;
  createdAt: Date;
  deliveredAt: Date | null;
};

/** The endpoint's deliveries, newest first, each in its present state. */
export async function listDeliveries(
  ctx: AccountCtx,
  endpointId: string,
  { limit }: { limit: number },
): Promise<DeliverySummary[]> {
  requirePermission(ctx, "webhooks:read");
  const { id } = await getEndpoint(ctx, endpointId);
  return await ctx.db.query<DeliverySummary>(sql`
    select e.event_id, e.type as event_type, d.status, d.attempt_count, d.last_http_status,
           d.last_error, d.created_at, d.delivered_at
      from (select * from deliveries where endpoint_id = ${id} order by id desc limit ${limit}) d join events e on e.id = d.event_id order by d.id desc`);
}
