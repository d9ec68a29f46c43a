import type { z } from "zod";
import { after, DAY } from "#server/kernel/time.ts";
import type { Supplier } from "../port.ts";
import type { PurchaseRecord, Range } from "../record.ts";
import type { Call } from "./client.ts";
import { paidIn } from "./orders.ts";
import { List, RecordedOrder } from "./wire.ts";

const PAGE_SIZE = 100;
/** Of one day. */
const MAX_PAGES = 1_000;

/**
 * Orders and top-ups are one list, with our reference as their description, their price and whether they were refunded. The
 * filter looks for text, so that a range is read day by day (UTC), and what is outside is left out here.
 */
export async function readRecord(call: Call, { from, to }: Range): ReturnType<Supplier["readRecord"]> {
  const found = new Map<string, PurchaseRecord>();
  let unread = 0;
  for (let day = startOfDay(from); day < to; day = after(day, DAY)) {
    const read = await readDay(call, day, (entry) => {
      const order = RecordedOrder.safeParse(entry).data;
      if (!order) unread++;
      else if (order.created_at >= from && order.created_at < to && order.status !== "failed")
        found.set(order.id, toPurchase(order));
    });
    if (read !== null) return { kind: "unknown", message: read };
  }
  return { kind: "done", record: { purchases: [...found.values()], refunds: [], unread } };
}

/** Null when the whole day was read, else why not. */
async function readDay(call: Call, day: Date, take: (entry: unknown) => void): Promise<string | null> {
  for (let page = 1; page <= MAX_PAGES; page++) {
    const said = await call({
      operation: "reconcile",
      method: "GET",
      path: "orders",
      query: {
        include: "sims,status",
        "filter[created_at]": day.toISOString().slice(0, 10),
        limit: String(PAGE_SIZE),
        page: String(page),
      },
      schema: List,
      maxBytes: 10_000_000,
    });
    if (said.kind !== "ok") return said.message;
    said.value.forEach(take);
    if (said.lastPage === null ? said.value.length < PAGE_SIZE : page >= said.lastPage) return null;
  }
  return "there are more orders of one day than can be read";
}

const startOfDay = (time: Date) => new Date(`${time.toISOString().slice(0, 10)}T00:00:00Z`);

function toPurchase(order: z.infer<typeof RecordedOrder>): PurchaseRecord {
  const refunded = order.status === "refunded";
  return {
    supplierReference: order.id,
    reference: order.description || null,
    kind: order.type,
    supplierPackageId: order.package_id ?? null,
    quantity: order.quantity,
    unitCostUsd: paidIn(order) ?? null,
    esims: (order.sims ?? []).map(({ id, iccid }) => ({
      supplierEsimId: id,
      iccid,
      cancelled: refunded,
      totalBytes: null,
    })),
    refunded,
    createdAt: order.created_at,
  };
}
