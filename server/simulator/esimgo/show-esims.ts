import { findBundle } from "./catalogue.ts";
import { readWhole } from "./list-orders.ts";
import { isCompatible } from "./place-order.ts";
import { refuse } from "./refusal.ts";
import type { Asked, Shop } from "./shop.ts";
import type { Esim } from "./state.ts";
import { toWireAssignment, toWireBundles, toWireEsim } from "./wire.ts";

/** What was given back is refused like what belongs to others. */
export function readEsim(shop: Shop, iccid: unknown): Esim {
  const esim = shop.journal.state().esims.get(String(iccid));
  return esim?.inAccount ? esim : refuse(403, "the eSIM is not accessible");
}

export function listEsims(shop: Shop, { query }: Asked) {
  const page = readWhole(query, "page", 1, 1_000_000);
  const perPage = readWhole(query, "perPage", 10, 100);
  const filter = query.get("filterBy") === "iccid" ? (query.get("filter") ?? "") : "";
  const esims = [...shop.journal.state().esims.values()].filter(
    ({ inAccount, iccid }) => inAccount && iccid.includes(filter),
  );
  return {
    esims: esims.slice((page - 1) * perPage, page * perPage).map(({ iccid, customerRef, history }) => ({
      iccid,
      customerRef,
      lastAction: history.at(-1)?.name ?? "",
      actionDate: history.at(-1)?.date ?? "",
    })),
    pageCount: Math.ceil(esims.length / perPage),
    rows: esims.length,
    pageSize: perPage,
  };
}

export const getEsim = (shop: Shop, { params }: Asked) => toWireEsim(readEsim(shop, params.iccid));

/** Without the used ones, only what can still be used. */
export function listApplied(shop: Shop, { params, query }: Asked) {
  const { assignments } = readEsim(shop, params.iccid);
  const limit = readWhole(query, "limit", 15, 200);
  const isShown = query.get("includeUsed") === "true" ? () => true : isCurrent;
  return { bundles: toWireBundles(assignments.filter(isShown).slice(-limit)) };
}

const isCurrent = ({ state }: Esim["assignments"][number]) => state === "queued" || state === "active";

export function getApplied(shop: Shop, { params }: Asked) {
  const { assignments } = readEsim(shop, params.iccid);
  const found = assignments.filter(({ bundle }) => bundle === params.bundle);
  return found.length > 0 ? { assignments: found.map(toWireAssignment) } : refuse(400, "the bundle is not on the eSIM");
}

export function askCompatible(shop: Shop, { params }: Asked) {
  const { assignments } = readEsim(shop, params.iccid);
  const bundle = findBundle(params.bundle!) ?? refuse(400, `bundle ${params.bundle} not found`);
  return { compatible: isCompatible(assignments[0]!.bundle, bundle.name) };
}

export const listHistory = (shop: Shop, { params }: Asked) =>
  readEsim(shop, params.iccid).history.map(({ bundleName, ...entry }) => ({ ...entry, bundleName: bundleName ?? "" }));

export const getSuspended = (shop: Shop, { params }: Asked) => ({
  suspended: readEsim(shop, params.iccid).state === "suspended",
});
