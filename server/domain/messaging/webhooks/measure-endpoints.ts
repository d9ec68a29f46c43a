import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, DAY } from "#server/kernel/time.ts";
import type { WebhookEndpoint } from "./endpoint.ts";

export type MeasuredEndpoint = WebhookEndpoint & {
  /** Nothing but one probe at a time is sent until then. */
  pausedUntil: Date | null;
  /** Attempts for the newest deliveries of the last seven days. */
  attempts: number;
  /** How many of them were answered with a 2xx. */
  successes: number;
  /** 95 of 100 attempts took at most this long; null without attempts. */
  p95Ms: number | null;
  /** Deliveries that wait for an attempt. */
  waiting: number;
};

/** Bounds the work per endpoint: an endpoint with a million deliveries is measured by its newest. */
const MEASURED_DELIVERIES = 500;
const MEASURED_DAYS = 7;
const MOST_WAITING = 10_000;

/** The endpoints of this environment with their health, newest first; with an id, that one alone. */
export async function measureEndpoints(ctx: AccountCtx, endpointId?: number): Promise<MeasuredEndpoint[]> {
  requirePermission(ctx, "webhooks:read");
  const { accountId, environment } = tenant(ctx);
  const since = after(ctx.clock.now(), -MEASURED_DAYS * DAY);
  return await ctx.db.query<MeasuredEndpoint>(sql`
    select w.id, w.environment, w.url, w.events, w.status, w.failure_count, w.last_success_at,
           w.created_at, w.failing_since, w.disabled_reason,
           case when w.overlap_until > ${ctx.clock.now()} then w.overlap_until end as overlap_until, w.paused_until,
           h.attempts, h.successes, h.p95::int as p95_ms, o.waiting
      from webhook_endpoints w
      cross join lateral (
        select count(a.id)::int as attempts, count(a.id) filter (where a.error is null)::int as successes,
               percentile_cont(0.95) within group (order by a.duration_ms) as p95
          from (select id from deliveries
                 where endpoint_id = w.id and created_at >= ${since} order by id desc limit ${MEASURED_DELIVERIES}::int) d
          join delivery_attempts a on a.delivery_id = d.id) h
      cross join lateral (
        select count(*)::int as waiting
          from (select from deliveries
                 where endpoint_id = w.id and status in ('pending', 'retrying') limit ${MOST_WAITING}::int) d) o
     where w.account_id = ${accountId} and w.environment = ${environment}
       and (${endpointId ?? null}::int is null or w.id = ${endpointId ?? null}::int)
     order by w.status, w.id desc limit 100`);
}
