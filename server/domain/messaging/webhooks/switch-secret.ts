import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { getEndpoint } from "./find-endpoint.ts";

/** Ends a rotation now: from the next attempt on only the new secret signs. Without a rotation nothing changes. */
export async function switchSecret(ctx: AccountCtx, endpointId: string): Promise<{ id: number; switched: boolean }> {
  requirePermission(ctx, "webhooks:manage");
  const { id } = await getEndpoint(ctx, endpointId);
  return await ctx.db.transaction(async (tx) => {
    const { count } = await tx.prisma.webhookEndpoint.updateMany({
      where: { id, overlapUntil: { not: null } },
      data: { previousSecret: null, overlapUntil: null },
    });
    const switched = count > 0;
    if (switched)
      await recordAudit(tx, ctx, { act: "webhook.switch_secret", accountId: ctx.account.id, subject: String(id) });
    return { id, switched };
  });
}
