import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { disableEndpoint } from "./disable-endpoint.ts";
import { getEndpoint } from "./find-endpoint.ts";

/** Why it is off then: nobody needs to look at it. */
export const BY_OWNER = "It was switched off by its owner.";

/** Switches an endpoint off at its owner's wish. A second time changes nothing. */
export async function closeEndpoint(ctx: AccountCtx, idText: string): Promise<{ id: number }> {
  requirePermission(ctx, "webhooks:manage");
  const endpoint = await getEndpoint(ctx, idText);
  if (endpoint.status === "disabled") return { id: endpoint.id };
  await ctx.db.transaction(async (tx) => {
    await recordAudit(tx, ctx, { act: "webhook.disable", accountId: ctx.account.id, subject: String(endpoint.id) });
    await disableEndpoint(tx, endpoint.id, BY_OWNER);
  });
  return { id: endpoint.id };
}
