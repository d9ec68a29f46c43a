import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { deliveryConditions, matchesNothing } from "./delivery-conditions.ts";
import type { DeliveryFilter } from "./delivery-filter.ts";
import { getEndpoint, requireEnabled } from "./find-endpoint.ts";
import { ringEndpoints } from "./ring-endpoints.ts";

/** Deliveries that one replay makes due, so that no endpoint gets more than it takes within minutes. */
export const MOST_REPLAYED = 10_000;

/** `upTo`: when the newest of them was made, where there were more than one replay takes. */
export type Replayed = { replayed: number; upTo: Date | null };

/** `hasMore`: the count is as many as one replay takes, the oldest. */
export type Counted = { count: number; hasMore: boolean };

export const counted = (found: number): Counted => ({
  count: Math.min(found, MOST_REPLAYED),
  hasMore: found > MOST_REPLAYED,
});

/** How many deliveries a replay of what matches would send again. */
export async function countMatching(ctx: AccountCtx, filter: DeliveryFilter): Promise<Counted> {
  requirePermission(ctx, "webhooks:read");
  const { accountId, environment } = tenant(ctx);
  if (await matchesNothing(ctx, filter)) return counted(0);
  const { found } = one(
    await ctx.db.query<{ found: number }>(sql`
      select count(*)::int as found from (
        select from webhook_endpoints w
          join deliveries d on d.endpoint_id = w.id
          join events e on e.id = d.event_id and e.account_id = ${accountId} and e.environment = ${environment}
         where w.account_id = ${accountId} and w.environment = ${environment} and w.status = 'active'
           and ${deliveryConditions(filter, undefined)} limit ${MOST_REPLAYED + 1}::int) m`),
  );
  return counted(found);
}

/**
 * Makes due what matches, in whatever state, the oldest first, with a schedule that starts anew; ids and bytes stay what they
 * were. Pauses end: whoever asks for a replay expects the endpoint to answer. An attempt that is under way counts for it.
 */
export async function replayMatching(ctx: AccountCtx, filter: DeliveryFilter): Promise<Replayed> {
  requirePermission(ctx, "webhooks:manage");
  const { accountId, environment } = tenant(ctx);
  if (filter.endpoint !== undefined) requireEnabled(await getEndpoint(ctx, String(filter.endpoint)));
  if (await matchesNothing(ctx, filter)) return { replayed: 0, upTo: null };
  const now = ctx.clock.now();
  return await ctx.db.transaction(async (tx) => {
    // Endpoints first and by id, as bookings lock them.
    await tx.query(sql`
      select id from webhook_endpoints where account_id = ${accountId} and environment = ${environment} and status = 'active'
       order by id for no key update`);
    const { replayed, upTo, endpointIds } = one(
      await tx.query<{ replayed: number; upTo: Date | null; endpointIds: number[] }>(sql`
        with chosen as (
          select d.id
            from webhook_endpoints w
            cross join lateral (
              select d.id from deliveries d join events e on e.id = d.event_id and e.account_id = ${accountId} and e.environment = ${environment}
               where d.endpoint_id = w.id and ${deliveryConditions(filter, undefined)} order by d.id limit ${MOST_REPLAYED}::int) d
           where w.account_id = ${accountId} and w.environment = ${environment} and w.status = 'active'
           order by d.id limit ${MOST_REPLAYED}::int
        ), moved as (
          update deliveries d
             set status = 'pending', next_attempt_at = ${now}, attempts_before = attempt_count, delivered_at = null
            from chosen where d.id = chosen.id returning d.endpoint_id, d.created_at
        )
        select count(*)::int as replayed, max(created_at) as up_to,
               coalesce(array_agg(distinct endpoint_id), '{}') as endpoint_ids from moved`),
    );
    if (replayed === 0) return { replayed, upTo: null };
    await tx.prisma.webhookEndpoint.updateMany({
      where: { id: { in: endpointIds }, pausedUntil: { not: null } },
      data: { pausedUntil: null },
    });
    await ringEndpoints(tx, endpointIds);
    await recordAudit(tx, ctx, {
      act: "webhook.replay",
      accountId,
      subject: endpointIds.join(", "),
      details: { ...textsOf(filter), replayed },
    });
    return { replayed, upTo: replayed === MOST_REPLAYED ? upTo : null };
  });
}

/** What was asked for, as the audit log keeps it. */
const textsOf = (filter: DeliveryFilter): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value instanceof Date ? value.toISOString() : String(value)]),
  );
