import { afterAll, expect, test } from "vitest";
import { pinRate } from "#server/domain/catalogue/pricing/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { reconcile } from "#server/domain/control/reconciliation/index.ts";
import { openCardFunding, settleFunding } from "#server/domain/money/funding/index.ts";
import { fundWallet, getBalance } from "#server/domain/money/ledger/index.ts";
import { listNotifications } from "#server/domain/record/notifications/index.ts";
import { listReviews, requestCancel, resolveReview } from "#server/domain/selling/actions/index.ts";
import { refundOrder } from "#server/domain/selling/orders/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import { delivered, over, topUp } from "#tests/support/bought.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { goToPay, openLiveStore, readCheckout } from "#tests/support/storefront.ts";
import { fakeStripe } from "#tests/support/stripe.ts";
import { system } from "#tests/support/world.ts";

// The payment provider's own record against ours: what came in, what went back, and what card holders dispute. And what was taken
// back from a traveller without the money going back.

const simulator = await simulatedSupplier();
const stripe = await fakeStripe();
overrideEnv({ stripeApiUrl: stripe.url, stripe: { secretKey: "sk_live_platform", webhookSecret: "whsec_platform" } });
afterAll(async () => {
  stripe.close();
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

const PACKAGE = "esimaccess-TR_1_7";
const HOUR_AGO = Math.floor(Date.now() / 1_000) - 3_600;

type Bought = { ctx: AccountCtx; id: number; reference: string; orderId: number; total: number };

async function opened(ctx: AccountCtx, quantity = 1) {
  const { checkout } = await goToPay(ctx, PACKAGE, { quantity });
  const { reference } = await readCheckout(checkout.id);
  return { ctx, id: checkout.id, reference, total: checkout.totalAmount.toNumber() };
}

const until = (id: number, status: string) => runJobsUntil(async () => (await readCheckout(id)).status === status);

async function bought(ctx: AccountCtx, quantity = 1): Promise<Bought> {
  const checkout = await opened(ctx, quantity);
  stripe.pay(checkout.reference);
  await until(checkout.id, "delivered");
  return { ...checkout, orderId: (await readCheckout(checkout.id)).orderId! };
}

/** What a storefront is told when nothing is delivered: the money goes back. */
async function paidBack(ctx: AccountCtx): Promise<Omit<Bought, "orderId">> {
  await simulator.set({ operation: "order", mode: "reject" });
  const checkout = await opened(ctx);
  stripe.pay(checkout.reference);
  await until(checkout.id, "refunded");
  await simulator.reset();
  return checkout;
}

type Row = {
  ref: string;
  what: string;
  finding: string;
  outcome: string;
  amount: number;
  currency: string;
  checkoutId: number | null;
};

const found = () =>
  database().query<Row>(sql`
    select 'REC-' || id as ref, what, finding, outcome, amount::float as amount, currency, checkout_id from reconciliation_differences
     where outcome not in ('kept', 'settled') order by id`);

/** Everything that a run may write. */
const written = async () =>
  one(
    await database().query<{ all: string }>(sql`
      select md5(concat(
        (select json_agg(x order by x.id) from payments x), (select json_agg(x order by x.id) from payment_refunds x),
        (select json_agg(x order by x.id) from payment_disputes x), (select json_agg(x order by x.id) from checkouts x),
        (select json_agg(x order by x.id) from ledger_entries x), (select json_agg(x order by x.id) from reconciliation_runs x),
        (select json_agg(x order by x.id) from reconciliation_differences x))) as "all"`),
  ).all;

/** Whatever is to be found, a dry run before it writes nothing. */
async function run() {
  const before = await written();
  await reconcile(system(), "payments", { dry: [] });
  expect(await written()).toBe(before);
  return await reconcile(system(), "payments");
}

/** Reconciles twice: what was found, without what was found before, closed for the next test. */
async function differences(): Promise<Omit<Row, "ref">[]> {
  const first = await run();
  expect(first.status).toBe("done");
  const rows = await found();
  expect(await run()).toMatchObject({ open: first.open });
  expect(await found()).toEqual(rows);
  for (const { ref, outcome } of rows) {
    if (outcome !== "waiting")
      await database().query(sql`delete from reconciliation_differences where 'REC-' || id = ${ref}`);
    else {
      expect(await listReviews(system(), { ref })).toMatchObject([{ kind: "difference", waiting: true }]);
      await resolveReview(system(), ref, { as: "succeeded", note: "dealt with" });
    }
  }
  expect(await run()).toMatchObject({ status: "done", open: 0 });
  return rows.map(({ ref: _, ...row }) => row);
}

test("from a provider that does not answer nothing follows, and the run says so", async () => {
  const ctx = await openLiveStore();
  await bought(ctx);
  stripe.state.down = true;
  const failed = await run();
  stripe.state.down = false;
  expect(failed.status).toBe("incomplete");
  expect(failed.sources.find(({ source }) => source === ctx.account.code)!.message).not.toBeNull();
  expect(await differences()).toEqual([]);
});

test("purchases that were delivered or paid back have no difference, and what is not ours is not looked at", async () => {
  const ctx = await openLiveStore();
  await Promise.all([bought(ctx), bought(ctx)]);
  await paidBack(ctx);
  const own = {
    id: "ch_own",
    payment_intent: "pi_own",
    amount: 900,
    currency: "usd",
    created: HOUR_AGO,
    subject: null,
  };
  stripe.charges.push(own);
  stripe.refunds.push({ id: "re_own", payment_intent: "pi_own", amount: 900, created: HOUR_AGO, status: "succeeded" });
  expect(await differences()).toEqual([]);
  expect((await run()).sources.find(({ source }) => source === ctx.account.code)).toMatchObject({
    theirs: 4,
    matched: 4,
  });
});

test("a charge without a checkout, one that came twice and one over another sum come before people", async () => {
  const ctx = await openLiveStore();
  const { currency } = ctx.account;
  const paid = await bought(ctx);
  const { key } = stripe.sessions.get(paid.reference)!;
  const charge = { currency: "usd", created: HOUR_AGO, key };
  stripe.charges.push({ ...charge, id: "ch_1", payment_intent: "pi_1", amount: 1_200, subject: "checkout-999999999" });
  stripe.charges.push({ ...charge, id: "ch_2", payment_intent: "pi_2", amount: 700, subject: `checkout-${paid.id}` });
  stripe.sessions.get(paid.reference)!.amount_total += 50;
  expect(await differences()).toEqual([
    {
      what: "charge",
      finding: "amount_differs",
      outcome: "waiting",
      amount: paid.total + 0.5,
      currency,
      checkoutId: paid.id,
    },
    { what: "charge", finding: "theirs_only", outcome: "waiting", amount: 12, currency, checkoutId: null },
    { what: "charge", finding: "theirs_only", outcome: "waiting", amount: 7, currency, checkoutId: paid.id },
  ]);
  stripe.charges.length = 0;
  stripe.sessions.get(paid.reference)!.amount_total -= 50;
});

test("a payment that nobody here heard of is taken up, and the traveller is served", async () => {
  const ctx = await openLiveStore();
  const { currency } = ctx.account;
  const { id, reference, total } = await opened(ctx);
  stripe.pay(reference);
  stripe.sessions.get(reference)!.created = HOUR_AGO;
  await database().query(sql`delete from outbox_jobs`);
  await database().query(sql`update payments set status = 'expired' where checkout_id = ${id}`);
  await database().query(sql`update checkouts set status = 'abandoned' where id = ${id}`);
  expect(await differences()).toEqual([
    { what: "charge", finding: "theirs_only", outcome: "adopted", amount: total, currency, checkoutId: id },
  ]);
  await until(id, "delivered");
});

test("a wallet that was funded by card without our noticing is credited, once", async () => {
  const ctx = await openLiveStore({ wallet: 10 });
  await openCardFunding(ctx, money(250), "staff@example.com");
  const { session } = one(
    await database().query<{ session: string }>(
      sql`select session from funding_requests where account_id = ${ctx.account.id}`,
    ),
  );
  stripe.pay(session);
  stripe.sessions.get(session)!.created = HOUR_AGO;
  await database().query(sql`delete from outbox_jobs`);
  expect(await differences()).toMatchObject([{ what: "charge", outcome: "adopted", amount: 250 }]);
  expect((await getBalance(ctx)).walletBalance.toNumber()).toBe(260);
});

test("a card payment whose reference somebody booked a transfer under is put before people: its money is in no wallet", async () => {
  const ctx = await openLiveStore({ wallet: 0 });
  const { reference } = await openCardFunding(ctx, money(250), "staff@example.com");
  await fundWallet(system(), ctx.account.code, money(250), { reference });
  const { id, session } = one(
    await database().query<{ id: number; session: string }>(
      sql`select id, session from funding_requests where reference = ${reference}`,
    ),
  );
  stripe.pay(session);
  stripe.sessions.get(session)!.created = HOUR_AGO;
  await settleFunding(system(), id);
  expect(await differences()).toMatchObject([
    { what: "charge", finding: "theirs_only", outcome: "waiting", amount: 250 },
  ]);
  expect((await getBalance(ctx)).walletBalance.toNumber()).toBe(250);
});

test("a refund there that we do not have is booked; of one of ours that did not go through, and of a dispute, the seller is told", async () => {
  const ctx = await openLiveStore();
  const [one, third] = await Promise.all([bought(ctx), bought(ctx)]);
  const other = await paidBack(ctx);
  const { currency } = ctx.account;
  const at = { created: HOUR_AGO };
  stripe.refunds.push({ ...at, id: "re_1", payment_intent: `pi_${one.reference}`, amount: 100, status: "succeeded" });
  stripe.refunds.find(({ payment_intent }) => payment_intent === `pi_${other.reference}`)!.status = "failed";
  stripe.disputes.push({
    ...at,
    id: "dp_1",
    payment_intent: `pi_${third.reference}`,
    amount: 300,
    status: "needs_response",
  });
  stripe.disputes.push({ ...at, id: "dp_2", payment_intent: `pi_${one.reference}`, amount: 300, status: "won" });
  expect(await differences()).toEqual([
    { what: "refund", finding: "ours_only", outcome: "adopted", amount: other.total, currency, checkoutId: other.id },
    { what: "refund", finding: "theirs_only", outcome: "adopted", amount: 1, currency, checkoutId: one.id },
    { what: "dispute", finding: "theirs_only", outcome: "adopted", amount: 3, currency, checkoutId: third.id },
  ]);
  const told = (await listNotifications(ctx, { limit: 50 })).items.map(({ kind }) => kind);
  expect(told).toEqual(expect.arrayContaining(["sale.refund_returned", "sale.disputed"]));
});

test("a refund of ours that nobody has there is in the currency of its payment, however long ago that was", async () => {
  await pinRate(system(), { currency: "EUR", rate: money(1), verified: true, ageMs: 0 });
  const ctx = await openLiveStore({ wallet: 1_000, currency: "EUR" });
  const { id, reference, total } = await paidBack(ctx);
  const { refunds } = stripe;
  refunds.splice(
    refunds.findIndex(({ payment_intent }) => payment_intent === `pi_${reference}`),
    1,
  );
  const days = 300;
  await database().query(
    sql`update payments set paid_at = paid_at - ${days} * interval '1 day' where checkout_id = ${id}`,
  );
  stripe.sessions.get(reference)!.created -= days * 86_400;
  expect(await differences()).toEqual([
    { what: "refund", finding: "ours_only", outcome: "waiting", amount: total, currency: "EUR", checkoutId: id },
  ]);
});

/** As if the bell of a cancel had been lost. */
const silence = () => database().query(sql`delete from outbox_jobs where job = 'settle-checkout'`);
const refunded = async ({ id }: { id: number }) => (await readCheckout(id)).refunded.toNumber();

test("of an order that was refunded or cancelled, in whole or in part, the traveller's payment goes back by the next night, once", async () => {
  const ctx = await openLiveStore();
  const [whole, part, byHand] = await Promise.all([bought(ctx), bought(ctx, 2), bought(ctx)]);
  await refundOrder(system(), `B2B-${whole.orderId}`, "a complaint");
  // This traveller was paid back in the provider's dashboard before the order was refunded.
  const amount = Math.round(byHand.total * 100);
  const created = HOUR_AGO;
  stripe.refunds.push({ id: "re_2", payment_intent: `pi_${byHand.reference}`, amount, created, status: "succeeded" });
  await refundOrder(system(), `B2B-${byHand.orderId}`, "another one");
  const [{ iccid }] = (await database().query<{ iccid: string }>(
    sql`select iccid from esims where order_id = ${part.orderId} order by id`,
  )) as [{ iccid: string }];
  const { actions } = await requestCancel(ctx, `B2B-${part.orderId}`, { iccids: [iccid] });
  const state = sql`select id from actions where id = ${actions[0]!.id} and status = 'succeeded'`;
  await runJobsUntil(async () => (await database().query(state)).length === 1);
  await silence();
  // What was booked before the run is no difference any more.
  expect((await differences()).filter(({ outcome }) => outcome !== "adopted")).toEqual([]);
  expect(await Promise.all([whole, part, byHand].map(refunded))).toEqual([whole.total, part.total / 2, byHand.total]);
  expect(stripe.refunds.filter(({ payment_intent }) => payment_intent === `pi_${byHand.reference}`)).toHaveLength(1);
});

test("a payment that was to go back and did not is named by the audit until it has", async () => {
  const ctx = await openLiveStore();
  const sale = await bought(ctx);
  await refundOrder(system(), `B2B-${sale.orderId}`, "a complaint");
  await silence();
  await database().query(sql`update orders set updated_at = now() - interval '2 hours' where id = ${sale.orderId}`);
  expect((await checkInvariants(system())).failures).toMatchObject([{ examples: `checkout ${sale.id}`, count: 1 }]);
  expect(await differences()).toEqual([]);
  expect(await refunded(sale)).toBe(sale.total);
});

test("a top-up of a cancelled eSIM is paid back to the traveller who bought it in the shop", async () => {
  const order = await delivered("esimaccess");
  const { accountId, esimId } = one(
    await database().query<{ accountId: number; esimId: number }>(
      sql`select account_id, id as esim_id from esims where iccid = ${order.iccid}`,
    ),
  );
  const { id: actionId } = await topUp(order.ctx, order.iccid);
  await over(order.ctx, actionId);
  const [checkout] = await database().query<{ id: number }>(sql`
    insert into checkouts (account_id, environment, kind, attempt, email, locale, package_id, package_name, esim_id, topup_code, quantity, unit_price,
      retail_price, total_amount, currency, unit_cap, action_id, created_at, updated_at)
    select ${accountId}, 'live', 'topup', 'one', 'a@example.com', 'en', package_id, 'x', ${esimId}, 'x', 1, 9, 9, 9, 'USD', 9, ${actionId}, now(), now()
      from orders where id = ${order.id} returning id`);
  const { id } = checkout!;
  await database().query(sql`
    insert into payments (account_id, environment, checkout_id, provider, reference, money_reference, amount, currency, status, created_at, expires_at, paid_at, updated_at)
    values (${accountId}, 'live', ${id}, 'stripe', 'cs_x', 'pi_x', 9, 'USD', 'paid', now(), now(), now(), now())`);
  for (const status of ["paid", "ordered", "delivered"])
    await database().query(sql`update checkouts set status = ${status}, paid_at = now() where id = ${id}`);
  expect(await differences()).toEqual([]);
  const { actions } = await requestCancel(order.ctx, order.reference);
  await over(order.ctx, actions[0]!.id);
  await runJobsUntil(async () => {
    const decided = sql`select r.cause from payment_refunds r join payments p on p.id = r.payment_id where p.checkout_id = ${id}`;
    return (await database().query<{ cause: string }>(decided))[0]?.cause === "topup";
  });
});
