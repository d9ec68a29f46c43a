import { after, MINUTE } from "#server/kernel/time.ts";
import type { Delivered, Found, LinkedOrders, Outcome, SupplierOrderRequest } from "../port.ts";
import { type Call, wordsOf } from "./client.ts";
import { ALLOCATING, ORDER_UNKNOWN, toRefusal } from "./errors.ts";
import { toSupplierEsim } from "./esims.ts";
import { leftAfter, MAX_PAGE_BYTES, MAX_PAGES, pageOf, windowOf } from "./pages.ts";
import { DeliveredEsims, Ordered, OrderTraces } from "./wire.ts";

export async function order(
  call: Call,
  request: SupplierOrderRequest,
): Promise<Outcome<{ supplierReference: string }>> {
  // The expected price goes along, so that a price that moved is refused instead of paid.
  const price = request.unitCostUsd.times(10_000).toNumber();
  const said = await call({
    operation: "order",
    path: "esim/order",
    body: {
      transactionId: request.reference,
      amount: price * request.quantity,
      packageInfoList: [{ packageCode: request.supplierPackageId, count: request.quantity, price }],
    },
    schema: Ordered,
  });
  if (said.kind !== "ok") return toRefusal("order", said);
  if (said.value.transactionId !== request.reference)
    return { kind: "unknown", message: "the answer names another transaction" };
  return { kind: "done", value: { supplierReference: said.value.orderNo } };
}

/** Looks through the eSIMs allocated around the time of the call for our transaction id. */
export async function findOrder(
  call: Call,
  { reference }: Pick<SupplierOrderRequest, "reference">,
  since: Date,
  linked: LinkedOrders,
): Promise<Found<{ supplierReference: string }>> {
  const window = windowOf(after(since, -5 * MINUTE), after(new Date(), MINUTE));
  let seen = 0;
  for (let pageNum = 1; pageNum <= MAX_PAGES; pageNum++) {
    const said = await call({
      operation: "find",
      path: "esim/query",
      body: { ...window, ...pageOf(pageNum) },
      schema: OrderTraces,
      maxBytes: MAX_PAGE_BYTES,
    });
    if (said.kind === "error" && said.code === ALLOCATING)
      return { kind: "unknown", message: "profiles of some order are still being allocated" };
    if (said.kind !== "ok") return { kind: "unknown", message: wordsOf(said) };
    const { esimList } = said.value;
    const ours = esimList.filter(({ transactionId }) => transactionId === reference).map(({ orderNo }) => orderNo);
    const taken = ours.length > 0 ? await linked([...new Set(ours)]) : new Set();
    const match = ours.find((orderNo) => !taken.has(orderNo));
    if (match) return { kind: "found", value: { supplierReference: match } };
    seen += esimList.length;
    if (leftAfter(said.value, seen) === 0) return { kind: "not_found" };
    if (esimList.length === 0) return { kind: "unknown", message: "the pages end before all eSIMs were shown" };
  }
  return { kind: "unknown", message: "there are more eSIMs in the time window than can be searched" };
}

export async function getOrderEsims(call: Call, supplierReference: string): Promise<Found<Delivered>> {
  const said = await call({
    operation: "query",
    path: "esim/query",
    body: { orderNo: supplierReference, ...pageOf(1) },
    schema: DeliveredEsims,
  });
  if (said.kind === "error" && said.code === ALLOCATING)
    return { kind: "found", value: { esims: [], allocating: true } };
  if (said.kind === "error" && said.code === ORDER_UNKNOWN) return { kind: "not_found" };
  if (said.kind !== "ok") return { kind: "unknown", message: wordsOf(said) };
  const { esimList } = said.value;
  if (esimList.some(({ orderNo }) => orderNo !== supplierReference))
    return { kind: "unknown", message: "the answer has eSIMs of another order" };
  return { kind: "found", value: { esims: esimList.map(toSupplierEsim), allocating: false } };
}
