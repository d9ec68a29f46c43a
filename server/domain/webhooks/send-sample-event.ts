import { recordAudit } from "#server/domain/audit/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { type EventType, eventData } from "#server/kernel/events.ts";
import { newEventId } from "#server/kernel/ids.ts";
import { getEndpoint } from "./find-endpoint.ts";
import { sampleOf } from "./sample-events.ts";

/** Sends an event of the kind to this endpoint alone, whatever it subscribes to; it is about records that do not exist. */
export async function sendSampleEvent(
  ctx: AccountCtx,
  endpointId: string,
  type: EventType,
): Promise<{ eventId: string; deliveryId: number }> {
  const endpoint = await getEndpoint(ctx, endpointId);
  if (endpoint.status !== "active")
    fail("conflict", "The endpoint is disabled: nothing is sent to it. Enable it first.");
  const { accountId, environment } = tenant(ctx);
  const now = ctx.clock.now();
  const sample = sampleOf(type, { environment, currency: ctx.account.currency, at: now });
  if (!sample) return fail("validation_error", `There is no sample of ${type}.`, { field: "type" });
  const eventId = newEventId();
  const { deliveryId } = await ctx.db.transaction(async (tx) => {
    const details = { type, eventId };
    await recordAudit(tx, ctx, { act: "webhook.sample", accountId, subject: String(endpoint.id), details });
    return one(
      await tx.query<{ deliveryId: number }>(sql`
        select announce_to_endpoint(${endpoint.id}::int,
          (${accountId}::int, ${environment}, ${eventId}, ${type}, ${eventData(sample)}, ${now}::timestamptz)::new_event) as "deliveryId"`),
    );
  });
  return { eventId, deliveryId };
}
