import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { after, DAY, HOUR } from "#server/kernel/time.ts";

export type Traffic = { requests: number; errors: number };

/** @property before requests in the same hour of the day before */
export type HourOfTraffic = Traffic & { hour: Date; before: number };

/**
 * The last 24 hours, hour by hour, oldest first; quiet hours are part of it. An error is any status from 400.
 *
 * @param keyId only the requests of this key
 */
export async function listTraffic(ctx: AccountCtx, keyId: number | null = null): Promise<HourOfTraffic[]> {
  const { accountId, environment } = tenant(ctx);
  const end = after(new Date(Math.floor(ctx.clock.now().getTime() / HOUR) * HOUR), HOUR);
  return await ctx.db.query<HourOfTraffic>(sql`
    with r as (
        select date_trunc('hour', u.minute) as hour, sum(u.requests) as requests, sum(u.errors) as errors
          from api_keys k join key_usage u on u.key_id = k.id
         where k.account_id = ${accountId} and k.environment = ${environment} and u.minute >= ${after(end, -2 * DAY)}
           and ${keyId === null ? sql`true` : sql`k.id = ${keyId}`}
         group by 1)
    select h.hour, coalesce(r.requests, 0)::int as requests, coalesce(r.errors, 0)::int as errors, coalesce(b.requests, 0)::int as before
      from generate_series(${after(end, -DAY)}::timestamptz, ${after(end, -HOUR)}::timestamptz, interval '1 hour') as h(hour)
      left join r using (hour)
      left join r b on b.hour = h.hour - interval '1 day'
     order by h.hour`);
}

/** Requests of each key in the last 24 hours, by the key's id; keys that made none are missing. */
export async function countKeyRequests(ctx: AccountCtx, keyIds: number[]): Promise<Map<number, Traffic>> {
  const { accountId, environment } = tenant(ctx);
  const rows = await ctx.db.query<Traffic & { keyId: number }>(sql`
    select u.key_id, sum(u.requests)::int as requests, sum(u.errors)::int as errors
      from api_keys k join key_usage u on u.key_id = k.id
     where k.id = any (${keyIds}::int[]) and u.minute > ${after(ctx.clock.now(), -DAY)}
       and k.account_id = ${accountId} and k.environment = ${environment}
     group by u.key_id`);
  return new Map(rows.map(({ keyId, requests, errors }) => [keyId, { requests, errors }]));
}

export type OperationTraffic = Traffic & { operation: string; avgMs: number };

/** What a key was used for in the last 24 hours, the busiest operation first. */
export async function listKeyOperations(ctx: AccountCtx, keyId: number): Promise<OperationTraffic[]> {
  const { accountId, environment } = tenant(ctx);
  return await ctx.db.query<OperationTraffic>(sql`
    select operation, count(*)::int as requests, (count(*) filter (where status >= 400))::int as errors, round(avg(duration_ms))::int as avg_ms
      from api_requests
     where key_id = ${keyId} and created_at >= ${after(ctx.clock.now(), -DAY)} and account_id = ${accountId} and environment = ${environment}
       and operation is not null
     group by operation order by requests desc, operation limit 20`);
}
