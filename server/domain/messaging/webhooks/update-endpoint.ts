import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { requireInForce } from "#server/domain/reseller/keys/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import type { EventType } from "#server/kernel/events.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { getEndpoint } from "./find-endpoint.ts";
import { requireAddress } from "./require-address.ts";
import { ringEndpoints } from "./ring-endpoints.ts";

type Change = { url?: string; events?: readonly (EventType | "*")[] };

/** Changes what is given. What waits goes to the new address, at once; which events it gets is decided when they happen. */
export async function updateEndpoint(ctx: AccountCtx, endpointId: string, change: Change): Promise<{ id: number }> {
  requirePermission(ctx, "webhooks:manage");
  const { id } = await getEndpoint(ctx, endpointId);
  const address = change.url === undefined ? null : await requireAddress(change.url);
  const events = change.events ? [...new Set(change.events)] : null;
  await ctx.db.transaction(async (tx) => {
    if (address) await requireInForce(tx, ctx, ctx.account.id, "webhooks:manage");
    await tx.prisma.webhookEndpoint.update({
      where: { id },
      data: { ...(address && { url: address.href, pausedUntil: null }), ...(events && { events }) },
    });
    if (address) await ringEndpoints(tx, [id]);
    const details = { ...(address && { url: address.origin }), ...(events && { events }) };
    await recordAudit(tx, ctx, { act: "webhook.change", accountId: ctx.account.id, subject: String(id), details });
  });
  return { id };
}
