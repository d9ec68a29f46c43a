import type { PaidBack } from "#server/domain/catalogue/suppliers/index.ts";
import { type Esim, type EsimState, toChangeRow } from "#server/domain/selling/esims/index.ts";
import { findOrderById } from "#server/domain/selling/orders/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { eventData } from "#server/kernel/events.ts";
import { newEventId, ulid } from "#server/kernel/ids.ts";
import { log } from "#server/kernel/log.ts";
import { storableJson } from "#server/kernel/storable.ts";
import { asCancelled } from "./request-actions.ts";

/**
 * A supplier has cancelled an eSIM by itself: booked as an accepted cancel, of the one that is open or of one that is
 * opened for it, in one statement. Fails when the eSIM has been changed since it was read: see `isOvertaken`.
 */
export async function acceptCancel(ctx: Ctx, before: Esim, state: EsimState, paidBack: PaidBack): Promise<void> {
  const at = ctx.clock.now();
  const order = asCancelled((await findOrderById(ctx.db, before.orderId))!);
  const settlement = {
    status: "succeeded",
    at,
    change: toChangeRow({ esim: before, state, source: "supplier", at }),
    events: [],
    order_event_id: newEventId(),
    order_data: eventData({ order }),
    topups_refunded: paidBack.topupsRefunded,
    topups_kept: paidBack.topupsKept ?? null,
    price_refunded: paidBack.priceRefunded,
  };
  await ctx.db.query(sql`
    select accept_cancel(${before.id}::bigint, ${storableJson(settlement)}::jsonb, ${ctx.requestId}, ${ulid()}, ${at})`);
  log().warn({ esimId: before.id, orderId: before.orderId }, "a supplier has cancelled an eSIM by itself: paid back");
}
