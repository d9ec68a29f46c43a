import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { EventType } from "#server/kernel/events.ts";
import { type Page, type SortedPlace, toPage } from "#server/kernel/pagination.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { deliveryConditions, matchesNothing } from "./delivery-conditions.ts";
import type { DeliveryFilter, DeliveryStatus } from "./delivery-filter.ts";

export type FoundDelivery = {
  id: number;
  endpointId: number;
  eventId: string;
  eventType: EventType;
  /** The order that the event is about, directly or by an eSIM. */
  orderReference: string | null;
  status: DeliveryStatus;
  attemptCount: number;
  lastHttpStatus: number | null;
  lastError: string | null;
  nextAttemptAt: Date | null;
  createdAt: Date;
  deliveredAt: Date | null;
};

/** Deliveries of the account's endpoints in this environment, newest first, or oldest first. */
export async function searchDeliveries(
  ctx: AccountCtx,
  { limit, beforeId, oldestFirst = false, ...filter }: DeliveryFilter & SortedPlace,
): Promise<Page<FoundDelivery>> {
  requirePermission(ctx, "webhooks:read");
  const { accountId, environment } = tenant(ctx);
  if (await matchesNothing(ctx, filter)) return toPage<FoundDelivery>([], limit);
  const byId = oldestFirst ? sql`d.id` : sql`d.id desc`;
  const rows = await ctx.db.query<FoundDelivery>(sql`
    select d.*
      from webhook_endpoints w
      cross join lateral (
        select d.id, d.endpoint_id, e.event_id, e.type as event_type, case when e.endpoint_id is null then event_order(e.data) end as order_reference, d.status, d.attempt_count,
               d.last_http_status, d.last_error, d.next_attempt_at,
               d.created_at, d.delivered_at
          from deliveries d join events e on e.id = d.event_id and e.account_id = ${accountId} and e.environment = ${environment}
         where d.endpoint_id = w.id and ${deliveryConditions(filter, beforeId, oldestFirst)} order by ${byId} limit ${limit + 1}::int) d
     where w.account_id = ${accountId} and w.environment = ${environment}
     order by ${byId} limit ${limit + 1}::int`);
  return toPage(rows, limit);
}
