import type { z } from "zod";
import { after, SECOND } from "#server/kernel/time.ts";
import type { Supplier } from "../port.ts";
import type { PurchaseRecord, Range } from "../record.ts";
import { type Call, wordsOf } from "./client.ts";
import { ALLOCATING } from "./errors.ts";
import { leftAfter, MAX_PAGE_BYTES, pageOf, windowOf } from "./pages.ts";
import { EsimEntries, RecordedEsim } from "./wire.ts";

/** 500 eSIMs each: more than a quarter of a million in one range is not read. */
const MAX_PAGES = 500;
const ENDED = new Set(["CANCEL", "REVOKE", "REVOKED"]);

/**
 * The supplier lists eSIMs, each with its order's number and our transaction id, and names no price: it refuses an order at
 * any other price than the one that we sent. It lists no top-ups and no refunds either. A top-up shows in the eSIM's
 * volume, a refund in its state.
 */
export async function readRecord(call: Call, { from, to }: Range): ReturnType<Supplier["readRecord"]> {
  const orders = new Map<string, PurchaseRecord>();
  const seenEsims = new Set<string>();
  let unread = 0;
  let seen = 0;
  for (let pageNum = 1; pageNum <= MAX_PAGES; pageNum++) {
    const said = await call({
      operation: "reconcile",
      path: "esim/query",
      // Its times are whole seconds.
      body: { ...windowOf(from, after(to, SECOND)), ...pageOf(pageNum) },
      schema: EsimEntries,
      maxBytes: MAX_PAGE_BYTES,
    });
    if (said.kind === "error" && said.code === ALLOCATING)
      return { kind: "unknown", message: "profiles of some order are still being allocated" };
    if (said.kind !== "ok") return { kind: "unknown", message: wordsOf(said) };
    const { esimList } = said.value;
    for (const entry of esimList) {
      const esim = RecordedEsim.safeParse(entry).data;
      if (!esim) unread++;
      else if (!seenEsims.has(esim.esimTranNo)) take(orders, esim, from);
      if (esim) seenEsims.add(esim.esimTranNo);
    }
    seen += esimList.length;
    if (leftAfter(said.value, seen) === 0)
      return { kind: "done", record: { purchases: [...orders.values()], refunds: [], unread } };
    if (esimList.length === 0) return { kind: "unknown", message: "the pages end before all eSIMs were shown" };
  }
  return { kind: "unknown", message: "there are more eSIMs in the range than can be read" };
}

function take(orders: Map<string, PurchaseRecord>, esim: z.infer<typeof RecordedEsim>, from: Date): void {
  const { orderNo, transactionId, packageList } = esim;
  const [item] = packageList ?? [];
  const order: PurchaseRecord = orders.get(orderNo) ?? {
    supplierReference: orderNo,
    reference: transactionId || null,
    kind: "order",
    supplierPackageId: item?.slug ?? item?.packageCode ?? null,
    quantity: 0,
    unitCostUsd: null,
    esims: [],
    refunded: false,
    createdAt: item?.createTime ?? from,
  };
  order.quantity++;
  order.esims.push({
    supplierEsimId: esim.esimTranNo,
    iccid: esim.iccid,
    cancelled: ENDED.has(esim.esimStatus),
    totalBytes: esim.totalVolume,
  });
  orders.set(orderNo, order);
}
