import { allOf } from "#server/kernel/conditions.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import type { EventType } from "#server/kernel/events.ts";
import { type Page, type Place, toPage } from "#server/kernel/pagination.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, HOUR } from "#server/kernel/time.ts";
import type { DeliveryFilter, DeliveryStatus } from "./delivery-filter.ts";

export type FoundDelivery = {
  id: number;
  endpointId: number;
  eventId: string;
  eventType: EventType;
  status: DeliveryStatus;
  attemptCount: number;
  lastHttpStatus: number | null;
  lastError: string | null;
  nextAttemptAt: Date | null;
  createdAt: Date;
  deliveredAt: Date | null;
};

/** Deliveries of the account's endpoints in this environment, newest first. */
export async function searchDeliveries(
  ctx: AccountCtx,
  { limit, beforeId, ...filter }: DeliveryFilter & Place,
): Promise<Page<FoundDelivery>> {
  requirePermission(ctx, "webhooks:read");
  const { accountId, environment } = tenant(ctx);
  const { event } = filter;
  if (event !== undefined && !isCommon(event) && !(await hasEvent(ctx, event))) return toPage<FoundDelivery>([], limit);
  const rows = await ctx.db.query<FoundDelivery>(sql`
    select d.*
      from webhook_endpoints w
      cross join lateral (
        select d.id, d.endpoint_id, e.event_id, e.type as event_type, d.status, d.attempt_count,
               d.last_http_status, d.last_error, d.next_attempt_at,
               d.created_at, d.delivered_at
          from deliveries d join events e on e.id = d.event_id and e.account_id = ${accountId} and e.environment = ${environment}
         where d.endpoint_id = w.id and ${conditions(filter, beforeId)} order by d.id desc limit ${limit + 1}::int) d
     where w.account_id = ${accountId} and w.environment = ${environment}
     order by d.id desc limit ${limit + 1}::int`);
  return toPage(rows, limit);
}

/** Asked first, so that a kind of event that never happened is not looked for in every delivery. */
async function hasEvent(ctx: AccountCtx, type: EventType): Promise<boolean> {
  const { accountId, environment } = tenant(ctx);
  const found = await ctx.db.query(sql`
    select from events where account_id = ${accountId} and environment = ${environment} and type = ${type}
       and type not in ('order.created', 'order.delivered') limit 1`);
  return found.length > 0;
}

/** Times of deliveries that stand beside each other: what waited to be written is written later than it began. */
const DISORDER = HOUR;

/** A period also bounds the ids, so that a page of last year is not looked for from today on. */
function conditions(filter: DeliveryFilter, beforeId: number | undefined): Sql {
  const { search, status, event, endpoint, from, to } = filter;
  return allOf<DeliveryFilter>({
    before: beforeId !== undefined && sql`d.id < ${beforeId}`,
    search: search !== undefined && sql`e.event_id = ${search}`,
    status: status !== undefined && HAS_STATUS[status],
    event:
      event !== undefined &&
      (isCommon(event)
        ? sql`e.type = ${event}`
        : sql`e.type = ${event} and e.type not in ('order.created', 'order.delivered')`),
    endpoint: endpoint !== undefined && sql`w.id = ${endpoint}`,
    from:
      from !== undefined &&
      sql`d.created_at >= ${from} and d.id > coalesce((
            select id from deliveries where endpoint_id = w.id and created_at < ${after(from, -DISORDER)}
             order by created_at desc limit 1), 0)`,
    to:
      to !== undefined &&
      sql`d.created_at < ${to} and d.id < coalesce((
            select id from deliveries where endpoint_id = w.id and created_at >= ${after(to, DISORDER)}
             order by created_at limit 1), 9223372036854775807)`,
  });
}

/** Whoever has orders has these: every page of them is near. All others have an index. */
const isCommon = (type: EventType) => type === "order.created" || type === "order.delivered";

/** Literals, for the indexes that hold one status only. */
const HAS_STATUS: Record<DeliveryStatus, Sql> = {
  pending: sql`d.status = 'pending'`,
  delivered: sql`d.status = 'delivered'`,
  retrying: sql`d.status = 'retrying'`,
  failed: sql`d.status = 'failed'`,
};
