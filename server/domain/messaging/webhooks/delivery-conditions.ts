import { allOf } from "#server/kernel/conditions.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import type { EventType } from "#server/kernel/events.ts";
import { parseOrderReference } from "#server/kernel/ids.ts";
import { after, HOUR } from "#server/kernel/time.ts";
import type { DeliveryFilter, DeliveryStatus } from "./delivery-filter.ts";

/** Asked first, so that a kind of event that never happened is not looked for in every delivery. */
export async function matchesNothing(ctx: AccountCtx, { event: type }: DeliveryFilter): Promise<boolean> {
  if (type === undefined || isCommon(type)) return false;
  const { accountId, environment } = tenant(ctx);
  const found = await ctx.db.query(sql`
    select from events where account_id = ${accountId} and environment = ${environment} and type = ${type}
       and type not in ('order.created', 'order.delivered') limit 1`);
  return found.length === 0;
}

/** Times of deliveries that stand beside each other: what waited to be written is written later than it began. */
const DISORDER = HOUR;

/** Of a delivery `d`, its event `e` and its endpoint `w`. A period also bounds the ids, so that a page of last year is not looked for from today on. */
export function deliveryConditions(filter: DeliveryFilter, beforeId: number | undefined, oldestFirst = false): Sql {
  const { search, status, event, endpoint, from, to, only } = filter;
  return allOf<DeliveryFilter>({
    before: beforeId !== undefined && (oldestFirst ? sql`d.id > ${beforeId}` : sql`d.id < ${beforeId}`),
    search:
      search !== undefined && (parseOrderReference(search) === null ? sql`e.event_id = ${search}` : ofOrder(search)),
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
    only: only !== undefined && sql`d.id = any (${only}::bigint[])`,
  });
}

/** What is about an order; usage, which no index holds by its order, is left out. */
const ofOrder = (reference: string): Sql => sql`event_order(e.data) = ${reference} and e.type <> 'esim.usage.updated'`;

/** Whoever has orders has these: every page of them is near. All others have an index. */
const isCommon = (type: EventType) => type === "order.created" || type === "order.delivered";

/** Literals, for the indexes that hold one status only. */
const HAS_STATUS: Record<DeliveryStatus, Sql> = {
  pending: sql`d.status = 'pending'`,
  delivered: sql`d.status = 'delivered'`,
  retrying: sql`d.status = 'retrying'`,
  failed: sql`d.status = 'failed'`,
};
