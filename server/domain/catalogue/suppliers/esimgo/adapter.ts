import { SECOND } from "#server/kernel/time.ts";
import type { Exchange, PackageRef, Supplier } from "../port.ts";
import { SUPPLIER_NAMES } from "../supplier-names.ts";
import { FREELY } from "../turns.ts";
import { orderEsims, topUpEsim } from "./buy.ts";
import { cancelEsim, setSuspended } from "./change-esim.ts";
import { type Call, connectEsimGo, type Settings } from "./client.ts";
import { unknown } from "./errors.ts";
import { getEsims } from "./esims.ts";
import { findOrder } from "./find-order.ts";
import { findTopup } from "./find-topup.ts";
import { getOrderEsims } from "./order-esims.ts";
import { readBalance, readCurrency } from "./organisation.ts";
import { listBundles, readBundle, toPackages } from "./packages.ts";
import { readRecord } from "./read-record.ts";
import { parseWebhook } from "./supplier-webhook.ts";
import { listTopups, topupEvidence } from "./topups.ts";

/**
 * eSIM Go. An order carries nothing of ours, so one whose answer is lost is found again by what it was for. Refunds have
 * to be granted by the supplier: without them a cancelled eSIM would be paid for all the same, so none is cancelled.
 */
export function esimGo(settings: Settings, record: (exchange: Exchange) => void, turns = FREELY): Supplier {
  const call = connectEsimGo(settings, record, turns);
  return {
    code: "esimgo",
    name: SUPPLIER_NAMES.esimgo,
    capabilities: {
      order: true,
      topup: true,
      cancel: settings.refunds,
      suspend: true,
      resume: true,
      usage: true,
      refundOnCancel: settings.refunds,
    },
    // For one address.
    callsPerSecond: 10,
    maxOrderQuantity: 50,
    idempotentOrders: false,
    longestCallMs: 75 * SECOND,
    anonymousOrders: true,
    // What was begun is taken off without its price; an eSIM leaves our account only when nothing of it was.
    paysBack: ({ paidBack, activatedAt }) => paidBack ?? { priceRefunded: !activatedAt, topupsRefunded: !activatedAt },
    refundsTopups: true,
    reportsInstallation: true,
    cancelledVanish: true,
    takesAnyPrice: false,
    listsTopups: true,
    listsRefunds: true,
    listPackages: (near) => listPackages(call, settings, near),
    order: (request) => orderEsims(call, request),
    findOrder: (request, since, linked) => findOrder(call, request, since, linked),
    getOrderEsims: (supplierReference, reference) => getOrderEsims(call, supplierReference, reference),
    getEsims: (esims) => getEsims(call, esims),
    topupOptions: (esim) => listTopups(call, settings, esim),
    topupEvidence: (esim) => topupEvidence(call, esim),
    topup: (request) => topUpEsim(call, request),
    findTopup: (request, since, linked) => findTopup(call, request, since, linked),
    cancel: async (esim) =>
      settings.refunds
        ? await cancelEsim(call, esim)
        : { kind: "rejected", code: "refused", message: "the account has no right to refunds" },
    suspend: (esim) => setSuspended(call, esim, true),
    resume: (esim) => setSuspended(call, esim, false),
    balance: () => readBalance(call),
    readRecord: (range) => readRecord(call, range),
    parseWebhook: (notice) => parseWebhook(settings.apiKey, notice),
  };
}

async function listPackages(call: Call, settings: Settings, near?: PackageRef): ReturnType<Supplier["listPackages"]> {
  const currency = await readCurrency(call, settings);
  if (currency.kind !== "ok") return unknown(currency);
  const listed = await (near ? readBundle(call, near.supplierPackageId) : listBundles(call));
  return listed.kind === "ok" ? { kind: "done", ...toPackages(listed.value, currency.value) } : unknown(listed);
}
