import { z } from "zod";
import type { EsimRef, Found, Outcome, SupplierTopup, SupplierTopupRequest, ToppedUp } from "../port.ts";
import { type Call, toRefusal } from "./client.ts";
import { RECYCLED } from "./errors.ts";
import { isAbout, ORDER_TIMEOUT_MS, paidIn, searchOrders } from "./orders.ts";
import { List, OrderHead, SimPackages, WireTopup } from "./wire.ts";

/** What is on an eSIM: the supplier's number of each package, and which it is. */
const Evidence = z.array(z.tuple([z.string(), z.string()]));

export async function topupOptions(call: Call, { iccid }: EsimRef): Promise<Found<SupplierTopup[]>> {
  const said = await call({
    operation: "topup_options",
    method: "GET",
    path: `sims/${encodeURIComponent(iccid)}/topups`,
    schema: List,
  });
  if (said.kind === "missing") return { kind: "not_found" };
  if (said.kind === "error" && said.code === RECYCLED) return { kind: "found", value: [] };
  if (said.kind !== "ok") return { kind: "unknown", message: said.message };
  const options = said.value.flatMap((entry) => {
    const { data } = WireTopup.safeParse(entry);
    return data ? [toSupplierTopup(data)] : [];
  });
  if (options.length === 0 && said.value.length > 0)
    return { kind: "unknown", message: "none of the top-ups can be read" };
  return { kind: "found", value: options };
}

const toSupplierTopup = (wire: z.infer<typeof WireTopup>): SupplierTopup => ({
  code: wire.id,
  name: wire.title ?? wire.id,
  dataMb: wire.is_unlimited ? 0 : Math.round(wire.amount ?? 0),
  durationDays: wire.day,
  costUsd: wire.costUsd,
});

export async function topupEvidence(call: Call, { iccid }: EsimRef): Promise<Found<string>> {
  const said = await call({
    operation: "topup_evidence",
    method: "GET",
    path: `sims/${encodeURIComponent(iccid)}/packages`,
    schema: SimPackages,
    iccid,
  });
  if (said.kind === "missing") return { kind: "not_found" };
  if (said.kind !== "ok") return { kind: "unknown", message: said.message };
  const rows: z.infer<typeof Evidence> = said.value.map((row) => [row.id, row.package.id]);
  return { kind: "found", value: JSON.stringify(rows) };
}

export async function topup(call: Call, { reference, esim, option }: SupplierTopupRequest): Promise<Outcome<ToppedUp>> {
  const said = await call({
    operation: "topup",
    method: "POST",
    path: "orders/topups",
    form: { package_id: option.code, iccid: esim.iccid, description: reference },
    schema: OrderHead,
    timeoutMs: ORDER_TIMEOUT_MS,
  });
  if (said.kind !== "ok") return toRefusal(said);
  return isAbout(said.value, reference)
    ? { kind: "done", value: { supplierReference: said.value.id, unitCostUsd: paidIn(said.value) } }
    : { kind: "unknown", message: "the answer is about another order" };
}

/**
 * Our reference in the list of orders proves it; without it, a package does that was not on the eSIM before the call and
 * is that of no other top-up.
 */
export async function findTopup(
  call: Call,
  { reference, esim, option, before, others = [] }: SupplierTopupRequest,
): Promise<Found<ToppedUp>> {
  const found = await searchTopup(call, reference);
  if (found.kind !== "not_found") return found;
  const now = await topupEvidence(call, esim);
  if (now.kind === "unknown") return now;
  const rowsBefore = readEvidence(before);
  const rowsNow = now.kind === "found" ? readEvidence(now.value) : [];
  if (!rowsBefore || !rowsNow) return { kind: "unknown", message: "it is not known what was on the eSIM before" };
  const known = new Set(rowsBefore.map(([id]) => id));
  let added = rowsNow.filter(([id, code]) => code === option.code && !known.has(id)).length;
  for (const other of others.filter(({ code }) => code === option.code)) {
    if (added === 0) break;
    const known = other.isDone ? null : await searchTopup(call, other.reference);
    if (known?.kind === "unknown") return known;
    if (other.isDone || known?.kind === "found") added--;
  }
  return added > 0 ? { kind: "found", value: { supplierReference: null } } : { kind: "not_found" };
}

async function searchTopup(call: Call, reference: string): Promise<Found<ToppedUp>> {
  const found = await searchOrders(call, reference);
  if (found.kind !== "found") return found;
  const { id, status } = found.value;
  if (status === "failed" || status === "refunded") return { kind: "not_found" };
  return { kind: "found", value: { supplierReference: id, unitCostUsd: paidIn(found.value) } };
}

function readEvidence(text: string): z.infer<typeof Evidence> | null {
  try {
    return Evidence.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
