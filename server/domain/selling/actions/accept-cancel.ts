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
 *
 * The books know one thing of what came back: all that was paid for the eSIM. That is also its own price, where no top-up
 * was put on it.
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
  };
  await ctx.db.query(sql`
    select accept_cancel(${before.id}::bigint, ${storableJson(settlement)}::jsonb || jsonb_build_object('topups_refunded',
      ${paidBack}::text = 'all' or (${paidBack}::text = 'esim' and not exists (
        select from actions t where t.esim_id = ${before.id} and t.action = 'topup' and (t.status <> 'failed' or t.lost_at is not null)))),
      ${ctx.requestId}, ${ulid()}, ${at})`);
  log().warn({ esimId: before.id, orderId: before.orderId }, "a supplier has cancelled an eSIM by itself: paid back");
}
