import { expect, test } from "vitest";
import { acceptCancel } from "#server/domain/selling/actions/accept-cancel.ts";
import { listActions, requestCancel, settleActions } from "#server/domain/selling/actions/index.ts";
import { isOvertaken } from "#server/domain/selling/actions/settle-actions.ts";
import { changeEsims, type Esim, findEsimById, isFinal, nextState } from "#server/domain/selling/esims/index.ts";
import { findOrderById, placeOrder, refundOrder } from "#server/domain/selling/orders/index.ts";
import { resolveReturnedRefund } from "#server/domain/shop/checkout/index.ts";
import { type AccountCtx, type Ctx, tenant } from "#server/kernel/context.ts";
import { type Database, database, one, sql } from "#server/kernel/db.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { newEventId, orderReference, ulid } from "#server/kernel/ids.ts";
import { deliveredOrder } from "#tests/support/delivered-order.ts";
import { chargeVat } from "#tests/support/sellers.ts";
import { PATIENCE_MS } from "#tests/support/until.ts";
import { sampleData } from "#tests/support/webhooks.ts";
import { claim, enter, newAccount, newPackage, system } from "#tests/support/world.ts";

// Wallets by account, orders, parts and actions, eSIMs: everything that moves money locks in this order. Of a shop's sales checkout,
// refunds and payment; the series of invoices when the transaction ends, and the audit log's chain after it. So whichever two of them run
// against each other, none waits for ever.

/** How long the clients of each pair act against each other, once at least; `npm run faults:locks` gives them ten seconds. */
const SECONDS = Number(process.env.LOCK_SECONDS ?? 0);
const CLIENTS = 16;

/** Without the second try that a lone statement has: what loses is seen. */
const once: Database = { ...database(), query: (statement) => database().transaction((tx) => tx.query(statement)) };

const { code } = await newAccount({ wallet: 100_000_000 });
const reseller: AccountCtx = { ...(await enter(code)), db: once };
const staff: Ctx = system({ db: once });
const { packageId, id: planId } = await newPackage();
await chargeVat(reseller);

const pick = <T>(items: T[]): T => items[Math.floor(Math.random() * items.length)]!;

/** A few eSIMs that are alive, of as few orders: everybody wants the same rows. */
async function alive(): Promise<number[]> {
  const rows = await database().query<{ id: number }>(sql`
    select e.id from esims e join orders o on o.id = e.order_id
     where e.account_id = ${reseller.account.id} and o.status = 'delivered' and e.status not in ('cancelled', 'expired') order by e.id desc limit 6`);
  if (rows.length < 4) await deliveredOrder(reseller, packageId, { quantity: 4 });
  return rows.map(({ id }) => id);
}

async function anEsim(): Promise<Esim | null> {
  const ids = await alive();
  return ids.length === 0 ? null : await findEsimById(database(), pick(ids));
}

async function openActionsOf(kind: "topup" | "cancel"): Promise<number[]> {
  const rows = await database().query<{ id: number }>(sql`
    select id from actions where account_id = ${reseller.account.id} and action = ${kind} and status in ('queued', 'processing') order by id desc limit 8`);
  return rows.map(({ id }) => id);
}

async function askForTopup(): Promise<void> {
  const esim = await anEsim();
  if (!esim) return;
  const { accountId, environment } = tenant(reseller);
  const row = {
    account_id: accountId,
    environment,
    esim_id: esim.id,
    order_id: esim.orderId,
    supplier_code: esim.supplierCode,
    action: "topup",
    status: "queued",
    package_code: "T",
    package_name: "T",
    data_mb: 1,
    duration_days: 1,
    unit_cost_usd: "1",
    amount: "1.5",
    currency: "USD",
    charged: true,
    request_id: "lock-order",
    reference: ulid(),
    at: new Date(),
  };
  await once.query(
    sql`select outcome from request_topup(${JSON.stringify(row)}::jsonb, 'POST /topups', ${ulid()}, '00', '{}')`,
  );
}

/** Ends some open actions of a kind in one call, as the worker and the sandbox do. */
async function endSome(kind: "topup" | "cancel", succeeded: boolean): Promise<void> {
  const ids = await openActionsOf(kind);
  const at = new Date();
  const endings = [];
  for (const action of await listActions(database(), ids.slice(0, 1 + Math.floor(Math.random() * 3)))) {
    const esim = (await findEsimById(database(), action.esimId))!;
    if (isFinal(esim.status)) continue;
    const state = nextState(
      esim,
      kind === "cancel" ? { status: "cancelled" } : { totalBytes: esim.totalBytes + 1 },
      at,
    );
    const order = (await findOrderById(database(), action.orderId))!;
    endings.push({
      action,
      succeeded,
      esim: succeeded ? { before: esim, state } : null,
      order,
      topupsRefunded: kind === "cancel",
    });
  }
  if (endings.length > 0) await settleActions(once, endings, at);
}

type Sale = { id: number; number: string; paymentId: number };

/** Of the shop with VAT: paid, and its order is under way. */
async function sellWithVat(): Promise<Sale> {
  const { accountId, environment } = tenant(reseller);
  const [sale] = await database().query<Sale>(sql`
    with sold as (
      insert into checkouts (account_id, environment, kind, status, attempt, email, locale, package_id, package_name, quantity, retail_price, unit_price,
        total_amount, currency, unit_cap, vat_kind, vat_country, vat_rate, vat_amount, created_at, updated_at, paid_at)
      values (${accountId}, ${environment}, 'order', 'ordered', ${ulid()}, 'a@example.com', 'de', ${planId}, 'P', 1, 100, 100, 100, 'USD', 100,
        'included', 'DE', 19, 15.97, now(), now(), now()) returning id, number)
    insert into payments (account_id, environment, checkout_id, provider, reference, money_reference, amount, currency, status, created_at, expires_at, paid_at, updated_at)
    select ${accountId}, ${environment}, id, 'stripe', 'cs_' || id, 'pi_' || id, 100, 'USD', 'paid', now(), now(), now(), now() from sold
    returning checkout_id as id, (select number from sold) as number, id as payment_id`);
  return sale!;
}

const deliver = (id: number) =>
  once.query(sql`update checkouts set status = 'delivered' where id = ${id} and status = 'ordered'`);

/** A cent goes back: decided, and made. */
async function giveBack(): Promise<{ sale: Sale; cause: string }> {
  const sale = await sellWithVat();
  await deliver(sale.id);
  const cause = `staff:${ulid()}`;
  await once.query(sql`select decide_refund(${sale.id}::bigint, ${cause}, 0.01, now(), 'a complaint', 'staff:mia')`);
  await once.query(sql`
    select book_payment_refund(id, ${cause}, now()) from payment_refunds where payment_id = ${sale.paymentId}::bigint and cause = ${cause}`);
  return { sale, cause };
}

const ACTS: Record<string, () => Promise<unknown>> = {
  post_entry: () =>
    once.query(
      sql`select post_entry(${reseller.account.id}::int, 'deposit', 1, ${`deposit:${ulid()}`}, 'Deposit', now())`,
    ),
  set_credit: () =>
    once.query(sql`
      select set_credit(${reseller.account.id}::int, true, ${Math.ceil(Math.random() * 100)}::numeric, null, null, ${`credit:${ulid()}`}, now())`),
  place_orders: () => placeOrder(reseller, { packageId, quantity: 2 }, claim()),
  async settle_order() {
    const [order] = await database().query<{ id: number }>(sql`
      select id from orders where account_id = ${reseller.account.id} and status = 'queued' order by random() limit 1`);
    if (!order) return await ACTS.place_orders!();
    return await once.query(
      sql`select settle_order(${order.id}::bigint, 'failed', '[]'::jsonb, ${newEventId()}, 'order.failed', ${sampleData("order.failed")}, now())`,
    );
  },
  request_topup: askForTopup,
  "settle_actions: a top-up fails": () => endSome("topup", false),
  "settle_actions: a top-up succeeds": () => endSome("topup", true),
  "settle_actions: a cancel succeeds": () => endSome("cancel", true),
  async open_actions() {
    const esim = await anEsim();
    if (esim) await requestCancel(reseller, orderReference(esim.orderId), { iccids: [esim.iccid] });
  },
  async accept_cancel() {
    const esim = await anEsim();
    if (esim)
      await acceptCancel(staff, esim, nextState(esim, { status: "cancelled" }, new Date()), {
        priceRefunded: true,
        topupsRefunded: true,
      });
  },
  async refund_order() {
    const esim = await anEsim();
    if (esim) await refundOrder(staff, orderReference(esim.orderId), "goodwill");
  },
  async "an invoice"() {
    await deliver((await sellWithVat()).id);
  },
  async "a credit note, its reversal, and another with an entry in the audit log"() {
    const { sale, cause } = await giveBack();
    await once.query(
      sql`select return_payment_refund(${sale.paymentId}::bigint, ${cause}, ${cause}, 'account closed', now())`,
    );
    await resolveReturnedRefund(reseller, { number: sale.number, cause, elsewhere: "by bank transfer" });
  },
  async "a dispute that is lost, and won after all"() {
    const sale = await sellWithVat();
    await deliver(sale.id);
    const reference = `du_${ulid()}`;
    await once.query(sql`
      insert into payment_disputes (payment_id, reference, amount, reason, status, is_inquiry, opened_at, closed_at, read_at)
      values (${sale.paymentId}, ${reference}, 5, 'fraudulent', 'won', false, now(), now(), now())`);
    await once.query(
      sql`select adopt_refund(${sale.paymentId}::bigint, ${reference}, 5, now(), ${`dispute:${reference}`})`,
    );
    await once.query(sql`select reinstate_dispute(${sale.paymentId}::bigint, ${reference}, now())`);
  },
  async change_esims() {
    const at = new Date();
    const esims = await Promise.all((await alive()).map((id) => findEsimById(database(), id)));
    const changes = esims.flatMap((esim) =>
      esim
        ? [{ esim, state: nextState(esim, { usedBytes: esim.usedBytes + 1 }, at), source: "supplier" as const, at }]
        : [],
    );
    await changeEsims(once, changes);
  },
};

/** Both, by eight clients each. Returns what went wrong. */
async function against(a: string, b: string): Promise<string[]> {
  const wrong: string[] = [];
  const until = performance.now() + SECONDS * 1_000;
  const client = async (name: string) => {
    do
      await ACTS[name]!().catch((error) => {
        if (!isServiceError(error) && !isOvertaken(error)) wrong.push(`${a} × ${b}: ${(error as Error).message}`);
      });
    while (performance.now() < until);
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, i) => client(i % 2 === 0 ? a : b)));
  return wrong;
}

test(
  "every pair of functions that move money, against each other: no deadlock, no error that nobody expects",
  async () => {
    await deliveredOrder(reseller, packageId, { quantity: 4 });
    const before = await deadlocks();
    const names = Object.keys(ACTS);
    const wrong: string[] = [];
    for (const [i, a] of names.entries()) for (const b of names.slice(i)) wrong.push(...(await against(a, b)));
    expect({ wrong: [...new Set(wrong)], deadlocks: (await deadlocks()) - before }).toEqual({
      wrong: [],
      deadlocks: 0,
    });
    const [chain] = await database().query<{ broken: number }>(sql`
    select count(*) as broken from (
      select balance_before <> lag(balance_after, 1, 0::numeric) over (order by sequence) as wrong from ledger_entries where account_id = ${reseller.account.id}) c
     where wrong`);
    expect(chain!.broken).toBe(0);
    const papers = await database().query<{ series: string; count: number; last: number }>(sql`
    select series, count(*)::int as count, max(serial)::int as last from invoices where account_id = ${reseller.account.id} group by series order by series`);
    expect(papers.map(({ series, count, last }) => [series, count > 10, count - last])).toEqual([
      ["credit", true, 0],
      ["invoice", true, 0],
    ]);
  },
  2 * PATIENCE_MS + SECONDS * 200_000,
);

async function deadlocks(): Promise<number> {
  await database().query(sql`select pg_stat_force_next_flush()`);
  const rows = await database().query<{ deadlocks: number }>(
    sql`select deadlocks from pg_stat_database where datname = current_database()`,
  );
  return one(rows).deadlocks;
}
