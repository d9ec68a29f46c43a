import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, type Sql, sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, DAY, HOUR } from "#server/kernel/time.ts";
import { getEndpoint, requireEnabled } from "./find-endpoint.ts";
import { type Counted, counted, MOST_REPLAYED, type Replayed } from "./replay-matching.ts";
import { ringEndpoints } from "./ring-endpoints.ts";

/** Deliveries are forgotten long after this, so that none that was made is taken for missing. */
const MISSING_FOR = 30 * DAY;
/** Events that stand beside each other may have been written in another order than they began. */
const DISORDER = HOUR;

/** How many events since then the endpoint subscribes to and has never been sent. */
export async function countMissing(ctx: AccountCtx, endpointId: string, since: Date): Promise<Counted> {
  requirePermission(ctx, "webhooks:read");
  const { id } = await getEndpoint(ctx, endpointId);
  const { found } = one(
    await ctx.db.query<{ found: number }>(sql`
      select count(*)::int as found from (${missing(ctx, id, since)} limit ${MOST_REPLAYED + 1}::int) m`),
  );
  return counted(found);
}

/** Sends the endpoint what happened before it was there, or while it was disabled, the oldest first. Ends a pause. */
export async function replayMissing(ctx: AccountCtx, endpointId: string, since: Date): Promise<Replayed> {
  requirePermission(ctx, "webhooks:manage");
  const { id, status } = await getEndpoint(ctx, endpointId);
  requireEnabled({ status });
  const now = ctx.clock.now();
  return await ctx.db.transaction(async (tx) => {
    await tx.prisma.webhookEndpoint.updateMany({ where: { id, status: "active" }, data: { pausedUntil: null } });
    const { replayed, upTo } = one(
      await tx.query<{ replayed: number; upTo: Date | null }>(sql`
        with missed as (${missing(ctx, id, since)} order by e.id limit ${MOST_REPLAYED}::int
        ), made as (
          insert into deliveries (endpoint_id, event_id, next_attempt_at, created_at)
          select ${id}::int, m.id, ${now}, ${now} from missed m order by m.id on conflict do nothing returning event_id
        )
        select count(*)::int as replayed, max(m.created_at) as up_to from made join missed m on m.id = made.event_id`),
    );
    if (replayed === 0) return { replayed, upTo: null };
    await ringEndpoints(tx, [id]);
    await recordAudit(tx, ctx, {
      act: "webhook.replay",
      accountId: ctx.account.id,
      subject: String(id),
      details: { missing: "true", from: since.toISOString(), replayed },
    });
    return { replayed, upTo: replayed === MOST_REPLAYED ? upTo : null };
  });
}

/** What was for another endpoint alone (tests, samples) is nobody else's. */
function missing(ctx: AccountCtx, endpointId: number, since: Date): Sql {
  const { accountId, environment } = tenant(ctx);
  if (since < after(ctx.clock.now(), -MISSING_FOR - DAY))
    fail("validation_error", "Missing events can be sent for the last 30 days. Choose a later start.", {
      field: "since",
    });
  return sql`
    select e.id, e.created_at from events e join webhook_endpoints w on w.id = ${endpointId}
     where e.account_id = ${accountId} and e.environment = ${environment} and e.created_at >= ${since} and e.endpoint_id is null
       and e.type <> 'integration.test' and (w.events @> array['*'] or w.events @> array[e.type])
       and e.id > coalesce((select id from events where account_id = ${accountId} and environment = ${environment}
                             and created_at < ${after(since, -DISORDER)} order by id desc limit 1), 0)
       and not exists (select from deliveries d where d.endpoint_id = ${endpointId} and d.event_id = e.id)`;
}
