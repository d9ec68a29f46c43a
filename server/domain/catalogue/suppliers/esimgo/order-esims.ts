import { paced } from "#server/kernel/clock.ts";
import { MINUTE, SECOND } from "#server/kernel/time.ts";
import type { Delivered, Found, SupplierEsim } from "../port.ts";
import { readApplied } from "./applied-bundles.ts";
import { paidIn } from "./buy.ts";
import type { Call, Said } from "./client.ts";
import { isGone, unknown } from "./errors.ts";
import { toSupplierEsim } from "./esims.ts";
import { inBatches } from "./in-batches.ts";
import { notFoundOrUnknown } from "./organisation.ts";
import { type AssignedEsim, AssignedEsims, Changed, OrderList, type WireOrder } from "./wire.ts";

/** So long after the order the supplier may still be making its eSIMs, by its own account. */
const DELIVERED_WITHIN = 10 * MINUTE;

const NOTHING_YET: Found<Delivered> = { kind: "found", value: { esims: [], allocating: true } };

/** @param reference ours: written to the eSIMs, so that people who look for them at the supplier find the order */
export async function getOrderEsims(
  call: Call,
  supplierReference: string,
  reference: string,
): Promise<Found<Delivered>> {
  const ordered = await call({ operation: "query", path: ["orders", supplierReference], schema: OrderList });
  if (ordered.kind === "processing") return NOTHING_YET;
  if (ordered.kind === "error" && ordered.status !== 403 && isGone(ordered)) return { kind: "not_found" };
  if (ordered.kind !== "ok") return unknown(ordered);
  const order = ordered.value.orders.find(({ orderReference }) => orderReference === supplierReference);
  if (!order) return { kind: "unknown", message: "the answer is about another order" };
  if (/fail/i.test(order.status ?? "")) return { kind: "found", value: { esims: [], allocating: false } };
  const assigned = await readAssigned(call, supplierReference);
  if (assigned.kind === "processing") return NOTHING_YET;
  if (assigned.kind !== "ok") return unknown(assigned);
  const read = await inBatches(assigned.value, (profile) => readEsim(call, profile, isYoung(order)));
  const fault = read.find((esim) => typeof esim === "string");
  if (fault) return { kind: "unknown", message: fault };
  const esims = read.filter((esim) => typeof esim === "object" && esim !== null);
  const isWhole = esims.length > 0 && esims.length >= expectedOf(order);
  const inAccount = esims.filter(({ status }) => status !== "cancelled");
  if (isWhole) await inBatches(inAccount, ({ iccid }) => writeReference(call, iccid, reference));
  return { kind: "found", value: { esims, allocating: !isWhole && isYoung(order), unitCostUsd: paidIn(order) } };
}

async function readAssigned(call: Call, reference: string): Promise<Said<AssignedEsim[]>> {
  const said = await call({
    operation: "query",
    path: ["esims", "assignments"],
    query: { reference },
    schema: AssignedEsims,
  });
  // Of an order that it knows, but has no eSIM for yet.
  if (said.kind === "error" && said.status !== 403 && isGone(said)) return { kind: "ok", value: [] };
  if (said.kind !== "ok") return said;
  return { kind: "ok", value: [...new Map(said.value.map((esim) => [esim.iccid, esim])).values()] };
}

/** Null while its bundle is not on it; a sentence when that cannot be read. One that has left our account was taken back. */
async function readEsim(
  call: Call,
  profile: AssignedEsim,
  isYoungOrder: boolean,
): Promise<SupplierEsim | null | string> {
  const applied = await readApplied(call, "usage", profile.iccid);
  if (applied.kind !== "ok") {
    const said = await notFoundOrUnknown(call, applied);
    if (said.kind === "unknown") return said.message;
    return isYoungOrder ? null : { ...toSupplierEsim(profile, []), status: "cancelled", supplierStatus: "returned" };
  }
  return applied.value.length > 0 ? toSupplierEsim(profile, applied.value) : null;
}

/** What was sold in the end may be less than what was ordered. */
const expectedOf = ({ order }: WireOrder): number =>
  (order ?? []).reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);

function isYoung({ createdDate }: WireOrder): boolean {
  const createdAt = Date.parse(createdDate ?? "");
  return !(Date.now() - createdAt > paced(DELIVERED_WITHIN));
}

/** Best effort: nothing here depends on it. */
async function writeReference(call: Call, iccid: string, reference: string): Promise<void> {
  await call({
    operation: "query",
    method: "PUT",
    path: ["esims"],
    body: { iccid, customerRef: reference },
    schema: Changed,
    timeoutMs: 5 * SECOND,
  });
}
