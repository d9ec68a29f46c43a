import { money, round4 } from "#server/kernel/money.ts";
import type { Supplier } from "../port.ts";
import type { Range, SupplierRecord } from "../record.ts";
import type { Call } from "./client.ts";
import { unknown } from "./errors.ts";
import { readPages } from "./pages.ts";
import { OrderList, type WireOrder } from "./wire.ts";

const PER_PAGE = 50;
/** Of one range. */
const MAX_PAGES = 2_000;

/**
 * Orders, top-ups and refunds are one list, without anything of ours. A top-up is an order for an eSIM that was there before,
 * which the list does not say; a refund names the bundle that came back, not the eSIM that it was on.
 */
export async function readRecord(call: Call, { from, to }: Range): ReturnType<Supplier["readRecord"]> {
  let promised = 0;
  let isCut = false;
  const said = await readPages(
    async (page) => {
      const answer = await call({
        operation: "reconcile",
        path: ["orders"],
        query: [
          ["includeIccids", "true"],
          ["page", String(page)],
          ["limit", String(PER_PAGE)],
          ["createdAt", `gte:${from.toISOString()}`],
          ["createdAt", `lte:${to.toISOString()}`],
        ],
        schema: OrderList,
        maxBytes: 4_000_000,
      });
      if (answer.kind !== "ok") return answer;
      const { orders: entries, pageCount } = answer.value;
      isCut ||= entries.length === 0 && page <= promised;
      promised = Math.max(promised, pageCount ?? 0);
      return { kind: "ok", value: { entries, pageCount } };
    },
    (order) => order.orderReference ?? JSON.stringify(order),
    MAX_PAGES,
  );
  if (said.kind !== "ok") return unknown(said);
  if (isCut) return { kind: "unknown", message: "the pages end before all orders were shown" };
  const record: SupplierRecord = { purchases: [], refunds: [], unread: 0 };
  for (const order of said.value) take(record, order, { from, to });
  return { kind: "done", record };
}

/** What moved the balance in any other way, or failed, is left out. */
function take(record: SupplierRecord, order: WireOrder, { from, to }: Range): void {
  const lines = (order.order ?? []).filter(({ item, type }) => item && /bundle/i.test(type ?? "bundle"));
  if (lines.length === 0 || /fail/i.test(order.status ?? "")) return;
  const createdAt = new Date(order.createdDate ?? "");
  const supplierReference = order.orderReference;
  if (!supplierReference || Number.isNaN(createdAt.getTime())) {
    record.unread++;
    return;
  }
  if (createdAt < from || createdAt >= to) return;
  const refunded = lines.filter(({ type }) => /refund/i.test(type ?? ""));
  for (const { item, quantity } of refunded)
    for (let unit = 0; unit < (quantity ?? 1); unit++)
      record.refunds.push({ supplierReference, supplierPackageId: item!, createdAt });
  if (refunded.length > 0) return;
  const quantity = lines.reduce((sum, line) => sum + (line.quantity ?? 0), 0);
  const iccids = lines.flatMap((line) => line.iccids ?? []);
  record.purchases.push({
    supplierReference,
    reference: null,
    kind: null,
    supplierPackageId: lines[0]!.item!,
    quantity,
    unitCostUsd:
      order.currency === "USD" && order.total && quantity > 0 ? round4(money(order.total).dividedBy(quantity)) : null,
    esims: iccids.map((iccid) => ({ supplierEsimId: iccid, iccid, cancelled: false, totalBytes: null })),
    refunded: false,
    createdAt,
  });
}
