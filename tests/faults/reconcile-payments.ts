import type { InvariantReport } from "#server/domain/control/invariants/check-invariants.ts";
import { type Queryable, sql } from "#server/kernel/db.ts";
import type { SupplierRecords } from "#server/simulator/control.ts";
import type { RunningStore } from "../support/running-store.ts";
import type { Afterwards } from "./afterwards.ts";
import { compareSuppliers } from "./suppliers.ts";
import type { Journey, Seen } from "./travellers.ts";

export type CheckoutRow = {
  id: number;
  environment: "live" | "test";
  kind: "order" | "topup";
  email: string;
  status: string;
  reference: string | null;
  total: number;
  refunded: number;
  /** Without what was cancelled since, whoever did it: by default its price goes back. */
  delivered: number;
  requested: number;
  unit: number;
  orderId: number | null;
  /** Of eSIMs, each with its share; one of several may be ordered and another not. */
  plans: Plan[];
  /** Redeemed with one: nothing was paid. Whether it is used up by this. */
  voucher: "used" | "free" | null;
  /** By the supplier, whatever became of them. */
  supplied: number;
  /** What was decided and is not made: it is on its way. */
  open: boolean;
  inReview: boolean;
};

type Plan = Pick<CheckoutRow, "total" | "unit" | "requested" | "delivered" | "supplied" | "orderId">;

const CHECKOUTS = sql`
  select c.id, c.environment, c.kind, c.email, c.status, p.reference, c.total_amount::float as total, coalesce(p.refunded_amount, 0)::float as refunded,
         case c.kind when 'topup' then 1 else coalesce(o.delivered_quantity, 0) end
           - (select count(*) from esims e where e.status = 'cancelled' and case c.kind when 'topup' then e.id = c.esim_id else e.order_id = c.order_id end)::int as delivered,
         case when c.voucher_id is not null then case when exists (select from vouchers v where v.id = c.voucher_id and v.checkout_id = c.id) then 'used' else 'free' end end as voucher,
         coalesce(o.delivered_quantity, 0) as supplied, coalesce(m.plans, '[]'::jsonb) as plans, coalesce(c.refund_due > p.refunded_amount, false) as open,
         c.quantity as requested, c.unit_price::float as unit, coalesce(c.order_id, m.order_id) as order_id,
         exists (select from supplier_orders s where s.order_id in (select l.order_id from sale_lines l where l.checkout_id = c.id)
                   and (s.status = 'review' or s.stray = 'waiting')) as in_review
    from checkouts c left join payments p on p.checkout_id = c.id left join orders o on o.id = c.order_id
    left join lateral (
      select min(l.order_id) as order_id, jsonb_agg(jsonb_build_object('total', l.total_amount, 'unit', l.unit_price, 'requested', l.quantity,
               'orderId', l.order_id, 'supplied', coalesce(b.delivered_quantity, 0), 'delivered', coalesce(b.delivered_quantity, 0)
                 - (select count(*) from esims e where e.status = 'cancelled' and e.order_id = b.id)) order by l.place) as plans
        from sale_lines l left join orders b on b.id = l.order_id where l.checkout_id = c.id) m on true
   order by c.id`;

export const listCheckouts = (db: Queryable) => db.query<CheckoutRow>(CHECKOUTS);
const readCheckouts = (store: RunningStore) =>
  store.asStaff(async ({ db }) => (await listCheckouts(db)).filter(({ environment }) => environment === "live"));

/** Checkouts on which something is still to come without people. */
export async function countOpen({ stores: [store] }: Journey): Promise<number> {
  const rows = await readCheckouts(store!);
  return rows.filter(
    ({ status, inReview, open }) => (["opened", "paid", "ordered"].includes(status) || open) && !inReview,
  ).length;
}

/**
 * Whoever waits for the next look at a misbehaviour that is over looks soon: by then waits have grown to a minute and more.
 * How far apart looks must be to count goes by the clock, and stays.
 */
export const hurryLooks = ({ stores: [store] }: Journey) =>
  store!.asStaff(({ db }) =>
    db.query(sql`update outbox_jobs set run_at = now() + interval '1 second' where run_at > now() + interval '4 seconds'
      and job in ('fulfil-order', 'settle-action', 'settle-checkout', 'check-late-order', 'check-late-topup')`),
  );

/** The hour in which a payment page may still be asked for is over: the travellers who never got one have given up. */
export const endHour = ({ stores: [store] }: Journey) =>
  store!.asStaff(({ db }) =>
    db.query(sql`update payments set expires_at = now() where reference is null and status = 'open'`),
  );

/** What a supplier delivers after it was given up is found later: only then everything is accounted for. */
export const isAccounted = async (journey: Journey): Promise<boolean> => (await checkSuppliers(journey)).length === 0;

/** Everybody's books side by side: the travellers', the provider's, ours, and the suppliers'. Faults in words. */
export async function reconcilePayments(journey: Journey, seen: Seen) {
  const { service, stripe, stores } = journey;
  const faults: string[] = [];
  const rows = await readCheckouts(stores[0]!);
  for (const traveller of seen.travellers)
    for (const id of traveller.paid)
      if (stripe.sessions.get(id)?.payment_status !== "paid") faults.push(`${traveller.email}'s payment ${id} is lost`);
  faults.push(...comparePayments(rows, stripe, journey.after));
  for (const row of rows)
    if (row.voucher !== null) faults.push(...judgeVoucher(row));
    else if (row.reference === null && row.status !== "abandoned")
      faults.push(`checkout ${row.id} is ${row.status}, never opened`);
  faults.push(...(await checkSuppliers(journey)), ...(await checkMails(stores[0]!, rows, journey)));
  const audit = await service
    .svc<InvariantReport>("audit")
    .catch((error: { stdout?: string }) => JSON.parse(error.stdout ?? '{"ok":false,"failures":[]}') as InvariantReport);
  for (const { invariant, examples } of audit.failures) faults.push(`audit: ${invariant} (${examples})`);
  if (!audit.ok && audit.failures.length === 0) faults.push("audit failed");
  const ended = Map.groupBy(rows, ({ status, refunded }) =>
    status === "delivered" && refunded > 0 ? "partly" : status,
  );
  return {
    faults,
    paid: [...stripe.sessions.values()].filter(({ payment_status }) => payment_status === "paid").length,
    statuses: Object.fromEntries([...ended].map(([status, all]) => [status, all.length])),
    inReview: rows.filter(({ inReview }) => inReview).length,
  };
}

/** The provider's record against ours, and ours against what was delivered. */
export function comparePayments(
  rows: CheckoutRow[],
  { sessions, refunds, disputes }: Journey["stripe"],
  after?: Afterwards,
): string[] {
  const faults: string[] = [];
  const byReference = new Map(rows.map((row) => [row.reference, row]));
  for (const { id, payment_status, amount_total } of sessions.values()) {
    const paid = payment_status === "paid";
    const row = byReference.get(id);
    const returned = refunds.filter(({ payment_intent }) => payment_intent === `pi_${id}`);
    const taken = disputes.find(({ payment_intent, status }) => payment_intent === `pi_${id}` && status === "lost");
    const back = returned.reduce((sum, { amount }) => sum + amount, 0) + (taken?.amount ?? 0);
    if (!row) {
      // Its page was never shown to anybody: the answer was lost, and another session took its place.
      if (paid) faults.push(`the provider has money for ${id}, of which nothing is known`);
      continue;
    }
    if (amount_total !== cents(row.total))
      faults.push(`checkout ${row.id}: ${amount_total} was asked for, ${cents(row.total)} is on record`);
    if (back !== cents(row.refunded))
      faults.push(`checkout ${row.id}: ${back} went back, ${cents(row.refunded)} on record`);
    // One for what was not delivered, and one for each eSIM that was cancelled later.
    if (new Set(returned.map(({ metadata }) => metadata?.cause)).size < returned.length)
      faults.push(`checkout ${row.id}: ${returned.length} refunds, two of them for the same cause`);
    const asked = after?.refunds.get(id);
    faults.push(...(asked || taken ? judgeGivenBack(row, asked ?? [], taken !== undefined) : judge(row, paid)));
  }
  return faults;
}

const cents = (amount: number) => Math.round(amount * 100);

/** What goes back for what is missing: of each plan no more than was paid for it. The last one's price is what is left of that. */
const missing = (row: CheckoutRow, left: (plan: Plan) => number): number =>
  (row.plans.length > 0 ? row.plans : [row]).reduce(
    (sum, plan) => sum + Math.min(cents(plan.total), cents(plan.unit) * (plan.requested - left(plan))),
    0,
  );

/** Paid: eSIMs or the money back, to the cent. Not paid: nothing. */
function judge(row: CheckoutRow, paid: boolean): string[] {
  const { id, status, total, refunded, delivered, requested } = row;
  if (!paid)
    return status === "abandoned" && row.orderId === null ? [] : [`checkout ${id} is ${status}, and was not paid`];
  if (row.inReview && status === "ordered") return [];
  if (status !== "delivered" && status !== "refunded") return [`checkout ${id} was paid and is ${status}`];
  const due = status === "delivered" ? missing(row, (plan) => plan.delivered) : cents(total);
  if (cents(refunded) !== due)
    return [`checkout ${id}: ${total} paid, ${refunded} back, ${delivered} of ${requested} delivered`];
  return [];
}

/** What staff were told goes back has gone, beside what was not delivered and what was cancelled, and no more than was paid. */
function judgeGivenBack(row: CheckoutRow, asked: { cents: number; stops: boolean }[], isTaken: boolean): string[] {
  const { id, status, total, refunded } = row;
  if (row.inReview && status === "ordered") return [];
  if (status !== "delivered" && status !== "refunded") return [`checkout ${id} was paid and is ${status}`];
  const isStopped = asked.some(({ stops }) => stops);
  // What a refund has cancelled gives nothing back beside it.
  const lost = missing(row, (plan) => (isStopped && plan.orderId !== null ? plan.supplied : plan.delivered));
  const due = asked.reduce((sum, { cents }) => sum + cents, 0) + lost;
  const expected = isTaken || status === "refunded" ? cents(total) : Math.min(cents(total), due);
  if (cents(refunded) === expected) return [];
  return [
    `checkout ${id}: ${cents(refunded)} back of ${cents(total)}, not ${expected} (${JSON.stringify(asked)}, ${lost} for what is missing)`,
  ];
}

/** A code is used up by what it delivered, and by nothing else; nothing was paid. */
function judgeVoucher({ id, status, voucher, total, refunded, inReview }: CheckoutRow): string[] {
  if (status === "ordered" && inReview) return [];
  const isRight = (status === "delivered" && voucher === "used") || (status === "refunded" && voucher === "free");
  return isRight && total === 0 && refunded === 0 ? [] : [`checkout ${id} is ${status}, its voucher ${voucher}`];
}

async function checkSuppliers({ service, stores: [store] }: Journey): Promise<string[]> {
  const { suppliers } = await service.svc<{ suppliers: SupplierRecords[] }>("sim", "show");
  return await store!.asStaff(({ db }) => compareSuppliers(db, suppliers));
}

/** Each traveller was written to about what happened, and once. */
async function checkMails(store: RunningStore, rows: CheckoutRow[], { after, stripe }: Journey): Promise<string[]> {
  const mails = await store.asStaff(({ db }) =>
    db.query<{ recipient: string; kind: string; n: number }>(
      sql`select recipient, kind, count(*) as n from mails where environment = 'live' group by 1, 2`,
    ),
  );
  const sent = new Map(mails.map(({ recipient, kind, n }) => [`${kind} ${recipient}`, n]));
  const own = Map.groupBy(rows, ({ email }) => email);
  const isGivenBack = ({ reference }: CheckoutRow) =>
    after?.refunds.has(reference ?? "") || stripe.disputes.some((one) => one.payment_intent === `pi_${reference}`);
  return [...own].flatMap(([email, checkouts]) => {
    // Of these it depends on the moment which words were right.
    if (checkouts.some(isGivenBack)) return [];
    const expected = {
      order: checkouts.filter(({ status, voucher }) => !voucher && !["opened", "abandoned"].includes(status)).length,
      delivery: checkouts.filter(({ kind, status }) => kind === "order" && status === "delivered").length,
      topup: checkouts.filter(({ kind, status }) => kind === "topup" && status === "delivered").length,
      refund: checkouts.filter(({ status, refunded, voucher }) => !voucher && (status === "refunded" || refunded > 0))
        .length,
      voucher: checkouts.filter(({ status, voucher }) => voucher && status === "refunded").length,
    };
    return Object.entries(expected)
      .filter(([kind, n]) => (sent.get(`${kind} ${email}`) ?? 0) !== n)
      .map(([kind, n]) => `${email} got ${sent.get(`${kind} ${email}`) ?? 0} mails "${kind}", not ${n}`);
  });
}
