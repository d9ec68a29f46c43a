import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import type { EventType } from "#server/kernel/events.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { announceToEndpoint } from "./announce-to-endpoint.ts";
import { getEndpoint } from "./find-endpoint.ts";
import { sampleData } from "./sample-body.ts";
import { type SentNow, sendNow, takeDelivery } from "./send-now.ts";

/** Sends an event of the kind to this endpoint alone, at once and whatever it subscribes to; it is about records that do not exist. */
export async function sendSampleEvent(ctx: AccountCtx, endpointId: string, type: EventType): Promise<SentNow> {
  requirePermission(ctx, "webhooks:manage");
  const endpoint = await getEndpoint(ctx, endpointId);
  const data = sampleData(ctx, type);
  return await sendNow(ctx, async (tx) => {
    const announced = await announceToEndpoint(tx, ctx, endpoint, type, data);
    await recordAudit(tx, ctx, {
      act: "webhook.sample",
      accountId: ctx.account.id,
      subject: String(endpoint.id),
      details: { type, eventId: announced.eventId },
    });
    return await takeDelivery(tx, ctx, announced.deliveryId);
  });
}
