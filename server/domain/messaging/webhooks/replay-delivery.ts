import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { getDelivery } from "./get-delivery.ts";
import { type SentNow, sendNow, takeDelivery } from "./send-now.ts";

/** Sends one delivery again, at once and in whatever state it is; when that fails, a new schedule of attempts follows. */
export async function replayDelivery(ctx: AccountCtx, deliveryId: number): Promise<SentNow> {
  requirePermission(ctx, "webhooks:manage");
  const { endpointId, eventId } = await getDelivery(ctx, deliveryId);
  return await sendNow(ctx, async (tx) => {
    const taken = await takeDelivery(tx, ctx, deliveryId);
    await recordAudit(tx, ctx, {
      act: "webhook.replay",
      accountId: ctx.account.id,
      subject: String(endpointId),
      details: { eventId, replayed: 1 },
    });
    return taken;
  });
}
