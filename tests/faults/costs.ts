import type { Queryable } from "#server/kernel/db.ts";
import { sql } from "#server/kernel/db.ts";
import type { SupplierRecords } from "#server/simulator/control.ts";

/** What a supplier's account held before anything was bought, in USD. */
const OPENING_USD = 10_000_000;

type OurPart = {
  id: number;
  orderId: number;
  supplier: string;
  package: string;
  reference: string;
  numbers: string[];
  /** ICCIDs: of its eSIMs, of what was delivered to it, and of what was put aside. */
  iccids: string[];
  /** By the double-entry books: what its supplier kept for it, and for what its eSIMs were topped up with. */
  bookedUsd: number;
  isOpen: boolean;
};

export type Costs = {
  faults: string[];
  /** Differences that a case in the review queue is about, and what they come to. */
  explained: { cases: number; usd: number };
};

/**
 * What each supplier took and gave back by its own record, against the double-entry books, to the cent: purchase by purchase,
 * and in all. What differs has to be before people.
 */
export async function compareCosts(db: Queryable, records: SupplierRecords[]): Promise<Costs> {
  const costs: Costs = { faults: [], explained: { cases: 0, usd: 0 } };
  const parts = await listParts(db);
  const cases = await listCases(db);
  const unpaid = await listUnpaid(db);
  for (const record of records) {
    const own = parts.filter(({ supplier }) => supplier === record.supplier);
    const groups = groupPurchases(record, own);
    const unseen = own.filter((part) => part.isOpen && part.numbers.length === 0);
    for (const group of groups) {
      const apart = cents(group.tookUsd - group.bookedUsd);
      if (apart === 0) continue;
      const isOpen =
        group.parts.some((part) => part.isOpen) ||
        group.names.some((name) => cases.has(name)) ||
        isUnseen(record, group, unseen) ||
        isUnpaid(group, unpaid);
      if (isOpen) {
        costs.explained.cases++;
        costs.explained.usd += Math.abs(apart) / 100;
      } else costs.faults.push(describe(record.supplier, group) + (await tellStory(db, group)));
    }
    const took = groups.reduce((sum, { tookUsd }) => sum + tookUsd, 0);
    if (cents(took - (OPENING_USD - record.balanceUsd)) !== 0)
      costs.faults.push(
        `${record.supplier}: its purchases come to ${took} USD, its account says ${OPENING_USD - record.balanceUsd}`,
      );
    const booked = groups.reduce((sum, { bookedUsd }) => sum + bookedUsd, 0);
    const inBooks = await readFloat(db, record.supplier);
    if (cents(booked - inBooks) !== 0)
      costs.faults.push(`${record.supplier}: the books have ${inBooks} USD, of which ${booked} belong to purchases`);
  }
  return costs;
}

const cents = (usd: number) => Math.round(usd * 100);

type Group = {
  parts: OurPart[];
  names: string[];
  tookUsd: number;
  bookedUsd: number;
  /** What the supplier's record has about it, for whoever reads the fault. */
  theirs: { package: string }[];
};

/** What belongs together, by the supplier's numbers, our references and ICCIDs: most often one order and its part. */
function groupPurchases({ orders, topups }: SupplierRecords, parts: OurPart[]): Group[] {
  type Item = { names: string[]; part: OurPart | null; tookUsd: number; theirs?: { package: string } };
  const items: Item[] = [
    ...orders.map((order) => ({
      names: [order.supplierReference, ...(order.reference ? [order.reference] : []), ...order.esims],
      part: null,
      tookUsd: order.paidUsd - order.refundedUsd,
      theirs: order,
    })),
    ...topups.map((topup) => ({
      names: [topup.supplierReference, topup.iccid],
      part: null,
      tookUsd: topup.paidUsd - topup.refundedUsd,
      theirs: topup,
    })),
    ...parts.map((part) => ({ names: [part.reference, ...part.numbers, ...part.iccids], part, tookUsd: 0 })),
  ];
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const met = new Set(item.names.flatMap((name) => groups.get(name) ?? []));
    const all = [...met, item];
    for (const one of all) for (const name of one.names) groups.set(name, all);
  }
  return [...new Set(groups.values())].map((all) => ({
    parts: all.flatMap(({ part }) => part ?? []),
    names: [...new Set(all.flatMap(({ names }) => names))],
    tookUsd: all.reduce((sum, { tookUsd }) => sum + tookUsd, 0),
    bookedUsd: all.reduce((sum, { part }) => sum + (part?.bookedUsd ?? 0), 0),
    theirs: all.flatMap(({ theirs }) => theirs ?? []),
  }));
}

/**
 * A supplier that keeps no reference of ours has sold it to an order that waits for people, which the package alone can tell.
 * Each of those is one purchase.
 */
function isUnseen({ orders }: SupplierRecords, { parts, names }: Group, unseen: OurPart[]): boolean {
  const numbers = new Set(parts.flatMap((part) => part.numbers));
  const unknown = orders.filter(({ supplierReference: number }) => names.includes(number) && !numbers.has(number));
  return unknown.some((order) => {
    const i = unseen.findIndex((part) => part.package === order.package);
    if (i >= 0) unseen.splice(i, 1);
    return i >= 0;
  });
}

/** Of a package, fewer came back than are booked: people look for as many. */
function isUnpaid({ theirs, tookUsd, bookedUsd }: Group, unpaid: Map<string, number>): boolean {
  const item = theirs.map(({ package: sold }) => sold).find((sold) => (unpaid.get(sold) ?? 0) > 0);
  if (item === undefined || tookUsd < bookedUsd) return false;
  unpaid.set(item, unpaid.get(item)! - 1);
  return true;
}

function describe(supplier: string, { parts, names, tookUsd, bookedUsd }: Group): string {
  const ours = parts.map(({ orderId, id }) => `B2B-${orderId} (part:${id})`).join(", ") || "no order of ours";
  return `${supplier} took ${tookUsd.toFixed(4)} USD for ${ours}, the books say ${bookedUsd.toFixed(4)} and nobody is asked: ${names.slice(0, 6).join(", ")}`;
}

async function tellStory(db: Queryable, { parts, theirs }: Group): Promise<string> {
  const actions = await db.query<{ story: string }>(sql`
    select concat_ws(' ', a.action, a.id, a.status, a.esim_id, a.stray, 'sends', a.sends, a.created_at) as story
      from actions a join esims e on e.id = a.esim_id where e.supplier_order_id = any(${parts.map(({ id }) => id)}::bigint[]) order by a.id`);
  const calls = await db.query<{ story: string }>(sql`
    select concat_ws(' ', operation, outcome, created_at, left(response, 200)) as story
      from supplier_calls where reference = any(${parts.map(({ reference }) => reference)}) and operation <> 'query' order by id`);
  const entries = await db.query<{ story: string }>(sql`
    select concat_ws(' ', cause, account, amount) as story from journal_lines
     where account like 'cost:%' and split_part(cause, ':', 1) || ':' || split_part(cause, ':', 2) = any(${parts.map(({ id }) => `part:${id}`)})`);
  const lines = [
    ...theirs.map((one) => JSON.stringify(one)),
    ...[...actions, ...calls, ...entries].map(({ story }) => story),
  ];
  return lines.map((line) => `\n    ${line}`).join("");
}

const listParts = async (db: Queryable): Promise<OurPart[]> =>
  await db.query<OurPart>(sql`
    with booked as (
      select split_part(cause, ':', 1) || ':' || split_part(cause, ':', 2) as cause, sum(amount) as usd from journal_lines where account like 'cost:%' group by 1
    ), acts as (
      select e.supplier_order_id as part, sum(b.usd) as usd, bool_or(a.status = 'under_review' or a.stray = 'waiting') as open
        from actions a join esims e on e.id = a.esim_id left join booked b on b.cause = 'action:' || a.id group by 1
    ), sold as (
      select supplier_order_id as part, array_agg(iccid) as iccids from esims group by 1
    )
    select p.id, p.order_id, p.supplier_code as supplier, p.supplier_package_id as package, p.reference, array_remove(array[p.supplier_reference, p.stray_reference], null) as numbers,
           coalesce(sold.iccids, '{}') || array(select x->>'iccid' from jsonb_array_elements(coalesce(p.profiles, '[]') || coalesce(p.stray_profiles, '[]')) x) as iccids,
           coalesce(b.usd, 0)::float + coalesce(acts.usd, 0)::float as booked_usd,
           p.status = 'review' or coalesce(p.stray = 'waiting', false) or coalesce(acts.open, false) as is_open
      from supplier_orders p left join booked b on b.cause = 'part:' || p.id left join acts on acts.part = p.id left join sold on sold.part = p.id`);

/** Numbers, references and ICCIDs that open cases of the reconciliation are about. */
async function listCases(db: Queryable): Promise<Set<string>> {
  const rows = await db.query<{ names: string[] }>(sql`
    select array_remove(array[d.their_reference, d.reference, e.iccid], null) as names from reconciliation_differences d
      left join esims e on e.supplier_esim_id = d.their_reference where d.kind = 'suppliers' and d.outcome = 'waiting'`);
  return new Set(rows.flatMap(({ names }) => names));
}

async function listUnpaid(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.query<{ subject: string }>(sql`
    select split_part(key, ':', 4) || ':' || split_part(key, ':', 5) as subject from reconciliation_differences
     where what = 'refund' and finding = 'ours_only' and outcome = 'waiting'`);
  return new Map(
    rows.map(({ subject }) => {
      const [item = "", short] = subject.split(":");
      return [item, Number(short)];
    }),
  );
}

/** What a supplier has taken by the double-entry books. */
async function readFloat(db: Queryable, supplier: string): Promise<number> {
  const [row] = await db.query<{ usd: number }>(
    sql`select coalesce(-sum(amount), 0)::float as usd from journal_lines where account = ${`float:${supplier}`}`,
  );
  return row!.usd;
}
