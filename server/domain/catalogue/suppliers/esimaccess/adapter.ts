import { money } from "#server/kernel/money.ts";
import { SECOND } from "#server/kernel/time.ts";
import type { Exchange, Supplier } from "../port.ts";
import { SUPPLIER_NAMES } from "../supplier-names.ts";
import { FREELY } from "../turns.ts";
import { cancel, resume, suspend } from "./change-esim.ts";
import { connectEsimAccess, type Settings, wordsOf } from "./client.ts";
import { findOrder, getOrderEsims, order } from "./orders.ts";
import { readPackages } from "./packages.ts";
import { getEsims } from "./query-esims.ts";
import { readRecord } from "./read-record.ts";
import { parseWebhook } from "./supplier-webhook.ts";
import { findTopup, topup, topupEvidence, topupOptions } from "./topups.ts";
import { BalanceReply, PackageList } from "./wire.ts";

/** eSIM Access. Orders are asynchronous: accepted at once, profiles within seconds, found by our transaction id. */
export function esimAccess(settings: Settings, record: (exchange: Exchange) => void, turns = FREELY): Supplier {
  const call = connectEsimAccess(settings, record, turns);
  return {
    code: "esimaccess",
    name: SUPPLIER_NAMES.esimaccess,
    capabilities: {
      order: true,
      topup: true,
      cancel: true,
      suspend: true,
      resume: true,
      usage: true,
      refundOnCancel: true,
    },
    callsPerSecond: 8,
    maxOrderQuantity: 30,
    idempotentOrders: true,
    longestCallMs: 35 * SECOND,
    anonymousOrders: false,
    // For one that was revoked nothing is given back.
    paysBack: ({ supplierStatus }) => {
      const isPaid = supplierStatus === "CANCEL";
      return { priceRefunded: isPaid, topupsRefunded: isPaid };
    },
    refundsTopups: true,
    reportsInstallation: true,
    cancelledVanish: false,
    takesAnyPrice: false,
    listsTopups: false,
    listsRefunds: false,
    async listPackages(near) {
      const said = await call({
        operation: "catalog",
        path: "package/list",
        body: { type: "BASE", slug: near?.supplierPackageId },
        schema: PackageList,
        maxBytes: 30_000_000,
      });
      if (said.kind !== "ok") return { kind: "unknown", message: wordsOf(said) };
      return { kind: "done", ...readPackages(said.value.packageList) };
    },
    order: (request) => order(call, request),
    findOrder: (request, since, linked) => findOrder(call, request, since, linked),
    getOrderEsims: (supplierReference) => getOrderEsims(call, supplierReference),
    getEsims: (esims) => getEsims(call, esims),
    topupOptions: (esim) => topupOptions(call, esim),
    topupEvidence: (esim) => topupEvidence(call, esim),
    topup: (request) => topup(call, request),
    findTopup: (request) => findTopup(call, request),
    cancel: (esim) => cancel(call, esim),
    suspend: (esim) => suspend(call, esim),
    resume: (esim) => resume(call, esim),
    async balance() {
      const said = await call({ operation: "balance", path: "balance/query", body: {}, schema: BalanceReply });
      return said.kind === "ok"
        ? { kind: "found", value: money(said.value.balance).dividedBy(10_000) }
        : { kind: "unknown", message: wordsOf(said) };
    },
    readRecord: (range) => readRecord(call, range),
    parseWebhook,
  };
}
