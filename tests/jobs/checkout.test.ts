import { afterAll, afterEach, describe, expect, test } from "vitest";
import { syncCatalog } from "#server/domain/catalogue/catalog/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { adjustWallet, getBalance } from "#server/domain/money/ledger/index.ts";
import { findPayment, payInTest, receivePaymentWebhook } from "#server/domain/money/payments/index.ts";
import { getEsim, listOrderEsims } from "#server/domain/selling/esims/index.ts";
import {
  getRetailTopups,
  openTopupCheckout,
  settleCheckout,
  sweepCheckouts,
} from "#server/domain/shop/checkout/index.ts";
import { paced } from "#server/kernel/clock.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import { after, DAY, MINUTE } from "#server/kernel/time.ts";
import { readOrder } from "#server/storefront/read-order.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { goToPay, mailsTo, openLiveStore, readCheckout, WEBHOOK_SECRET } from "#tests/support/storefront.ts";
import { fakeStripe } from "#tests/support/stripe.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

const simulator = await simulatedSupplier();
const stripe = await fakeStripe();
overrideEnv({ stripeApiUrl: stripe.url });
afterAll(() => stripe.close());

const PACKAGE = "esimaccess-TR_1_7";
const TRAVELLER = "traveller@example.com";
const AGAIN = { browser: "one-browser", form: "one-page" };

afterEach(async () => {
  Object.assign(stripe.state, { down: false, loseAnswers: 0, misbehave: () => null });
  await simulator.reset();
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

async function opened(ctx: AccountCtx, options: Parameters<typeof goToPay>[2] = {}) {
  const { checkout, token, payUrl } = await goToPay(ctx, PACKAGE, options);
  const { reference } = await readCheckout(checkout.id);
  return { id: checkout.id, reference, token, payUrl, total: checkout.totalAmount };
}

const until = (id: number, status: string) => runJobsUntil(async () => (await readCheckout(id)).status === status);
const notify = (ctx: AccountCtx, reference: string, noticeId?: string) =>
  receivePaymentWebhook(system(), {
    accountCode: ctx.account.code,
    environment: "live",
    ...stripe.notice(reference, WEBHOOK_SECRET, noticeId),
  });
const ordersOf = async (ctx: AccountCtx) =>
  (await database().query(sql`select id from orders where account_id = ${ctx.account.id}`)).length;

describe("a traveller who pays", () => {
  test("gets one eSIM, whether the webhook or the redirect comes first, or both, twice", async () => {
    const ctx = await openLiveStore();
    const { id, reference, payUrl } = await opened(ctx);
    expect(payUrl).toBe(`https://checkout.stripe.com/c/pay/${reference}`);
    stripe.pay(reference);
    expect(await notify(ctx, reference, "evt_same")).toBe("taken");
    expect(await notify(ctx, reference, "evt_same")).toBe("taken");
    await Promise.all(Array.from({ length: 6 }, () => settleCheckout(system(), id)));
    await until(id, "delivered");
    await notify(ctx, reference);
    await settleCheckout(system(), id);
    expect(await ordersOf(ctx)).toBe(1);
    expect(await mailsTo(TRAVELLER, ctx.account.id)).toEqual(["order", "delivery"]);
    expect(stripe.refunds).toEqual([]);
  });

  test("for several plans gets an eSIM of each, once, and the end of each order is heard of at once", async () => {
    const ctx = await openLiveStore();
    const more = [{ packageId: "esimaccess-TR_5_30", quantity: 2 }];
    const { id, reference } = await opened(ctx, { more });
    stripe.pay(reference);
    await Promise.all(Array.from({ length: 6 }, () => settleCheckout(system(), id)));
    await until(id, "delivered");
    await settleCheckout(system(), id);
    expect(await ordersOf(ctx)).toBe(2);
    const esims = await database().query(
      sql`select e.id from esims e join sale_lines l on l.order_id = e.order_id where l.checkout_id = ${id}`,
    );
    expect(esims).toHaveLength(3);
    expect(await mailsTo(TRAVELLER, ctx.account.id)).toEqual(["order", "delivery"]);
    expect(stripe.refunds).toEqual([]);
  });

  test("while the service was down is found by its own look at the provider", async () => {
    const ctx = await openLiveStore();
    const { id, reference } = await opened(ctx);
    stripe.pay(reference);
    await database().query(sql`delete from outbox_jobs`);
    const later = { now: () => new Date(Date.now() + 120_000) };
    expect(await sweepCheckouts(system({ clock: later }))).toBe(1);
    expect(await sweepCheckouts(system({ clock: later }))).toBe(0);
    await database().query(sql`update outbox_jobs set run_at = now()`);
    await until(id, "delivered");
  });

  test("after the payment was given up for late is served all the same", async () => {
    const ctx = await openLiveStore();
    const { id, reference } = await opened(ctx);
    stripe.expire(reference);
    await settleCheckout(system(), id);
    expect((await readCheckout(id)).status).toBe("abandoned");
    stripe.pay(reference);
    await notify(ctx, reference);
    await until(id, "delivered");
  });

  test("for a package of which its supplier has made another product meanwhile gets the money back, not that", async () => {
    const { prisma } = database();
    const now = await prisma.package.findUniqueOrThrow({ where: { packageId: PACKAGE } });
    // What it is now is what the pull after the sale says; before, it was another one.
    const before = { productKey: "local:TR:99999mb:7d", contentHash: "of before" };
    await prisma.package.update({ where: { packageId: PACKAGE }, data: before });
    const ctx = await openLiveStore();
    const { id, reference } = await opened(ctx);
    const several = await opened(ctx, { more: [{ packageId: "esimaccess-TR_5_30", quantity: 1 }] });
    await syncCatalog(system(), "esimaccess");
    expect((await prisma.package.findUniqueOrThrow({ where: { packageId: PACKAGE } })).productKey).toBe(now.productKey);
    stripe.pay(reference);
    await notify(ctx, reference);
    await until(id, "refunded");
    expect(await ordersOf(ctx)).toBe(0);
    // Of several plans the others are bought.
    stripe.pay(several.reference);
    await until(several.id, "delivered");
    expect(await ordersOf(ctx)).toBe(1);
    // Whoever buys it from now on has seen what it is.
    const next = await opened(await enter(ctx.account.code));
    stripe.pay(next.reference);
    await until(next.id, "delivered");
    expect(await ordersOf(ctx)).toBe(2);
  });

  test("for a top-up whose code stands for another one meanwhile gets the money back, not that", async () => {
    const ctx = await openLiveStore();
    const bought = await opened(ctx);
    stripe.pay(bought.reference);
    await until(bought.id, "delivered");
    const [sold] = await listOrderEsims(database(), (await readCheckout(bought.id)).orderId!);
    const esim = await getEsim(ctx, sold!.iccid);
    const option = (await getRetailTopups(ctx, esim)).items[0]!;
    const { checkout } = await openTopupCheckout(ctx, {
      ...{ iccid: esim.iccid, topupCode: option.shopCode, email: TRAVELLER, locale: "de", expectedPrice: option.price },
      ...{ attempt: { browser: "topping", form: "up" }, returnUrl: "https://shop.example/de/back/{checkout}" },
    });
    await database().query(sql`
      update topup_options set options = (select jsonb_agg(o || '{"dataMb": 1}') from jsonb_array_elements(options::jsonb) o) where esim_id = ${esim.id}`);
    stripe.pay((await readCheckout(checkout.id)).reference);
    await until(checkout.id, "refunded");
    expect((await readCheckout(checkout.id)).refundReason).toBe("invalid_topup_package");
    expect(await database().prisma.action.count({ where: { esimId: esim.id } })).toBe(0);
  });

  test("after the first try died before the provider was asked is served, although nobody sends a word", async () => {
    const ctx = await openLiveStore();
    const first = await goToPay(ctx, PACKAGE, { attempt: AGAIN });
    const { id } = first.checkout;
    await database().query(sql`delete from payments where checkout_id = ${id}`);
    await settleCheckout(system(), id);
    expect((await readCheckout(id)).status).toBe("abandoned");
    await goToPay(ctx, PACKAGE, { attempt: AGAIN });
    stripe.pay((await readCheckout(id)).reference);
    await until(id, "delivered");
  });

  test("twice on one page is one checkout and one payment", async () => {
    const ctx = await openLiveStore();
    const [first, second] = await Promise.all([
      goToPay(ctx, PACKAGE, { attempt: AGAIN }),
      goToPay(ctx, PACKAGE, { attempt: AGAIN }),
    ]);
    expect(second.checkout.id).toBe(first.checkout.id);
    expect(second.payUrl).toBe(first.payUrl);
    expect(second.token).not.toBe(first.token);
  });

  test("and whose run died after the order was placed gets that order, even days later", async () => {
    const ctx = await openLiveStore();
    const { id, reference } = await opened(ctx);
    stripe.pay(reference);
    await until(id, "delivered");
    await database().query(sql`alter table checkouts disable trigger checkouts_moves`);
    await database().query(
      sql`update checkouts set status = 'paid', order_id = null, busy_until = null where id = ${id}`,
    );
    await database().query(sql`alter table checkouts enable trigger checkouts_moves`);
    await database().query(sql`delete from idempotency_keys where account_id = ${ctx.account.id}`);
    await settleCheckout(system(), id);
    expect((await readCheckout(id)).status).toBe("delivered");
    expect(await ordersOf(ctx)).toBe(1);
  });
});

describe("a payment goes back in full", () => {
  async function refunded(ctx: AccountCtx, id: number) {
    await until(id, "refunded");
    const row = await readCheckout(id);
    expect((await getBalance(ctx)).walletBalance.toNumber()).toBeGreaterThanOrEqual(0);
    expect(stripe.refunds.filter(({ payment_intent }) => payment_intent === `pi_${row.reference}`)).toHaveLength(1);
    expect((await mailsTo(TRAVELLER, ctx.account.id)).at(-1)).toBe("refund");
    return row;
  }

  test("when the reseller's funds ran out meanwhile; the reseller is told, once", async () => {
    const ctx = await openLiveStore({ wallet: 10 });
    const both = [await opened(ctx), await opened(ctx)];
    await adjustWallet(system(), ctx.account.code, money(-10), "spent elsewhere");
    for (const { id, reference, total } of both) {
      stripe.pay(reference);
      await notify(ctx, reference);
      const row = await refunded(ctx, id);
      expect(row).toMatchObject({ refundReason: "insufficient_balance", orderId: null });
      expect(row.refunded.toString()).toBe(total.toString());
    }
    expect(await mailsTo("test@example.com", ctx.account.id)).toEqual(["store-alert-insufficient_balance"]);
  });

  test("when the supplier refuses; the reseller's debit comes back too", async () => {
    const ctx = await openLiveStore({ wallet: 100 });
    const { id, reference } = await opened(ctx);
    await simulator.set({ operation: "order", mode: "reject" });
    stripe.pay(reference);
    await notify(ctx, reference);
    expect(await refunded(ctx, id)).toMatchObject({ refundReason: "failed" });
    expect((await getBalance(ctx)).walletBalance.toNumber()).toBe(100);
  });

  test("when the package's cost rose above what the traveller paid", async () => {
    const ctx = await openLiveStore({ wallet: 1_000 });
    const { id, reference } = await opened(ctx);
    await database().query(sql`update packages set cost_usd = cost_usd * 20 where package_id = ${PACKAGE}`);
    stripe.pay(reference);
    await notify(ctx, reference);
    expect(await refunded(ctx, id)).toMatchObject({ refundReason: "price_changed" });
    await database().query(sql`update packages set cost_usd = cost_usd / 20 where package_id = ${PACKAGE}`);
  });

  test("once, although the provider's answer to the refund is lost, and although it is down for a while", async () => {
    const ctx = await openLiveStore({ wallet: 100 });
    const { id, reference } = await opened(ctx);
    await simulator.set({ operation: "order", mode: "reject" });
    stripe.pay(reference);
    await runJobsUntil(async () => (await readCheckout(id)).status !== "opened");
    stripe.state.loseAnswers = 5;
    await refunded(ctx, id);
  });
});

describe("a payment of which money went back in the provider's dashboard before anything was bought, as while the service was down,", () => {
  const paidHoursAgo = async (share: number, more?: { packageId: string; quantity: number }[]) => {
    const ctx = await openLiveStore();
    const sale = await opened(ctx, { ...(more && { more }) });
    stripe.pay(sale.reference);
    const amount = sale.total.times(100).times(share).round().toNumber();
    const created = Math.floor(Date.now() / 1_000);
    stripe.refunds.push({
      id: `re_${sale.id}`,
      payment_intent: `pi_${sale.reference}`,
      amount,
      created,
      status: "succeeded",
    });
    await database().query(
      sql`update checkouts set created_at = created_at - interval '3 hours' where id = ${sale.id}`,
    );
    return { ctx, ...sale, given: () => stripe.refunds.filter((one) => one.payment_intent === `pi_${sale.reference}`) };
  };

  test.each([
    ["one plan", undefined],
    ["several plans", [{ packageId: "esimaccess-TR_5_30", quantity: 1 }]],
  ])("all of it, buys nothing: %s", async (_, more) => {
    const { ctx, id, total, given } = await paidHoursAgo(1, more);
    for (let step = 0; step < 3; step++) await settleCheckout(system(), id);
    expect(await ordersOf(ctx)).toBe(0);
    expect((await readCheckout(id)).status).toBe("refunded");
    expect(given()).toHaveLength(1);
    expect((await readCheckout(id)).refunded).toEqual(total);
  });

  test("some of it, is delivered", async () => {
    const { ctx, id } = await paidHoursAgo(0.5);
    await until(id, "delivered");
    expect(await ordersOf(ctx)).toBe(1);
  });

  test("is delivered while the provider cannot be asked about that", async () => {
    const { id } = await paidHoursAgo(1);
    stripe.state.misbehave = (_, path) => (path === "/v1/refunds" ? "refuse" : null);
    await until(id, "delivered");
  });
});

test("what a supplier delivers short is delivered, and the rest of the payment goes back", async () => {
  const ctx = await openLiveStore({ wallet: 1_000 });
  await simulator.set({ operation: "order", mode: "partial", quantity: 2 });
  const { id, reference, total } = await opened(ctx, { quantity: 3 });
  stripe.pay(reference);
  await notify(ctx, reference);
  await runJobsUntil(async () => (await readCheckout(id)).refunded.greaterThan(0));
  const row = await readCheckout(id);
  expect(row).toMatchObject({ status: "delivered", refundReason: "partially_delivered" });
  expect(row.refunded.toFixed(2)).toBe(total.dividedBy(3).toFixed(2));
  expect(await mailsTo(TRAVELLER, ctx.account.id)).toEqual(["order", "delivery", "refund"]);
});

test("nothing goes back while the supplier's outcome is unknown", async () => {
  const ctx = await openLiveStore({ wallet: 1_000 });
  const { id, reference } = await opened(ctx);
  await simulator.set({ operation: "order", mode: "timeout_after" });
  await simulator.set({ operation: "query", mode: "error_before" });
  stripe.pay(reference);
  await notify(ctx, reference);
  await until(id, "ordered");
  await settleCheckout(system(), id);
  expect(await readCheckout(id)).toMatchObject({ status: "ordered", refundReason: null });
  await simulator.reset();
  await until(id, "delivered");
});

test("a webhook that is not signed with the account's secret is refused", async () => {
  const ctx = await openLiveStore();
  const { id, reference } = await opened(ctx);
  const { body, signature } = stripe.notice(reference, "whsec_of_somebody_else");
  const say = (accountCode: string) =>
    receivePaymentWebhook(system(), { accountCode, environment: "live", body, signature });
  expect(await say(ctx.account.code)).toBe("refused");
  expect(await say("ACC-NOBODY00")).toBe("refused");
  expect((await readCheckout(id)).status).toBe("opened");
});

test("a webhook that names its payment by anything but a text is about none", async () => {
  const ctx = await openLiveStore();
  await opened(ctx);
  await database().query(sql`delete from outbox_jobs`);
  for (const reference of [{ not: "" }, { startsWith: "cs_" }, [""], 1, true])
    expect(await notify(ctx, reference as unknown as string)).toBe("taken");
  expect(await database().query(sql`select key from outbox_jobs`)).toEqual([]);
});

describe("a live storefront", () => {
  test("without a payment provider is closed for sale", async () => {
    const { code } = await newAccount({ wallet: 100 });
    await expect(goToPay(await enter(code, "live"), PACKAGE)).rejects.toMatchObject({ code: "access_denied" });
  });

  test("whose reseller cannot pay is closed before anybody pays", async () => {
    const ctx = await openLiveStore({ wallet: 0 });
    await expect(goToPay(ctx, PACKAGE)).rejects.toMatchObject({ code: "insufficient_balance" });
    expect(await mailsTo("test@example.com", ctx.account.id)).toEqual(["store-alert-insufficient_balance"]);
  });

  test("whose payment provider is down says so, and nothing is charged", async () => {
    const ctx = await openLiveStore();
    stripe.state.down = true;
    await expect(goToPay(ctx, PACKAGE)).rejects.toMatchObject({ code: "supplier_error" });
  });
});

test("a payment that no key reads any more is asked for ever more seldom, then no more, and taken up when it turns out to be paid", async () => {
  const ctx = await openLiveStore();
  const { id, reference } = await opened(ctx);
  stripe.state.misbehave = (_, path) => (path.endsWith(reference) ? "refuse" : null);
  /** Minutes until it is looked at again; null: never. */
  const lookAfter = async (ms: number) => {
    const at = after(new Date(), ms);
    await database().query(sql`delete from outbox_jobs where key = ${`settle-checkout:${id}`}`);
    await settleCheckout({ ...system(), clock: { now: () => at } }, id);
    await sweepCheckouts(system());
    const [next] = await database().query<{ runAt: Date }>(
      sql`select run_at from outbox_jobs where key = ${`settle-checkout:${id}`}`,
    );
    return next ? Math.round((next.runAt.getTime() - at.getTime()) / paced(MINUTE)) : null;
  };
  const waits = [];
  for (const day of [0, 2, 8, 29]) waits.push(await lookAfter(day * DAY + MINUTE));
  expect(waits).toEqual([1, 60, 1_440, 1_440]);
  // What can be read, and is over another sum than was asked for, is given up by nobody.
  const session = stripe.sessions.get(reference)!;
  const asked = session.amount_total;
  stripe.state.misbehave = () => null;
  Object.assign(session, { status: "complete", payment_status: "paid", amount_total: 1 });
  expect(await lookAfter(32 * DAY)).toBe(1_440);
  Object.assign(session, { status: "open", payment_status: "unpaid", amount_total: asked });
  stripe.state.misbehave = (_, path) => (path.endsWith(reference) ? "refuse" : null);
  expect(await lookAfter(32 * DAY)).toBeNull();
  expect((await readCheckout(id)).status).toBe("abandoned");
  stripe.pay(reference);
  stripe.state.misbehave = () => null;
  await notify(ctx, reference);
  await until(id, "delivered");
});

test("a bank debit that is on its way is not asked for a second time: neither on the page nor by the form that began it", async () => {
  const ctx = await openLiveStore();
  const view = { environment: "live", language: "en", base: "https://shop.example" };
  const store = { ctx, view } as unknown as Parameters<typeof readOrder>[0];
  const { checkout, token, payUrl } = await goToPay(ctx, PACKAGE, { attempt: AGAIN });
  const { reference } = await readCheckout(checkout.id);
  expect(await readOrder(store, token)).toMatchObject({ state: "unpaid", payUrl });
  stripe.debit(reference, "processing");
  await settleCheckout(system(), checkout.id);
  expect(await readOrder(store, token)).toMatchObject({ state: "pending", payUrl: null });
  const again = await goToPay(ctx, PACKAGE, { attempt: AGAIN });
  expect([again.checkout.id, again.payUrl]).toEqual([checkout.id, `https://shop.example/de/back/${checkout.id}`]);
  expect(stripe.sessions.get(reference)).toMatchObject({ status: "complete" });
  stripe.pay(reference);
  await notify(ctx, reference);
  await until(checkout.id, "delivered");
});

test("a bank debit is waited for until it failed, and served when it is paid after all", async () => {
  const ctx = await openLiveStore();
  const { id, reference } = await opened(ctx);
  stripe.debit(reference, "processing");
  await settleCheckout(system(), id);
  expect((await readCheckout(id)).status).toBe("opened");
  stripe.debit(reference, "requires_payment_method");
  await settleCheckout(system(), id);
  expect((await readCheckout(id)).status).toBe("abandoned");
  stripe.pay(reference);
  await notify(ctx, reference);
  await until(id, "delivered");
});

test("the test payment page pays in the test environment, for free, and never in the live one", async () => {
  const { code } = await newAccount({ wallet: 0 });
  const ctx = await enter(code, "test");
  const { checkout, payUrl } = await goToPay(ctx, PACKAGE, { quantity: 2 });
  expect(payUrl).toBeNull();
  await payInTest(ctx, (await findPayment(ctx.db, checkout.id))!);
  await settleCheckout(system(), checkout.id);
  expect((await readCheckout(checkout.id)).status).toBe("delivered");
  const live = await openLiveStore();
  const { id } = await opened(live);
  await expect(payInTest(live, (await findPayment(live.db, id))!)).rejects.toMatchObject({ code: "conflict" });
});
