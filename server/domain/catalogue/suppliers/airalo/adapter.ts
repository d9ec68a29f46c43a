import { MINUTE, SECOND } from "#server/kernel/time.ts";
import type { EsimRef, Exchange, Found, Outcome, PackageRef, Supplier, SupplierEsim } from "../port.ts";
import { SUPPLIER_NAMES } from "../supplier-names.ts";
import { FREELY } from "../turns.ts";
import { type Call, connectAiralo } from "./client.ts";
import { getEsim } from "./esims.ts";
import { findOrder, getOrderEsims, order } from "./orders.ts";
import { readPackages } from "./packages.ts";
import { readRecord } from "./read-record.ts";
import type { Settings } from "./settings.ts";
import { parseWebhook } from "./supplier-webhook.ts";
import { findTopup, topup, topupEvidence, topupOptions } from "./topups.ts";
import { Balances, List } from "./wire.ts";

/** Large enough for all there is: the supplier's further pages have another form. */
const PAGE_SIZE = 5_000;
const MAX_PAGES = 20;
const MAX_CATALOGUE_BYTES = 80_000_000;
/** eSIMs looked at side by side; the pace of the calls is kept anyway. */
const AT_ONCE = 10;

/** Airalo. Orders are delivered in the reply or, in asynchronous mode, later; both are found by their description. */
export function airalo(settings: Settings, record: (exchange: Exchange) => void, turns = FREELY): Supplier {
  const call = connectAiralo(settings, record, turns);
  return {
    code: "airalo",
    name: SUPPLIER_NAMES.airalo,
    capabilities: {
      order: true,
      topup: true,
      cancel: false,
      suspend: false,
      resume: false,
      usage: true,
      refundOnCancel: false,
    },
    // Of each kind; here all kinds share them.
    callsPerSecond: 5,
    maxOrderQuantity: 50,
    idempotentOrders: false,
    longestCallMs: 75 * SECOND,
    anonymousOrders: false,
    // Top-ups are orders of their own.
    paysBack: () => ({ priceRefunded: true, topupsRefunded: false }),
    refundsTopups: false,
    reportsInstallation: false,
    cancelledVanish: false,
    takesAnyPrice: true,
    listsTopups: true,
    listsRefunds: false,
    listPackages: (near) => listPackages(call, near),
    order: (request) => order(call, settings, request),
    findOrder: ({ reference }, _since, linked) => findOrder(call, reference, linked),
    getOrderEsims: (supplierReference, reference) => getOrderEsims(call, supplierReference, reference),
    getEsims: (esims) => getEsims(call, esims),
    topupOptions: (esim) => topupOptions(call, esim),
    topupEvidence: (esim) => topupEvidence(call, esim),
    topup: (request) => topup(call, request),
    findTopup: (request) => findTopup(call, request),
    cancel: () => notOffered("cancelled"),
    suspend: () => notOffered("suspended"),
    resume: () => notOffered("resumed"),
    balance: () => balance(call),
    readRecord: (range) => readRecord(call, range),
    parseWebhook: (notice) => parseWebhook(notice, settings.clientSecret),
  };
}

async function listPackages(call: Call, near?: PackageRef): ReturnType<Supplier["listPackages"]> {
  const places: unknown[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const said = await call({
      operation: "catalog",
      method: "GET",
      path: "packages",
      query: { ...shelfOf(near), limit: String(PAGE_SIZE), page: String(page) },
      schema: List,
      timeoutMs: near ? 10 * SECOND : MINUTE,
      maxBytes: MAX_CATALOGUE_BYTES,
    });
    if (said.kind !== "ok") return { kind: "unknown", message: said.message };
    places.push(...said.value);
    if (page >= (said.lastPage ?? 1)) return { kind: "done", ...readPackages(places) };
  }
  return { kind: "unknown", message: `the catalogue has more than ${MAX_PAGES} pages` };
}

/** A country's packages are listed apart; what is for several countries is called global. */
function shelfOf(near: PackageRef | undefined): Record<string, string> {
  if (!near) return { include: "topup" };
  return near.type === "local"
    ? { "filter[type]": "local", "filter[country]": near.coverage[0]! }
    : { "filter[type]": "global" };
}

/** The supplier is asked about one eSIM at a time. */
async function getEsims(call: Call, esims: EsimRef[]): Promise<Map<string, Found<SupplierEsim>>> {
  const found = new Map<string, Found<SupplierEsim>>();
  for (let start = 0; start < esims.length; start += AT_ONCE)
    await Promise.all(
      esims.slice(start, start + AT_ONCE).map(async (esim) => {
        found.set(esim.supplierEsimId, await getEsim(call, esim));
      }),
    );
  return found;
}

const notOffered = async (what: string): Promise<Outcome<never>> => ({
  kind: "rejected",
  code: "refused",
  message: `eSIMs of this supplier cannot be ${what} by its buyers`,
});

async function balance(call: Call): ReturnType<Supplier["balance"]> {
  const said = await call({ operation: "balance", method: "GET", path: "balance", schema: Balances });
  if (said.kind !== "ok") return { kind: "unknown", message: said.message };
  const inUsd = said.value.balances.find(({ availableBalance }) => availableBalance.currency === "USD");
  return inUsd
    ? { kind: "found", value: inUsd.availableBalance.amount }
    : { kind: "unknown", message: "the answer has no balance in USD" };
}
