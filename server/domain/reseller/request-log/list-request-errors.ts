import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, DAY } from "#server/kernel/time.ts";
import type { RequestFilter } from "./request-filter.ts";

export type RequestErrors = {
  code: string;
  /** `POST /orders`; null for paths that are none of the API's. */
  operation: string | null;
  requests: number;
  lastAt: Date;
};

/** Bounds the work: of a flood of refusals the newest are counted. */
export const MOST_COUNTED = 10_000;
const MOST_GROUPS = 8;

/** What was refused in the period, or in the last 24 hours, by code and operation, the most frequent first. */
export async function listRequestErrors(
  ctx: AccountCtx,
  { from, to }: Pick<RequestFilter, "from" | "to">,
): Promise<RequestErrors[]> {
  requirePermission(ctx, "requests:read");
  const { accountId, environment } = tenant(ctx);
  const now = ctx.clock.now();
  return await ctx.db.query<RequestErrors>(sql`
    select code, operation, count(*)::int as requests, max(created_at) as last_at
      from (
        select code, operation, created_at from api_requests
         where account_id = ${accountId} and environment = ${environment} and code is not null
           and created_at >= ${from ?? after(to ?? now, -DAY)} and created_at < ${to ?? after(now, DAY)}
         order by created_at desc limit ${MOST_COUNTED}::int) r
     group by code, operation order by requests desc, last_at desc limit ${MOST_GROUPS}::int`);
}
