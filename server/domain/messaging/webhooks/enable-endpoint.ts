import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { requireInForce } from "#server/domain/reseller/keys/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { getEndpoint } from "./find-endpoint.ts";
import { requireAddress } from "./require-address.ts";
import { requireRoom } from "./require-room.ts";

/** Sends to the endpoint again, with a clean record; events that it missed are replayed on request. A second time changes nothing. */
export async function enableEndpoint(ctx: AccountCtx, endpointId: string): Promise<{ id: number }> {
  requirePermission(ctx, "webhooks:manage");
  const { id, status, url } = await getEndpoint(ctx, endpointId);
  if (status === "active") return { id };
  await requireAddress(url);
  await ctx.db.transaction(async (tx) => {
    await requireRoom(tx, ctx);
    await requireInForce(tx, ctx, ctx.account.id, "webhooks:manage");
    const clean = { disabledReason: null, failureCount: 0, failingSince: null, pausedUntil: null };
    await tx.prisma.webhookEndpoint.update({ where: { id }, data: { status: "active", ...clean } });
    await recordAudit(tx, ctx, { act: "webhook.enable", accountId: ctx.account.id, subject: String(id) });
  });
  return { id };
}
