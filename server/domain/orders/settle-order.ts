import { type NewEsim, toProfile } from "#server/domain/esims/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { type EventType, eventData } from "#server/kernel/events.ts";
import { newEventId } from "#server/kernel/ids.ts";
import { log } from "#server/kernel/log.ts";
import type { Order } from "./order.ts";
import type { Part } from "./supplier-part.ts";

type Ending = "delivered" | "partially_delivered" | "failed";

const EVENT: Record<Ending, EventType> = {
  delivered: "order.delivered",
  partially_delivered: "order.partially_delivered",
  failed: "order.failed",
};

/**
 * Ends an order whose parts are all over: its eSIMs, the refund of what was not delivered and the event, in one
 * statement. Does nothing when it had ended before.
 */
export async function settleOrder(ctx: Ctx, order: Order, parts: Part[], validityDays: number): Promise<void> {
  const esims = parts.flatMap((part) => toEsims(part, validityDays));
  const status: Ending =
    esims.length === order.requestedQuantity ? "delivered" : esims.length > 0 ? "partially_delivered" : "failed";
  const ended: Order = { ...order, status, deliveredQuantity: esims.length, profiles: esims.map(toProfile) };
  const at = ctx.clock.now();
  try {
    const { settled } = one(
      await ctx.db.query<{ settled: boolean }>(sql`
        select settle_order(${order.id}::bigint, ${status}, ${JSON.stringify(esims)}::jsonb, ${newEventId()}, ${EVENT[status]},
          ${eventData({ order: ended })}, ${at}) as settled`),
    );
    if (settled)
      log().info({ orderId: order.id, status, delivered: esims.length, of: order.requestedQuantity }, "order settled");
  } catch (error) {
    if (!(error as { constraint?: string }).constraint?.startsWith("esims_supplier_code")) throw error;
    // An eSIM that we already sold: nothing was written, and only people can tell whose it is.
    await ctx.db.query(
      sql`update supplier_orders set status = 'review', updated_at = ${at} where order_id = ${order.id} and status = 'delivered'`,
    );
    log().error({ orderId: order.id }, "the supplier delivered an eSIM that belongs to another order: review it");
  }
}

function toEsims(part: Part, validityDays: number): NewEsim[] {
  return (part.profiles ?? []).map((esim) => ({
    supplier_order_id: part.id,
    supplier_code: part.supplierCode,
    supplier_esim_id: esim.supplierEsimId,
    supplier_reference: part.supplierReference!,
    iccid: esim.iccid,
    imsi: esim.imsi,
    activation_code: esim.activationCode,
    smdp_address: esim.smdpAddress,
    status: esim.status ?? "ready",
    installation_status: esim.installationStatus,
    supplier_status: esim.supplierStatus,
    supplier_smdp_status: esim.supplierSmdpStatus,
    total_bytes: esim.totalBytes,
    used_bytes: esim.usedBytes,
    validity_days: validityDays,
    apn: esim.apn,
    network_name: esim.networkName,
  }));
}
