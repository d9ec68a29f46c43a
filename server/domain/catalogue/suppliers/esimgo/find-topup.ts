import type { EsimRef, Found, LinkedOrders, SupplierTopupRequest, ToppedUp } from "../port.ts";
import { type Applied, isOfOrder, keyOf, orderOf, readApplied } from "./applied-bundles.ts";
import { paidIn } from "./buy.ts";
import type { Call } from "./client.ts";
import { unknown } from "./errors.ts";
import { listOrders, notLinked, notListed } from "./listed-orders.ts";
import { readEvidence } from "./topups.ts";
import { OrderList } from "./wire.ts";

/** A top-up shows as a new bundle on the eSIM, or, while that is being processed, as an order for it. */
export async function findTopup(
  call: Call,
  { esim, option, before }: SupplierTopupRequest,
  since: Date,
  linked: LinkedOrders,
): Promise<Found<ToppedUp>> {
  const applied = await readApplied(call, "find", esim.iccid);
  if (applied.kind !== "ok") return unknown(applied);
  const known = readEvidence(before);
  if (!known) return { kind: "unknown", message: "what was on the eSIM before is not on record" };
  const added = applied.value.filter((bundle) => bundle.bundle === option.code && !known.has(keyOf(bundle)));
  const references = [...new Set(added.map((bundle) => orderOf(bundle.assignmentReference ?? "")))];
  const taken = await linked(references.filter((reference) => reference !== null));
  const found = references.filter((reference) => reference === null || !taken.has(reference));
  if (found.length > 1) return { kind: "unknown", message: `${found.length} such bundles were added` };
  if (found.length === 1) return { kind: "found", value: await withCost(call, found[0]!) };
  return await findTopupOrder(call, { esim, item: option.code, applied: applied.value }, since, linked);
}

/** Best effort: that it was done does not depend on it. */
async function withCost(call: Call, supplierReference: string | null): Promise<ToppedUp> {
  if (supplierReference === null) return { supplierReference };
  const said = await call({ operation: "find", path: ["orders", supplierReference], schema: OrderList });
  const order =
    said.kind === "ok" && said.value.orders.find(({ orderReference }) => orderReference === supplierReference);
  return { supplierReference, unitCostUsd: order ? paidIn(order) : undefined };
}

type Topup = { esim: EsimRef; item: string; applied: Applied[] };

async function findTopupOrder(
  call: Call,
  { esim, item, applied }: Topup,
  since: Date,
  linked: LinkedOrders,
): Promise<Found<ToppedUp>> {
  const listed = await listOrders(call, since);
  if (listed.kind !== "ok") return unknown(listed);
  // The orders of what is on the eSIM are accounted for; those that name other eSIMs are not about it.
  const alike = listed.value.filter(
    (order) =>
      order.item === item &&
      order.reference !== esim.supplierReference &&
      (order.iccids.includes(esim.iccid) || order.iccids.length === 0) &&
      !applied.some((bundle) => isOfOrder(bundle, order.reference)),
  );
  const [only, ...others] = await notLinked(alike, linked);
  if (!only) return notListed(since);
  if (others.length > 0) return { kind: "unknown", message: `${others.length + 1} orders look like it` };
  return only.iccids.length > 0
    ? {
        kind: "found",
        value: { supplierReference: only.reference, unitCostUsd: only.total.isZero() ? undefined : only.total },
      }
    : { kind: "unknown", message: `the order ${only.reference} does not say yet which eSIM it is for` };
}
