import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { EventType } from "#server/kernel/events.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { DeliveryStatus } from "./delivery-filter.ts";

/** One event about an order or its eSIMs on its way to one endpoint; `delivery` is null when no endpoint wanted it. */
export type OrderEvent = {
  eventId: string;
  type: EventType;
  createdAt: Date;
  delivery: {
    id: number;
    url: string;
    status: DeliveryStatus;
    attemptCount: number;
    lastHttpStatus: number | null;
  } | null;
};

/**
 * What was announced about an order, its eSIMs and their actions, and where it went; usage is left out. Oldest first, at
 * most the last 100. The order's reference is read out of the events' data, as the index does (`events_order`).
 */
export async function listOrderEvents(ctx: AccountCtx, reference: string): Promise<OrderEvent[]> {
  requirePermission(ctx, "webhooks:read");
  const { accountId, environment } = tenant(ctx);
  const rows = await ctx.db.query<OrderEvent>(sql`
    with told as materialized (
      select id, event_id, type, created_at from events
       where event_order(data) = ${reference} and type <> 'esim.usage.updated' and account_id = ${accountId} and environment = ${environment}
       order by id desc limit 100
    )
    select t.event_id, t.type, t.created_at, d.delivery
      from told t
      left join lateral (
        select json_build_object('id', x.id, 'url', w.url, 'status', x.status, 'attemptCount', x.attempt_count,
                                 'lastHttpStatus', x.last_http_status) as delivery
          from webhook_endpoints w join deliveries x on x.endpoint_id = w.id and x.event_id = t.id
         where w.account_id = ${accountId} and w.environment = ${environment}
      ) d on true
     order by t.id`);
  return rows;
}
