import type { AccountCtx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { getEndpoint } from "./find-endpoint.ts";

/** How many deliveries a replay of what failed since then would send again. */
export async function countFailedSince(ctx: AccountCtx, endpointId: string, since: Date): Promise<number> {
  requirePermission(ctx, "webhooks:read");
  const { id } = await getEndpoint(ctx, endpointId);
  const rows = await ctx.db.query<{ failed: number }>(sql`
    select count(*)::int as failed from deliveries
     where endpoint_id = ${id} and status = 'failed' and created_at >= ${since} and created_at < ${ctx.clock.now()}`);
  return one(rows).failed;
}
