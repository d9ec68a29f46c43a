import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import type { EventType } from "#server/kernel/events.ts";
import { type Page, toPage } from "#server/kernel/pagination.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, HOUR } from "#server/kernel/time.ts";

export type DeliveryStatus = "pending" | "delivered" | "retrying" | "failed";

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

export type DeliverySearch = {
  limit: number;
  /** The last id of the page before. */
  beforeId?: number;
  endpointId?: number;
  status?: DeliveryStatus;
  eventType?: EventType;
  eventId?: string;
  /** Of the delivery's making. */
  since?: Date;
  until?: Date;
};

/** Deliveries of the account's endpoints in this environment, newest first. */
export async function searchDeliveries(ctx: AccountCtx, search: DeliverySearch): Promise<Page<FoundDelivery>> {
  requirePermission(ctx, "webhooks:read");
  const { accountId, environment } = tenant(ctx);
  const { limit, endpointId, eventType } = search;
  if (eventType !== undefined && !isCommon(eventType) && !(await hasEvent(ctx, eventType)))
    return toPage<FoundDelivery>([], limit);
  const ofEndpoint = endpointId === undefined ? sql`true` : sql`w.id = ${endpointId}`;
  const rows = await ctx.db.query<FoundDelivery>(sql`
    select d.*
      from webhook_endpoints w
      cross join lateral (
        select d.id, d.endpoint_id, e.event_id, e.type as event_type, d.status, d.attempt_count,
               d.last_http_status, d.last_error, d.next_attempt_at,
               d.created_at, d.delivered_at
          from deliveries d join events e on e.id = d.event_id and e.account_id = ${accountId} and e.environment = ${environment}
         where d.endpoint_id = w.id and ${conditions(search)} order by d.id desc limit ${limit + 1}::int) d
     where w.account_id = ${accountId} and w.environment = ${environment} and ${ofEndpoint}
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

/**
 * Only what was asked for, so that each kind of search has a plan of its own. A period also bounds the ids, so that a page
 * of last year is not looked for from today on.
 */
function conditions({ beforeId, status, eventType, eventId, since, until }: DeliverySearch): Sql {
  const wanted = [
    beforeId !== undefined && sql`d.id < ${beforeId}`,
    status !== undefined && HAS_STATUS[status],
    eventType !== undefined && sql`e.type = ${eventType}`,
    eventType !== undefined && !isCommon(eventType) && sql`e.type not in ('order.created', 'order.delivered')`,
    eventId !== undefined && sql`e.event_id = ${eventId}`,
    since !== undefined &&
      sql`d.created_at >= ${since} and d.id > coalesce((
            select id from deliveries where endpoint_id = w.id and created_at < ${after(since, -DISORDER)}
             order by created_at desc limit 1), 0)`,
    until !== undefined &&
      sql`d.created_at < ${until} and d.id < coalesce((
            select id from deliveries where endpoint_id = w.id and created_at >= ${after(until, DISORDER)}
             order by created_at limit 1), 9223372036854775807)`,
  ];
  return wanted.filter((condition) => condition !== false).reduce((all, next) => sql`${all} and ${next}`, sql`true`);
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
