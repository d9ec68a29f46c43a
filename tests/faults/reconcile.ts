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

type Entry = { id: number; type: string; amount: number; description: string };

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
  faults.push(...checkMoney(orders, entries, witness), ...checkProfiles(orders, suppliers, inReview));
  const audit = await service
    .svc<{ ok: boolean; failures: { invariant: string; examples: string }[] }>("audit")
    .catch((error: { stdout?: string }) => JSON.parse(error.stdout ?? '{"ok":false,"failures":[]}'));
  for (const { invariant, examples } of audit.failures) faults.push(`audit: ${invariant} (${examples})`);
  if (!audit.ok && audit.failures.length === 0) faults.push("audit failed");
  return { faults, orders, entries, inReview: inReview.size };
}

const sum = (entries: Entry[]) =>
  Math.round(entries.reduce((total, { amount }) => total + amount, 0) * 10_000) / 10_000;

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
function checkProfiles(orders: OrderFacts[], suppliers: SupplierRecords[], inReview: Set<string>): string[] {
  const faults: string[] = [];
  const ours = new Map<string, string>();
  for (const { reference, profiles } of orders)
    for (const { iccid } of profiles) {
      if (ours.has(iccid)) faults.push(`${iccid} is in ${ours.get(iccid)} and in ${reference}`);
      ours.set(iccid, reference);
    }
  const sold = suppliers.flatMap((supplier) =>
    supplier.orders.flatMap((order) => order.esims.map((iccid) => [iccid, order] as const)),
  );
  const known = new Set(sold.map(([iccid]) => iccid));
  for (const [iccid, reference] of ours)
    if (!known.has(iccid)) faults.push(`${reference}: ${iccid} was never sold by a supplier`);
  const orphans = sold.filter(([iccid]) => !ours.has(iccid));
  // A part in review, or put aside as late, accounts for eSIMs that no order has yet.
  if (orphans.length > 0 && inReview.size === 0)
    faults.push(
      `${orphans.length} eSIMs were bought and are in no order: ${orphans
        .slice(0, 3)
        .map(([iccid]) => iccid)
        .join(", ")}`,
    );
  return faults;
}
