import type { Queryable } from "#server/kernel/db.ts";
import { sql } from "#server/kernel/db.ts";
import { type Money, money } from "#server/kernel/money.ts";
import type { Asked } from "./witness.ts";

/** A reseller of the run, and what its clients asked for. */
export type Reseller = { id: number; code: string; funded: number; asked: Asked[] };

type OrderRow = {
  id: number;
  status: string;
  requested: number;
  delivered: number;
  unitPrice: Money;
  total: Money;
  cancelled: number;
  /** Of a traveller, who wrote it down. */
  isOfShop: boolean;
};
type ActionRow = {
  id: number;
  iccid: string;
  kind: string;
  status: string;
  orderId: number;
  amount: Money;
  refunded: Money;
  /** How often its supplier was asked: never, when it cancelled by itself. */
  sends: number;
};
type Entry = { type: string; amount: Money; cause: string };

const OPEN = new Set(["queued", "processing"]);

/**
 * Every fault found between what the clients were told and what the database has; empty when they agree.
 *
 * @param cancelledThere ICCIDs that their suppliers were made to cancel
 * @param paidBack ICCIDs of orders for which suppliers gave money back
 */
export async function compareBooks(
  db: Queryable,
  reseller: Reseller,
  cancelledThere: ReadonlySet<string>,
  paidBack: ReadonlySet<string>,
): Promise<string[]> {
  const orders = await db.query<OrderRow>(sql`
    select o.id, o.status, o.requested_quantity as requested, o.delivered_quantity as delivered, o.unit_price,
           o.total_amount as total, coalesce(o.client_reference like 'storefront-%', false) as is_of_shop, (select count(*) from esims e where e.order_id = o.id and e.status = 'cancelled') as cancelled
      from orders o where o.account_id = ${reseller.id} and o.environment = 'live'`);
  const actions = await db.query<ActionRow>(sql`
    select a.id, e.iccid, a.action as kind, a.status, a.order_id, a.amount, a.refunded_amount as refunded, a.sends
      from actions a join esims e on e.id = a.esim_id where a.account_id = ${reseller.id} and a.environment = 'live'`);
  const keys = await db.query<{ key: string }>(
    sql`select key from idempotency_keys where account_id = ${reseller.id} and environment = 'live'`,
  );
  const faults = [
    ...comparePurchases(
      reseller,
      "order",
      new Map(orders.filter(({ isOfShop }) => !isOfShop).map((row) => [`B2B-${row.id}`, row.total])),
      keys,
    ),
    ...comparePurchases(
      reseller,
      "topup",
      new Map(actions.filter(({ kind }) => kind === "topup").map((row) => [`ACT-${row.id}`, row.amount])),
      keys,
    ),
    ...compareCancels(reseller, actions, cancelledThere, paidBack),
    ...(await compareMoney(db, reseller, orders, actions)),
    ...(await compareEvents(db, reseller, orders)),
  ];
  for (const { id, requested, delivered, status } of orders) {
    const asked = reseller.asked.find(({ answers }) => answers.some(({ data }) => data?.includes(`"B2B-${id}"`)));
    if (asked?.quantity !== undefined && asked.quantity !== requested)
      faults.push(`B2B-${id}: ${asked.quantity} were asked for, ${requested} are on record`);
    if (!OPEN.has(status) && delivered > requested) faults.push(`B2B-${id}: ${delivered} of ${requested} delivered`);
  }
  return faults;
}

/** Each acknowledged purchase exists once, with the amount answered; each key has one answer; nothing else exists. */
function comparePurchases(
  { code, asked }: Reseller,
  what: "order" | "topup",
  known: Map<string, Money>,
  keys: { key: string }[],
): string[] {
  const faults: string[] = [];
  const stored = new Set(keys.map(({ key }) => key));
  const acknowledged = new Map<string, string>();
  for (const { id, answers } of asked.filter((one) => one.what === what)) {
    const taken = answers.filter(({ status }) => status === 200);
    if (taken.length === 0) {
      if (stored.has(id)) faults.push(`${what} ${id} was refused (${answers[0]?.code}) and is on record`);
      continue;
    }
    if (new Set(taken.map(({ data }) => data)).size > 1 || taken.length < answers.length)
      faults.push(
        `${what} ${id} was answered differently: ${answers.map(({ data, code: no }) => data ?? no).join(" | ")}`,
      );
    const data = JSON.parse(taken[0]!.data!) as Record<string, unknown>;
    const reference = what === "order" ? String(data.reference) : `ACT-${data.action_id}`;
    const amount = Number(what === "order" ? data.total_amount : data.amount);
    const other = acknowledged.get(reference);
    if (other) faults.push(`${reference} was given to ${other} and to ${id}`);
    acknowledged.set(reference, id);
    const row = known.get(reference);
    if (!row) faults.push(`${reference} was acknowledged (${what} ${id}) and does not exist`);
    else if (!row.equals(amount)) faults.push(`${reference} was answered with ${amount}, and is over ${row}`);
  }
  for (const reference of known.keys())
    if (!acknowledged.has(reference)) faults.push(`${reference} of ${code} exists, and nobody was told of it`);
  return faults;
}

function compareCancels(
  { asked }: Reseller,
  actions: ActionRow[],
  cancelledThere: ReadonlySet<string>,
  paidBack: ReadonlySet<string>,
): string[] {
  const wanted = new Set(
    asked.flatMap(({ what, path }) => (what === "cancel" ? [/\/orders\/(B2B-\d+)\//.exec(path)![1]] : [])),
  );
  return actions
    .filter(
      ({ kind, orderId, iccid, sends }) =>
        kind === "cancel" &&
        !wanted.has(`B2B-${orderId}`) &&
        !cancelledThere.has(iccid) &&
        !(sends === 0 && paidBack.has(iccid)),
    )
    .map(({ id }) => `ACT-${id} cancels what nobody asked to cancel`);
}

/** One debit per purchase; refunds are what was not delivered and what was cancelled; the balance is the sum of it. */
async function compareMoney(db: Queryable, reseller: Reseller, orders: OrderRow[], actions: ActionRow[]) {
  const faults: string[] = [];
  const entries = await db.query<Entry>(
    sql`select type, amount, cause from ledger_entries where account_id = ${reseller.id} order by sequence`,
  );
  const byCause = new Map(entries.map((entry) => [entry.cause, entry]));
  const spent = new Set<string>();
  const amountOf = (cause: string): Money => {
    spent.add(cause);
    return byCause.get(cause)?.amount ?? money(0);
  };
  const expect = (what: string, got: Money, due: Money) => {
    if (!got.equals(due)) faults.push(`${what}: ${got} in the ledger, ${due} due`);
  };
  for (const order of orders) {
    const cause = `order:${order.id}`;
    expect(`${cause} debit`, amountOf(cause), order.total.negated());
    const missing = OPEN.has(order.status) ? 0 : order.requested - order.delivered;
    const paidBack = amountOf(`${cause}:failed`).plus(amountOf(`${cause}:shortfall`));
    expect(`${cause} refund`, paidBack, order.unitPrice.times(missing));
    const cancels = actions.filter(({ kind, orderId }) => kind === "cancel" && orderId === order.id);
    const back = cancels.reduce((sum, { id }) => sum.plus(amountOf(`action:${id}:refund`)), money(0));
    expect(`${cause} cancelled`, back, order.unitPrice.times(order.cancelled));
  }
  for (const { id, kind, status, amount, refunded } of actions) {
    if (kind !== "topup") continue;
    expect(`action:${id} debit`, amountOf(`action:${id}`), amount.negated());
    const back = amountOf(`action:${id}:refund`);
    expect(`action:${id} refund`, back, refunded);
    if (status === "failed") expect(`action:${id} failed`, back, amount);
    else if (status !== "succeeded") expect(`action:${id} ${status}`, back, money(0));
  }
  for (const { type, cause } of entries)
    if (type !== "deposit" && type !== "credit_adjustment" && !spent.has(cause))
      faults.push(`${type} ${cause} belongs to nothing`);
  const [wallet] = await db.query<{ balance: Money }>(
    sql`select balance from wallets where account_id = ${reseller.id}`,
  );
  const sum = entries.reduce((total, { amount }) => total.plus(amount), money(0));
  expect(`${reseller.code} balance`, wallet!.balance, sum);
  const deposits = entries.filter(({ type }) => type === "deposit");
  expect(
    `${reseller.code} deposits`,
    deposits.reduce((total, { amount }) => total.plus(amount), money(0)),
    money(reseller.funded),
  );
  return faults;
}

/** Each order says once that it was created, and once how it ended. */
async function compareEvents(db: Queryable, { id }: Reseller, orders: OrderRow[]): Promise<string[]> {
  const told = await db.query<{ reference: string; type: string; times: number }>(sql`
    select data::json -> 'order' ->> 'reference' as reference, type, count(*) as times from events
     where account_id = ${id} and environment = 'live' and type like 'order.%' group by 1, 2`);
  const byOrder = Map.groupBy(told, ({ reference }) => reference);
  return orders.flatMap((order) => {
    const reference = `B2B-${order.id}`;
    const events = byOrder.get(reference) ?? [];
    const times = (...types: string[]) =>
      events.filter(({ type }) => types.includes(type)).reduce((sum, one) => sum + one.times, 0);
    const ended = times("order.delivered", "order.partially_delivered", "order.failed");
    const faults = times("order.created") === 1 ? [] : [`${reference} was created ${times("order.created")} times`];
    if (ended !== (OPEN.has(order.status) ? 0 : 1))
      faults.push(`${reference} is ${order.status} and ended ${ended} times`);
    return faults;
  });
}
