import type { Ctx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { after, DAY, HOUR } from "#server/kernel/time.ts";

export type WebhookHealth = {
  /** Due now and not delivered yet. */
  due: number;
  /** Waiting for their next attempt. */
  retrying: number;
  oldestDueAt: Date | null;
  /** Endpoints that only fail at the moment. */
  failingEndpoints: number;
  disabledEndpoints: number;
};

/** What is on its way to resellers, and what does not get there. */
export async function measureWebhooks(ctx: Ctx): Promise<WebhookHealth> {
  requireOperator(ctx, "platform:read");
  const now = ctx.clock.now();
  return one(
    await ctx.db.query<WebhookHealth>(sql`
      select (count(*) filter (where next_attempt_at <= ${now}))::int as due, (count(*) filter (where next_attempt_at > ${now}))::int as retrying,
             min(next_attempt_at) filter (where next_attempt_at <= ${now}) as oldest_due_at,
             (select count(*)::int from webhook_endpoints where status = 'active' and failing_since is not null) as failing_endpoints,
             (select count(*)::int from webhook_endpoints where status = 'disabled' and disabled_reason is not null) as disabled_endpoints
        from deliveries where status in ('pending', 'retrying')`),
  );
}

export type PlatformHour = { hour: Date; requests: number; errors: number; averageMs: number | null };

/** API requests of all accounts in the last 24 hours, by the hour, oldest first; an error is any status from 400. */
export async function listPlatformTraffic(ctx: Ctx): Promise<PlatformHour[]> {
  requireOperator(ctx, "platform:read");
  const end = after(new Date(Math.floor(ctx.clock.now().getTime() / HOUR) * HOUR), HOUR);
  return await ctx.db.query<PlatformHour>(sql`
    select h.hour, coalesce(u.requests, 0)::int as requests, coalesce(u.errors, 0)::int as errors, u.average_ms
      from generate_series(${after(end, -DAY)}::timestamptz, ${after(end, -HOUR)}::timestamptz, interval '1 hour') as h(hour)
      left join (
        select date_trunc('hour', minute) as hour, sum(requests) as requests, sum(errors) as errors,
               round((sum(duration_ms) / nullif(sum(requests), 0))::numeric, 1)::float8 as average_ms
          from key_usage where minute >= ${after(end, -DAY)} group by 1
      ) u using (hour) order by h.hour`);
}
