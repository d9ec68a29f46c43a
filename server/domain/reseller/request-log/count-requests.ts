import { limitsOf, type Plan } from "#server/domain/reseller/accounts/index.ts";
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

/** @property used what counted against the limit: in the busiest minute of the last 24 hours, or since midnight, UTC */
export type QuotaUse = { key: string; per: "minute" | "day"; used: number; limit: number };

type UsedQuota = {
  name: string;
  plan: Plan;
  rateMinute: number | null;
  rateDay: number | null;
  perMinute: number;
  perDay: number;
};

/** The key that came nearest to a limit of its own; null when none asked for anything. */
export async function readQuotaUse(ctx: AccountCtx): Promise<QuotaUse | null> {
  const { accountId, environment } = tenant(ctx);
  const now = ctx.clock.now();
  const midnight = after(now, -(now.getTime() % DAY));
  const keys = await ctx.db.query<UsedQuota>(sql`
    select k.name, a.plan, coalesce(k.rate_minute, a.rate_minute) as rate_minute, coalesce(k.rate_day, a.rate_day) as rate_day,
           max(u.counted)::int as per_minute, coalesce(sum(u.counted) filter (where u.minute >= ${midnight}), 0)::int as per_day
      from api_keys k join accounts a on a.id = k.account_id join key_usage u on u.key_id = k.id
     where k.account_id = ${accountId} and k.environment = ${environment} and k.revoked_at is null
       and u.minute > ${after(now, -DAY)}
     group by k.id, a.id`);
  const uses = keys.flatMap(({ name, perMinute, perDay, ...agreed }): QuotaUse[] => {
    const limits = limitsOf(agreed);
    return [
      { key: name, per: "minute", used: perMinute, limit: limits.perMinute },
      { key: name, per: "day", used: perDay, limit: limits.perDay },
    ];
  });
  const share = ({ used, limit }: QuotaUse) => used / limit;
  return uses.toSorted((a, b) => share(b) - share(a))[0] ?? null;
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
