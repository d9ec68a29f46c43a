import { money } from "#server/kernel/money.ts";
import { after, MINUTE } from "#server/kernel/time.ts";
import type { Exchange, Found, Outcome, Supplier, SupplierNotice, SupplierOrderRequest } from "../port.ts";
import { callEsimAccess, type Said, type Settings } from "./client.ts";
import { ALLOCATING, ORDER_UNKNOWN, rejectCode } from "./errors.ts";
import { toSupplierEsim } from "./esims.ts";
import { readPackages } from "./packages.ts";
import { BalanceReply, EsimList, Notice, Ordered, PackageList } from "./wire.ts";

const PAGE = { pageNum: 1, pageSize: 500 };

/** eSIM Access. Orders are asynchronous: accepted at once, profiles within seconds, found by our transaction id. */
export function esimAccess(settings: Settings, record: (exchange: Exchange) => void): Supplier {
  const call: CallOf = (request) => callEsimAccess(settings, record, request);
  return {
    code: "esimaccess",
    name: "eSIM Access",
    capabilities: {
      order: true,
      topup: true,
      cancel: true,
      suspend: true,
      resume: true,
      usage: true,
      refundOnCancel: true,
    },
    maxOrderQuantity: 30,
    idempotentOrders: true,
    async listPackages() {
      const said = await call({
        operation: "catalog",
        path: "package/list",
        body: { type: "BASE" },
        schema: PackageList,
        maxBytes: 30_000_000,
      });
      if (said.kind !== "ok") return { kind: "unknown", message: said.message };
      return { kind: "done", ...readPackages(said.value.packageList) };
    },
    order: (request) => order(call, request),
    findOrder: (reference, since) => findOrder(call, reference, since),
    async getOrderEsims(supplierReference) {
      const said = await call({
        operation: "query",
        path: "esim/query",
        body: { orderNo: supplierReference, pager: PAGE },
        schema: EsimList,
      });
      if (said.kind === "ok")
        return { kind: "found", value: { esims: said.value.esimList.map(toSupplierEsim), allocating: false } };
      if (said.kind !== "error") return { kind: "unknown", message: said.message };
      if (said.code === ALLOCATING) return { kind: "found", value: { esims: [], allocating: true } };
      return said.code === ORDER_UNKNOWN
        ? { kind: "not_found" }
        : { kind: "unknown", message: `${said.code} ${said.message}` };
    },
    async balance() {
      const said = await call({ operation: "balance", path: "balance/query", body: {}, schema: BalanceReply });
      return said.kind === "ok"
        ? { kind: "found", value: money(said.value.balance).dividedBy(10_000) }
        : { kind: "unknown", message: said.message };
    },
    parseNotice,
  };
}

type CallOf = <S extends Parameters<typeof callEsimAccess>[2]["schema"]>(
  request: Parameters<typeof callEsimAccess<S>>[2],
) => ReturnType<typeof callEsimAccess<S>>;

async function order(call: CallOf, request: SupplierOrderRequest): Promise<Outcome<{ supplierReference: string }>> {
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
  if (said.kind === "ok") {
    if (said.value.transactionId !== request.reference)
      return { kind: "unknown", message: "the answer names another transaction" };
    return { kind: "done", value: { supplierReference: said.value.orderNo } };
  }
  return toRefusal(said);
}

function toRefusal(said: Exclude<Said<unknown>, { kind: "ok" }>): Outcome<never> {
  if (said.kind === "not_sent" || said.kind === "busy")
    return { kind: "rejected", code: said.kind, message: said.message };
  const code = said.kind === "error" ? rejectCode(said.code) : undefined;
  const message = said.kind === "error" ? `${said.code} ${said.message}` : said.message;
  return code ? { kind: "rejected", code, message } : { kind: "unknown", message };
}

/** Looks through the eSIMs allocated around the time of the call for our transaction id. */
async function findOrder(call: CallOf, reference: string, since: Date): Promise<Found<{ supplierReference: string }>> {
  const window = { startTime: wireTime(after(since, -5 * MINUTE)), endTime: wireTime(after(new Date(), MINUTE)) };
  for (let pageNum = 1; pageNum <= 20; pageNum++) {
    const said = await call({
      operation: "find",
      path: "esim/query",
      body: { ...window, pager: { ...PAGE, pageNum } },
      schema: EsimList,
    });
    if (said.kind === "error" && said.code === ALLOCATING)
      return { kind: "unknown", message: "profiles of some order are still being allocated" };
    if (said.kind !== "ok") return { kind: "unknown", message: said.message };
    const match = said.value.esimList.find((esim) => esim.transactionId === reference);
    if (match) return { kind: "found", value: { supplierReference: match.orderNo } };
    if (pageNum * PAGE.pageSize >= (said.value.pager?.total ?? 0)) return { kind: "not_found" };
  }
  return { kind: "unknown", message: "there are more eSIMs in the time window than can be searched" };
}

const wireTime = (time: Date) => `${time.toISOString().slice(0, 19)}Z`;

/** Its webhooks carry no signature: the address is secret, and what they say is asked for again. */
function parseNotice(body: string): SupplierNotice | null {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return null;
  }
  const parsed = Notice.safeParse(json);
  if (!parsed.success) return null;
  const { notifyType, notifyId, content } = parsed.data;
  return { kind: notifyType, dedupeKey: notifyId ?? body.slice(0, 500), reference: content.transactionId ?? null };
}
