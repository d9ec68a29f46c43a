import type { SupplierRecords } from "#server/simulator/control.ts";
import type { Service } from "../support/service.ts";
import type { Witness } from "./load.ts";

type OrderFacts = {
  reference: string;
  status: string;
  requested_quantity: number;
  delivered_quantity: number;
  unit_price: number;
  profiles: { iccid: string; activation_status: string }[];
};

type Entry = { id: number; type: string; amount: string; description: string };

/** Every fault found; empty when the books of all three agree: the client's, ours, and the suppliers'. */
export async function reconcile(service: Service, key: string, accountCode: string, witness: Witness) {
  const faults: string[] = [];
  const orders = await Promise.all(
    witness.orders.map(
      async ({ reference }) => (await service.call(key, "GET", `/orders/${reference}`)).json.data as OrderFacts,
    ),
  );
  const { entries } = await service.svc<{ entries: Entry[] }>("ledger", "export", accountCode);
  const { suppliers } = await service.svc<{ suppliers: SupplierRecords[] }>("sim", "show");
  const { reviews } = await service.svc<{ reviews: { ref: string }[] }>("review", "list");
  const inReview = new Set(reviews.map(({ ref }) => ref));
  const open = orders.filter(
    ({ status, reference }) => ["queued", "processing"].includes(status) && !inReview.has(reference),
  );
  for (const { reference, status } of open) faults.push(`${reference} is ${status} and nobody decides it`);
  faults.push(...checkMoney(orders, entries, witness), ...(await checkTopups(service, key, suppliers, witness)));
  const orphans = checkProfiles(faults, orders, suppliers, inReview);
  for (const reference of orphans) faults.push(await tellStory(service, reference));
  const audit = await service
    .svc<{ ok: boolean; failures: { invariant: string; examples: string }[] }>("audit")
    .catch((error: { stdout?: string }) => JSON.parse(error.stdout ?? '{"ok":false,"failures":[]}'));
  for (const { invariant, examples } of audit.failures) faults.push(`audit: ${invariant} (${examples})`);
  if (!audit.ok && audit.failures.length === 0) faults.push("audit failed");
  return { faults, orders, entries, inReview: inReview.size };
}

const sum = (entries: Entry[]) =>
  Math.round(entries.reduce((total, { amount }) => total + Number(amount), 0) * 10_000) / 10_000;

/** One debit per order the client saw; what was not delivered, and what was cancelled, is refunded exactly. */
function checkMoney(orders: OrderFacts[], entries: Entry[], { orders: placed }: Witness): string[] {
  const faults: string[] = [];
  const byOrder = Map.groupBy(entries, ({ description }) => /^Order (B2B-\d+):/.exec(description)?.[1] ?? "");
  for (const { reference, total } of placed) {
    const debits = (byOrder.get(reference) ?? []).filter(({ type }) => type === "debit");
    if (debits.length !== 1 || sum(debits) !== -total)
      faults.push(`${reference}: ${debits.length} debits of ${sum(debits)}, not one of ${-total}`);
  }
  for (const order of orders) {
    const refunds = (byOrder.get(order.reference) ?? []).filter(({ type }) => type === "refund");
    const cancelled = order.profiles.filter((profile) => profile.activation_status === "cancelled").length;
    const open = ["queued", "processing"].includes(order.status);
    const due = open ? 0 : order.unit_price * (order.requested_quantity - order.delivered_quantity + cancelled);
    if (Math.abs(sum(refunds) - due) > 0.00005) faults.push(`${order.reference}: ${sum(refunds)} refunded, ${due} due`);
  }
  return faults;
}

/** Each eSIM that a supplier sold is in exactly one order of ours; one that is in none was bought for nothing. */
function checkProfiles(
  faults: string[],
  orders: OrderFacts[],
  suppliers: SupplierRecords[],
  inReview: Set<string>,
): Set<string> {
  const orphans = new Set<string>();
  const ours = new Map<string, string>();
  for (const { reference, profiles } of orders)
    for (const { iccid } of profiles) {
      if (ours.has(iccid)) faults.push(`${iccid} is in ${ours.get(iccid)} and in ${reference}`);
      ours.set(iccid, reference);
    }
  const sold = suppliers.flatMap(({ supplier, orders: their }) =>
    their.flatMap((order) => order.esims.map((iccid) => ({ iccid, supplier, order }))),
  );
  const known = new Set(sold.map(({ iccid }) => iccid));
  for (const [iccid, reference] of ours)
    if (!known.has(iccid)) faults.push(`${reference}: ${iccid} was never sold by a supplier`);
  // A part in review, or put aside as late, accounts for eSIMs that no order has yet.
  if (inReview.size > 0) return orphans;
  for (const { iccid, supplier, order } of sold.filter((one) => !ours.has(one.iccid))) {
    faults.push(
      `${supplier} sold ${iccid} (order ${order.supplierReference}, ${order.delivered} of ${order.quantity}), which is in no order`,
    );
    orphans.add(order.reference);
  }
  return orphans;
}

/** What the suppliers put on an eSIM is what succeeded; what failed was paid back. */
async function checkTopups(
  service: Service,
  key: string,
  suppliers: SupplierRecords[],
  { topups, cancels }: Witness,
): Promise<string[]> {
  const faults: string[] = [];
  const succeeded = new Map<string, number>();
  const cancelled = new Set(cancels);
  for (const { actionId, iccid } of topups) {
    const { status, charged, refunded, order_reference } = (await service.call(key, "GET", `/actions/${actionId}`)).json
      .data;
    if (status === "succeeded") succeeded.set(iccid, (succeeded.get(iccid) ?? 0) + 1);
    else if (status !== "failed") faults.push(`top-up ${actionId} is ${status}`);
    // What a cancelled eSIM's supplier gives back is given back for its top-ups too.
    const owed = status === "failed" || (refunded && cancelled.has(order_reference));
    if (!charged || owed !== refunded) faults.push(`top-up ${actionId} is ${status}, refunded ${refunded}`);
  }
  const sold = Map.groupBy(
    suppliers.flatMap((supplier) => supplier.topups),
    ({ iccid }) => iccid,
  );
  for (const iccid of new Set([...succeeded.keys(), ...sold.keys()]))
    if ((sold.get(iccid)?.length ?? 0) !== (succeeded.get(iccid) ?? 0))
      faults.push(
        `${iccid} was topped up ${sold.get(iccid)?.length ?? 0} times by its supplier, ${succeeded.get(iccid) ?? 0} times by us`,
      );
  return faults;
}

type Exchange = { operation: string; outcome: string; response: string; at: string };

/** What was said to the supplier under a reference, for whoever reads the fault. */
async function tellStory(service: Service, reference: string): Promise<string> {
  const { exchanges } = await service.svc<{ exchanges: Exchange[] }>("review", "evidence", reference);
  const lines = exchanges.map(
    ({ operation, outcome, response }) => `${operation} → ${outcome} ${response.slice(0, 160)}`,
  );
  return [`${reference}:`, ...lines].join("\n");
}
