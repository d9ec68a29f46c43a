import { type NewEsim, toProfile } from "#server/domain/selling/esims/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { type EventType, eventData } from "#server/kernel/events.ts";
import { newEventId } from "#server/kernel/ids.ts";
import { log } from "#server/kernel/log.ts";
import { measure } from "#server/kernel/metrics.ts";
import { storableJson } from "#server/kernel/storable.ts";
import { currentTraceparent } from "#server/kernel/trace.ts";
import type { Order } from "./order.ts";
import { setDoubtfulAside } from "./set-doubtful-aside.ts";
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
        select settle_order(${order.id}::bigint, ${status}, ${storableJson(esims)}::jsonb, ${newEventId()}, ${EVENT[status]},
          ${eventData({ order: ended })}, ${at}, ${currentTraceparent()}) as settled`),
    );
    if (!settled) return;
    log().info({ orderId: order.id, status, delivered: esims.length, of: order.requestedQuantity }, "order settled");
    const supplier = parts.at(-1)?.supplierCode ?? "none";
    measure("order_duration", { supplier, status }, at.getTime() - order.createdAt.getTime());
  } catch (error) {
    const { constraint, detail } = error as { constraint?: string; detail?: string };
    if (!SOLD_ALREADY.has(constraint ?? "")) throw error;
    // Nothing was written. What is nobody else's is handed out; whose the rest is, only people can tell.
    log().error({ orderId: order.id, detail }, "a supplier delivered an eSIM that belongs to another order: review it");
    const good = await setDoubtfulAside(ctx, order, parts);
    if (good) await settleOrder(ctx, order, good, validityDays);
  }
}

/** The same eSIM of the supplier, or another of its with the same ICCID or activation code. */
const SOLD_ALREADY: ReadonlySet<string> = new Set([
  "esims_supplier_code_supplier_esim_id_key",
  "esims_living_iccid",
  "esims_living_activation_code",
]);

function toEsims(part: Part, validityDays: number): NewEsim[] {
  return (part.status === "delivered" ? (part.profiles ?? []) : []).map((esim) => ({
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
