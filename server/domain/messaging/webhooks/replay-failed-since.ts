import type { AccountCtx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { getEndpoint } from "./find-endpoint.ts";
import { replayDeliveries } from "./replay-deliveries.ts";

/** Sends again what failed at the endpoint, of the events from `since` up to but not including `until` (default: now). */
export async function replayFailedSince(
  ctx: AccountCtx,
  endpointId: string,
  { since, until = ctx.clock.now() }: { since: Date; until?: Date },
): Promise<{ replayed: number }> {
  requirePermission(ctx, "webhooks:manage");
  const endpoint = await getEndpoint(ctx, endpointId);
  const replayed = await replayDeliveries(
    ctx,
    endpoint,
    sql`d.status = 'failed' and d.created_at >= ${since} and d.created_at < ${until}`,
    { since: since.toISOString(), until: until.toISOString() },
  );
  return { replayed };
}
