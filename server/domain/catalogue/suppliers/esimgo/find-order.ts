import { round4 } from "#server/kernel/money.ts";
import { MINUTE } from "#server/kernel/time.ts";
import type { Found, LinkedOrders, SupplierOrderRequest } from "../port.ts";
import { type Applied, isOfOrder, readApplied } from "./applied-bundles.ts";
import type { Call } from "./client.ts";
import { isGone, unknown } from "./errors.ts";
import { type Listed, listOrders, notLinked, notListed } from "./listed-orders.ts";
import { AssignedEsims } from "./wire.ts";

type Unknown = { kind: "unknown"; message: string };

/** With more that look like it, looking at each would only make sure that there is no telling. */
const MAX_ALIKE = 5;

/**
 * Orders carry nothing of ours. One counts as ours when it is the only one since then of that bundle which is not linked
 * to another order, is no top-up and cost no more than was to be paid.
 */
export async function findOrder(
  call: Call,
  { supplierPackageId, quantity, unitCostUsd }: SupplierOrderRequest,
  since: Date,
  linked: LinkedOrders,
): Promise<Found<{ supplierReference: string }>> {
  const listed = await listOrders(call, since);
  if (listed.kind !== "ok") return unknown(listed);
  // Fewer than ordered may be all that there were.
  const alike = listed.value.filter((order) => order.item === supplierPackageId && order.quantity <= quantity);
  const free = await notLinked(alike, linked);
  if (free.length > MAX_ALIKE) return { kind: "unknown", message: `${free.length} orders look like it` };
  const sold: Listed[] = [];
  for (const order of free) {
    const isTopup = await askWhetherTopup(call, order);
    if (typeof isTopup !== "boolean") return isTopup;
    if (!isTopup) sold.push(order);
  }
  const [only, ...others] = sold;
  if (!only) return notListed(since);
  if (others.length > 0) return { kind: "unknown", message: `${sold.length} orders look like it` };
  const isExact = only.quantity === quantity && only.total.lessThanOrEqualTo(round4(unitCostUsd.times(quantity)));
  return isExact
    ? { kind: "found", value: { supplierReference: only.reference } }
    : { kind: "unknown", message: `the order ${only.reference} may be it: ${only.quantity} eSIMs for ${only.total}` };
}

/** A top-up is an order whose eSIM had another bundle before. While it has no eSIM, nobody can tell. */
async function askWhetherTopup(call: Call, order: Listed): Promise<boolean | Unknown> {
  const iccid = order.iccids[0] ?? (await firstAssigned(call, order.reference));
  if (typeof iccid !== "string") return iccid;
  const applied = await readApplied(call, "find", iccid);
  if (applied.kind !== "ok") return unknown(applied);
  const own = applied.value.filter((bundle) => isOfOrder(bundle, order.reference));
  const others = applied.value.filter((bundle) => !own.includes(bundle));
  if (others.length === 0) return false;
  // Without a bundle of its own it is still being processed: then only what is clearly older makes it a top-up.
  const start = own.length > 0 ? earliest(own) : order.createdAt - MINUTE;
  if (earliest(others) < start) return true;
  return own.length > 0 && earliest(others) >= start
    ? false
    : { kind: "unknown", message: `whether the order ${order.reference} is a top-up cannot be told` };
}

/** Not a number when one of them has no time: then no comparison holds. */
const earliest = (bundles: Applied[]): number =>
  Math.min(...bundles.map(({ assignmentDateTime }) => Date.parse(assignmentDateTime ?? "")));

async function firstAssigned(call: Call, reference: string): Promise<string | Unknown> {
  const said = await call({
    operation: "find",
    path: ["esims", "assignments"],
    query: { reference },
    schema: AssignedEsims,
  });
  if (said.kind === "ok" && said.value[0]) return said.value[0].iccid;
  const isBeingMade = said.kind === "ok" || said.kind === "processing" || isGone(said);
  return isBeingMade ? { kind: "unknown", message: `the order ${reference} has no eSIM yet` } : unknown(said);
}
