import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { getEndpoint } from "./find-endpoint.ts";

/** Ends a rotation now: from the next attempt on only the new secret signs. Without a rotation nothing changes. */
export async function switchSecret(ctx: AccountCtx, endpointId: string): Promise<{ id: number; switched: boolean }> {
  requirePermission(ctx, "webhooks:manage");
  const { id } = await getEndpoint(ctx, endpointId);
  return await ctx.db.transaction(async (tx) => {
    const rows = await tx.query(sql`
      update webhook_endpoints set previous_secret = null, overlap_until = null
       where id = ${id} and overlap_until is not null returning id`);
    const switched = rows.length > 0;
    if (switched)
      await recordAudit(tx, ctx, { act: "webhook.switch_secret", accountId: ctx.account.id, subject: String(id) });
    return { id, switched };
  });
}
