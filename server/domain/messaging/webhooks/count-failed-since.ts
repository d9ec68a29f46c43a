import type { AccountCtx } from "#server/kernel/context.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { getEndpoint } from "./find-endpoint.ts";

/** How many deliveries a replay of what failed since then would send again. */
export async function countFailedSince(ctx: AccountCtx, endpointId: string, since: Date): Promise<number> {
  requirePermission(ctx, "webhooks:read");
  const { id } = await getEndpoint(ctx, endpointId);
  const createdAt = { gte: since, lt: ctx.clock.now() };
  return await ctx.db.prisma.delivery.count({ where: { endpointId: id, status: "failed", createdAt } });
}
