import type { Queryable } from "#server/kernel/db.ts";
import { sql } from "#server/kernel/db.ts";
import type { SupplierRecords } from "#server/simulator/control.ts";

type OurEsim = { iccid: string; orderId: number; isOver: boolean };
type Part = {
  stray: string | null;
  supplier: string;
  package: string;
  reference: string;
  supplierReference: string | null;
};
type Sold = SupplierRecords["orders"][number];

/**
 * The suppliers' own books against ours: what they sold is in exactly one order, or put aside for people; each of our
 * references was paid for once; what they put on an eSIM is what succeeded.
 */
export async function compareSuppliers(db: Queryable, records: SupplierRecords[]): Promise<string[]> {
  const faults: string[] = [];
  // An ICCID is handed out again when nobody has it any more.
  const ours = await db.query<OurEsim>(
    sql`select iccid, order_id, status in ('cancelled', 'expired') as is_over from esims where environment = 'live' order by status not in ('cancelled', 'expired'), id`,
  );
  const inOrder = new Map<string, number>();
  const living = new Set<string>();
  for (const { iccid, orderId, isOver } of ours) {
    if (living.has(iccid)) faults.push(`${iccid} is in B2B-${inOrder.get(iccid)} and in B2B-${orderId}`);
    inOrder.set(iccid, orderId);
    if (!isOver) living.add(iccid);
  }
  const aside = await db.query<Part>(sql`
    select supplier_code as supplier, supplier_package_id as package, reference, stray,
           coalesce(stray_reference, supplier_reference) as supplier_reference
      from supplier_orders where status = 'review' or stray is not null
    union all
    select source, '', coalesce(reference, ''), 'waiting', their_reference
      from reconciliation_differences where what = 'order' and finding = 'theirs_only' and outcome = 'waiting'`);
  const twins = [...aside];
  const sold = new Set<string>();
  for (const { supplier, orders } of records) {
    const paid = new Map<string, number>();
    for (const order of orders) {
      const { reference, supplierReference, esims, delivered, quantity } = order;
      const missing = esims.filter((iccid) => !inOrder.has(iccid));
      const unit = order.paidUsd / Math.max(1, delivered);
      // Cancelled by the supplier, or given back to it, before it was anybody's.
      const isPaidBack = order.refundedUsd > missing.length * unit - 0.001;
      const isAside = missing.length > 0 && (isPaidBack || putAside(aside, supplier, order));
      if (reference) paid.set(reference, (paid.get(reference) ?? 0) + 1);
      for (const iccid of esims) {
        sold.add(iccid);
        if (missing.includes(iccid) && !isAside)
          faults.push(
            `${supplier} sold ${iccid} (${supplierReference}, ours ${reference || "unknown"}, ${delivered} of ${quantity}), which is in no order${reference ? await tellStory(db, reference) : await tellAlike(db, supplier, order)}`,
          );
      }
    }
    for (const [reference, times] of paid)
      if (times > 1 + twins.filter((part) => part.reference === reference && part.stray !== null).length)
        faults.push(`${supplier} was asked and paid ${times} times for ${reference}${await tellStory(db, reference)}`);
  }
  for (const [iccid, orderId] of inOrder)
    if (!sold.has(iccid)) faults.push(`B2B-${orderId}: ${iccid} was never sold by a supplier`);
  return [...faults, ...(await compareTopups(db, records))];
}

/**
 * People decide about it: its part is one of those that wait for them, each for one order. A supplier that keeps no
 * reference of ours has no other mark than the package.
 */
function putAside(aside: Part[], supplier: string, order: Sold): boolean {
  const own = aside.filter((part) => part.supplier === supplier);
  const part =
    own.find(({ supplierReference }) => supplierReference === order.supplierReference) ??
    own.find(({ supplierReference, reference }) => supplierReference === null && reference === order.reference) ??
    own.find((part) => part.supplierReference === null && order.reference === "" && part.package === order.package);
  if (part) aside.splice(aside.indexOf(part), 1);
  return part !== undefined;
}

async function compareTopups(db: Queryable, records: SupplierRecords[]): Promise<string[]> {
  const ours = await db.query<{ iccid: string; done: number; open: number }>(sql`
    select e.iccid, count(*) filter (where a.status = 'succeeded' or a.stray is not null) as done,
           count(*) filter (where a.status in ('queued', 'processing', 'under_review') or (a.status = 'failed' and e.status = 'cancelled')) as open
      from actions a join esims e on e.id = a.esim_id where a.action = 'topup' and a.environment = 'live' group by e.iccid`);
  const counts = new Map(ours.map((row) => [row.iccid, row]));
  const asked = await db.query<{ iccid: string }>(sql`
    select e.iccid from reconciliation_differences d join esims e on e.supplier_esim_id = d.their_reference
     where d.what = 'top-up' and d.outcome = 'waiting'`);
  const waiting = new Set(asked.map(({ iccid }) => iccid));
  const theirs = Map.groupBy(
    records.flatMap(({ topups }) => topups),
    ({ iccid }) => iccid,
  );
  const faults: string[] = [];
  for (const iccid of new Set([...counts.keys(), ...theirs.keys()])) {
    const { done, open } = counts.get(iccid) ?? { done: 0, open: 0 };
    const did = theirs.get(iccid)?.length ?? 0;
    if (!waiting.has(iccid) && (did < done || did > done + open))
      faults.push(
        `${iccid} was topped up ${did} times by its supplier, ${done} times by us${await tellTopups(db, iccid, theirs.get(iccid) ?? [])}`,
      );
  }
  return faults;
}

type Exchange = { operation: string; outcome: string; response: string; at: Date };

/** What was said to the supplier under a reference, for whoever reads the fault. */
async function tellStory(db: Queryable, reference: string): Promise<string> {
  if (!reference) return "";
  const exchanges = await db.query<Exchange>(sql`
    select operation, outcome, left(response, 160) as response, created_at as at from supplier_calls where reference = ${reference}
    union all
    select 'part', status, concat_ws(' ', 'sends', sends, 'stray', stray, stray_reference, 'lost', lost_at, 'sold', jsonb_array_length(profiles)), updated_at
      from supplier_orders where reference = ${reference} order by at`);
  return exchanges
    .map(({ operation, outcome, response, at }) => `\n    ${at.toISOString()} ${operation} → ${outcome} ${response}`)
    .join("");
}

/** What became of our own purchases of the same package, where nothing says which of them it was. */
async function tellAlike(db: Queryable, supplier: string, sold: Sold): Promise<string> {
  const { package: code, createdAt, supplierReference } = sold;
  const known = await db.query<{ story: string }>(sql`
    select concat_ws(' ', 'reconciled:', what, finding, outcome, reference, found_at) as story from reconciliation_differences where their_reference = ${supplierReference}
    union all
    select concat_ws(' ', 'reconciliation', kind, range_from, range_to, started_at, finished_at) from reconciliation_runs where kind = 'suppliers'`);
  const parts = await db.query<{ story: string }>(sql`
    select concat_ws(' ', 'B2B-' || p.order_id, p.reference, p.quantity, p.status, 'sends', p.sends, p.rejected_code, 'number', p.supplier_reference, 'stray', p.stray,
                     p.stray_reference, 'sent', p.sent_at, 'lost', p.lost_at, 'watch', p.watch_at, o.status,
                     (select string_agg(c.operation || ' ' || c.outcome || ' ' || c.created_at, ', ' order by c.id) from supplier_calls c
                       where c.reference = p.reference and c.operation in ('order', 'find'))) as story
      from supplier_orders p join orders o on o.id = p.order_id
     where p.supplier_code = ${supplier} and p.supplier_package_id = ${code} and p.sent_at < ${createdAt}::timestamptz + interval '1 minute'
     order by p.status in ('sent', 'review') or p.lost_at is not null desc, p.id desc limit 12`);
  return [`bought at ${createdAt}`, ...[...parts, ...known].map(({ story }) => story)]
    .map((line) => `\n    ${line}`)
    .join("");
}

async function tellTopups(db: Queryable, iccid: string, topups: SupplierRecords["topups"]): Promise<string> {
  const ours = await db.query<{ story: string }>(sql`
    select concat_ws(' ', a.id, a.action, a.status, a.reference, 'sends', a.sends, a.failure, 'stray', a.stray, 'number', a.supplier_reference, a.created_at, 'lost', a.lost_at,
                     (select string_agg(c.operation || ' ' || c.outcome || ' ' || c.created_at, ', ' order by c.id) from supplier_calls c
                       where c.reference = a.reference and c.operation in ('topup', 'find'))) as story
      from actions a join esims e on e.id = a.esim_id where e.iccid = ${iccid} order by a.id`);
  const lines = [...topups.map((topup) => JSON.stringify(topup)), ...ours.map(({ story }) => story)];
  return lines.map((line) => `\n    ${line}`).join("");
}
