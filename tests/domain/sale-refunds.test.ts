import fc from "fast-check";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { listAttention } from "#server/domain/control/attention/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { reconcile } from "#server/domain/control/reconciliation/index.ts";
import { listBrandMails } from "#server/domain/messaging/mail/index.ts";
import {
  adoptRecord,
  findPayment,
  listPaymentRefunds,
  receivePaymentWebhook,
} from "#server/domain/money/payments/index.ts";
import { listAudit } from "#server/domain/record/audit-log/index.ts";
import { listNotifications } from "#server/domain/record/notifications/index.ts";
import { acceptCancel, requestCancel } from "#server/domain/selling/actions/index.ts";
import {
  findEsimById,
  isFinal,
  listOrderEsims,
  newSandboxEsim,
  nextState,
} from "#server/domain/selling/esims/index.ts";
import { findOrderById, refundOrder } from "#server/domain/selling/orders/index.ts";
import {
  getSaleCheckout,
  parseSaleNumber,
  refundSale,
  resolveReturnedRefund,
  settleCheckout,
} from "#server/domain/shop/checkout/index.ts";
import { getSale, writeEvidence } from "#server/domain/shop/sales/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { newEventId, orderReference } from "#server/kernel/ids.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { after, DAY, HOUR, SECOND } from "#server/kernel/time.ts";
import { newPerson } from "#tests/support/people.ts";
import { goToPay, openLiveStore, readCheckout, WEBHOOK_SECRET } from "#tests/support/storefront.ts";
import { fakeStripe } from "#tests/support/stripe.ts";
import { sampleData } from "#tests/support/webhooks.ts";
import { newPackage, system } from "#tests/support/world.ts";

// What a shop sold and gives back: by staff, because it was cancelled, or at the payment provider by hand.

const stripe = await fakeStripe();
overrideEnv({ stripeApiUrl: stripe.url });
afterAll(() => stripe.close());
const { packageId } = await newPackage({ costUsd: 3.5 });

type Sale = {
  ctx: AccountCtx;
  id: number;
  number: string;
  orderId: number;
  reference: string;
  total: Money;
  unit: Money;
};

/** A purchase that was paid, ordered and delivered; the supplier is left out. */
async function sold(ctx: AccountCtx, quantity = 1): Promise<Sale> {
  const sale = await ordered(ctx, quantity);
  await supply(sale, quantity);
  await settle(sale.id);
  expect(await readCheckout(sale.id)).toMatchObject({ status: "delivered" });
  return sale;
}

/** One that was paid; its order is under way. */
async function ordered(ctx: AccountCtx, quantity = 1): Promise<Sale> {
  const sale = await paid(ctx, quantity);
  await settle(sale.id);
  return { ...sale, orderId: (await readCheckout(sale.id)).orderId! };
}

/** Paid, and nobody has looked since: it is not ordered yet. */
async function paid(ctx: AccountCtx, quantity = 1): Promise<Sale> {
  const { checkout } = await goToPay(ctx, packageId, { quantity });
  const { id, number, totalAmount: total, unitPrice: unit } = checkout;
  const { reference } = await readCheckout(id);
  stripe.pay(reference);
  return { ctx, id, number, orderId: 0, reference, total, unit };
}

/** The supplier's answer to an order that is under way: so many eSIMs of it. */
async function supply({ id, orderId }: Sale, quantity: number, of = quantity): Promise<void> {
  const status = quantity === 0 ? "failed" : quantity < of ? "partially_delivered" : "delivered";
  const esims = Array.from({ length: quantity }, () =>
    newSandboxEsim({
      supplierCode: "esimaccess",
      supplierReference: `S-${id}`,
      dataMb: 1024,
      perDay: false,
      durationDays: 30,
    }),
  );
  await database().query(sql`
    select settle_order(${orderId}::bigint, ${status}, ${JSON.stringify(esims)}::jsonb, ${newEventId()}, ${`order.${status}`},
      ${sampleData(`order.${status}`)}, now())`);
}

const settle = (id: number) => settleCheckout(system(), id);
const attempt = () => crypto.randomUUID();
const cents = (amount: { toNumber(): number }) => Math.round(amount.toNumber() * 100);
const esimsOf = ({ orderId }: Sale) => listOrderEsims(database(), orderId);
/** What the provider gave back, in cents. */
const given = ({ reference, total }: Sale) => cents(total) - stripe.leftOf(`pi_${reference}`);
const refundsOf = async ({ id }: Sale) => await listPaymentRefunds(database(), (await findPayment(database(), id))!.id);
const mails = async ({ ctx, number }: Sale) =>
  (await listBrandMails(ctx, { limit: 50 })).items.filter(({ text }) => text!.includes(number));

/** The supplier's answer to a cancel that is open, or its own idea. */
async function accept(sale: Sale, nth = 0): Promise<void> {
  const esim = (await esimsOf(sale))[nth]!;
  const before = (await findEsimById(database(), esim.id))!;
  await acceptCancel(system(), before, nextState(before, { status: "cancelled" }, new Date()), {
    priceRefunded: false,
    topupsRefunded: false,
  });
}

const disputesOf = ({ reference }: Sale) =>
  stripe.disputes.filter(({ payment_intent }) => payment_intent === `pi_${reference}`);
const dashboard = (sale: Sale, amount: number) =>
  void stripe.refunds.push({
    ...{ id: `re_${attempt()}`, payment_intent: `pi_${sale.reference}`, amount },
    ...{ created: Math.floor(Date.now() / 1_000) - 3_600, status: "succeeded" },
  });

const faults = async () =>
  (await checkInvariants(system())).failures.filter(({ examples }) => examples.includes("checkout"));

describe("a refund by staff", () => {
  const ask = { amount: money("2.00"), reason: "slow network" };

  test("is decided by nobody who was taken off the team while the provider was asked", async () => {
    const sale = await sold(await openLiveStore());
    const staff = { ...sale.ctx, actor: { kind: "staff", name: "former@example.com", role: "finance" } } as AccountCtx;
    const refused = refundSale(staff, { number: sale.number, attempt: attempt(), ...ask });
    await expect(refused).rejects.toMatchObject({ code: "access_denied" });
    expect(await refundsOf(sale)).toEqual([]);
  });

  test("goes back once for one attempt, is told to the traveller in their language, and is on record with its reason", async () => {
    const sale = await sold(await openLiveStore());
    const one = { number: sale.number, attempt: attempt(), ...ask };
    const { email } = await newPerson("finance", sale.ctx.account.code);
    const staff = { ...sale.ctx, actor: { kind: "staff", name: email, role: "finance" } } as AccountCtx;
    await Promise.all([refundSale(staff, one), refundSale(staff, one), refundSale(staff, one)]);
    await Promise.all([settle(sale.id), settle(sale.id)]);
    await refundSale(staff, one);
    expect(given(sale)).toBe(200);
    expect(await refundsOf(sale)).toMatchObject([{ reason: "slow network", decidedBy: `staff:${email}` }]);
    const [mail, ...before] = await mails(sale);
    expect(mail).toMatchObject({ kind: "refund" });
    expect(mail!.text).toMatch(/Wir erstatten Ihnen 2,00.*5 bis 10 Tagen.*Bestellnummer: /s);
    expect(before.map(({ kind }) => kind)).toEqual(["delivery", "order"]);
    const { items } = await listAudit(sale.ctx, { limit: 5 });
    expect(items[0]).toMatchObject({ act: "sale.refund", subject: sale.number });
    await expect(refundSale(staff, { ...one, amount: money(1) })).rejects.toMatchObject({ code: "conflict" });
  });

  test("is never more than what is left, whoever else gives back at the same moment", async () => {
    const sale = await sold(await openLiveStore());
    const all = { number: sale.number, amount: sale.total, reason: "a complaint" };
    const both = await Promise.allSettled([1, 2].map(() => refundSale(sale.ctx, { ...all, attempt: attempt() })));
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await settle(sale.id);
    expect(given(sale)).toBe(cents(sale.total));
    const other = await sold(sale.ctx);
    dashboard(other, 100);
    await expect(refundSale(sale.ctx, { ...all, number: other.number, attempt: attempt() })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("left to refund"),
    });
  });

  test("that meets a refund in the provider's dashboard becomes smaller by it", async () => {
    const sale = await sold(await openLiveStore());
    stripe.state.down = true;
    await refundSale(sale.ctx, { number: sale.number, attempt: attempt(), amount: sale.total, reason: "a complaint" });
    stripe.state.down = false;
    dashboard(sale, 150);
    await settle(sale.id);
    expect(given(sale)).toBe(cents(sale.total));
    expect((await refundsOf(sale)).map(({ amount }) => cents(amount)).sort()).toEqual(
      [150, cents(sale.total) - 150].sort(),
    );
    expect((await readCheckout(sale.id)).refunded).toEqual(sale.total);
  });

  test("cancels the eSIMs that are named, which gives nothing back beside it", async () => {
    const sale = await sold(await openLiveStore(), 2);
    const [first] = await esimsOf(sale);
    const iccids = [first!.iccid];
    await refundSale(sale.ctx, { number: sale.number, attempt: attempt(), ...ask, iccids });
    await settle(sale.id);
    await accept(sale);
    await settle(sale.id);
    expect(given(sale)).toBe(200);
    expect((await mails(sale))[0]).toMatchObject({ kind: "cancelled", text: expect.stringContaining("bereits 2,00") });
  });

  test("is all that goes back for the eSIMs that are named, also when the supplier refuses and cancels by itself later", async () => {
    const sale = await sold(await openLiveStore(), 2);
    const iccids = [(await esimsOf(sale))[0]!.iccid];
    await refundSale(sale.ctx, { number: sale.number, attempt: attempt(), ...ask, iccids });
    await settle(sale.id);
    const ofSale = sql`order_id = ${sale.orderId}`;
    await database().query(sql`update actions set status = 'processing' where ${ofSale}`);
    await database().query(
      sql`update actions set status = 'failed', failure = 'No', settled_at = now() where ${ofSale}`,
    );
    await accept(sale);
    await settle(sale.id);
    expect(given(sale)).toBe(200);
    await accept(sale, 1);
    await settle(sale.id);
    expect(given(sale)).toBe(200 + cents(sale.unit));
  });

  test("of which nothing is on record any more, as after a restore, is found at the provider and not made again", async () => {
    const sale = await sold(await openLiveStore(), 2);
    const refund = { number: sale.number, attempt: attempt(), reason: "a complaint" };
    await refundSale(sale.ctx, { ...refund, amount: sale.unit });
    await settle(sale.id);
    await database().query(sql`
      delete from payment_refunds r using payments p where p.id = r.payment_id and p.checkout_id = ${sale.id}`);
    await database().query(sql`update payments set refunded_amount = 0 where checkout_id = ${sale.id}`);
    await database().query(sql`update checkouts set refund_due = 0 where id = ${sale.id}`);
    await expect(refundSale(sale.ctx, { ...refund, attempt: attempt(), amount: sale.total })).rejects.toMatchObject({
      code: "conflict",
    });
    await refundSale(sale.ctx, { ...refund, attempt: attempt(), amount: sale.total.minus(sale.unit) });
    await settle(sale.id);
    expect(given(sale)).toBe(cents(sale.total));
    expect((await readCheckout(sale.id)).refunded).toEqual(sale.total);
  });

  test("needs a role for money, a reason, an amount that can be paid, and a delivered sale", async () => {
    const ctx = await openLiveStore();
    const sale = await sold(ctx);
    const refuse = (change: object, by: AccountCtx = ctx) =>
      expect(refundSale(by, { number: sale.number, attempt: attempt(), ...ask, ...change })).rejects;
    const support = { ...ctx, actor: { kind: "staff", name: "x", role: "support" } } as AccountCtx;
    await refuse({}, support).toMatchObject({ code: "access_denied" });
    const finance = { ...ctx, actor: { kind: "staff", name: "x", role: "finance" } } as AccountCtx;
    await refuse({ iccids: ["1"] }, finance).toMatchObject({ code: "access_denied" });
    await refuse({ reason: " " }).toMatchObject({ code: "validation_error" });
    await refuse({ amount: money("0.001") }).toMatchObject({ code: "validation_error" });
    await refuse({ number: "AAAAA-AAAAA" }).toMatchObject({ code: "resource_not_found" });
    await refuse({}, await openLiveStore()).toMatchObject({ code: "resource_not_found" });
    const { checkout } = await goToPay(ctx, packageId);
    await refuse({ number: checkout.number }).toMatchObject({ code: "conflict" });
  });
});

describe("a refund while the order is under way", () => {
  const ask = (sale: Sale, change: { amount?: Money; stops?: boolean; attempt?: string } = {}) =>
    refundSale(sale.ctx, {
      number: sale.number,
      attempt: attempt(),
      amount: money(2),
      reason: "changed plans",
      ...change,
    });
  const kinds = async (sale: Sale) => (await mails(sale)).map(({ kind }) => kind).reverse();
  const holdBack = (sale: Sale, until: Date) =>
    database().query(sql`update checkouts set busy_until = ${until} where id = ${sale.id}`);
  /** Paid and noticed, while another run has it to itself. */
  const unbought = async (ctx: AccountCtx) => {
    const sale = await paid(ctx);
    await holdBack(sale, new Date(Date.now() + 60_000));
    await settle(sale.id);
    expect(await readCheckout(sale.id)).toMatchObject({ status: "paid", orderId: null });
    return sale;
  };

  test("waits for the delivery, is told to the traveller at once, and then goes back once", async () => {
    const sale = await ordered(await openLiveStore());
    const same = { attempt: attempt() };
    await Promise.all([ask(sale, same), ask(sale, same), ask(sale, same)]);
    await expect(ask(sale)).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("already") });
    await expect(ask(sale, { ...same, amount: money(1) })).rejects.toMatchObject({ code: "conflict" });
    await settle(sale.id);
    expect(given(sale)).toBe(0);
    expect((await getSale(sale.ctx, sale.number)).waiting).toMatchObject({ stops: false, reason: "changed plans" });
    expect((await mails(sale))[0]!.text).toMatch(/2,00.*sobald sie beendet ist/s);
    await supply(sale, 1);
    await Promise.all([settle(sale.id), settle(sale.id)]);
    await ask(sale, same);
    await settle(sale.id);
    expect(given(sale)).toBe(200);
    expect((await getSale(sale.ctx, sale.number)).waiting).toBeNull();
    expect(await kinds(sale)).toEqual(["order", "refund", "refund", "delivery"]);
    expect(await faults()).toEqual([]);
  });

  test("is part of the whole when nothing is delivered, and beside what is missing when too little is", async () => {
    const ctx = await openLiveStore();
    const [none, some] = [await ordered(ctx), await ordered(ctx, 2)];
    for (const sale of [none, some]) await ask(sale, { amount: sale.unit });
    await supply(none, 0);
    await supply(some, 1, 2);
    for (const sale of [none, some]) for (let i = 0; i < 2; i++) await settle(sale.id);
    expect((await readCheckout(none.id)).status).toBe("refunded");
    expect((await refundsOf(none)).map(({ cause }) => cause)).toEqual(["whole"]);
    for (const sale of [none, some]) expect(given(sale)).toBe(cents(sale.total));
    expect(await faults()).toEqual([]);
  });

  test("that stops what is not bought yet has it not bought, and all of it goes back", async () => {
    const sale = await unbought(await openLiveStore());
    await ask(sale, { stops: true });
    await holdBack(sale, new Date(0));
    await Promise.all([settle(sale.id), settle(sale.id)]);
    await settle(sale.id);
    expect(await readCheckout(sale.id)).toMatchObject({ status: "refunded", orderId: null, refundReason: "stopped" });
    expect(given(sale)).toBe(cents(sale.total));
    expect((await mails(sale))[0]!.text).toContain("angehalten, bevor etwas geliefert wurde");
    expect(await kinds(sale)).toEqual(["order", "refund", "refund"]);
    expect(await faults()).toEqual([]);
  });

  test("that does not stop it leaves the purchase to go on", async () => {
    const sale = await unbought(await openLiveStore());
    await ask(sale);
    await holdBack(sale, new Date(0));
    await settle(sale.id);
    const { orderId } = await readCheckout(sale.id);
    await supply({ ...sale, orderId: orderId! }, 1);
    await settle(sale.id);
    expect(given(sale)).toBe(200);
  });

  test("that stops what the supplier delivers all the same has it cancelled, invites nobody to install it, and is all that goes back", async () => {
    const sale = await ordered(await openLiveStore());
    await ask(sale, { stops: true });
    await supply(sale, 1);
    await settle(sale.id);
    await accept(sale);
    await settle(sale.id);
    expect(given(sale)).toBe(200);
    expect(await kinds(sale)).toEqual(["order", "refund", "refund", "cancelled"]);
    expect(await faults()).toEqual([]);
  });

  test("that stops it has what is delivered cancelled also where all of the payment went back at the provider meanwhile", async () => {
    const sale = await ordered(await openLiveStore());
    await ask(sale, { stops: true });
    dashboard(sale, cents(sale.total));
    await tell(sale, { object: "refund", payment_intent: `pi_${sale.reference}` });
    await supply(sale, 1);
    await settle(sale.id);
    expect(await unstopped()).toEqual([]);
    await accept(sale);
    await settle(sale.id);
    expect(given(sale)).toBe(cents(sale.total));
    expect((await refundsOf(sale)).map(({ cause, amount }) => [cause.split(":")[0], cents(amount)])).toEqual([
      ["provider", cents(sale.total)],
      ["staff", 0],
    ]);
    expect(await kinds(sale)).toEqual(["order", "refund", "cancelled"]);
    expect(await faults()).toEqual([]);
  });

  test("at the moment of the delivery is one or the other: once, and told as it is", async () => {
    const sale = await ordered(await openLiveStore());
    await supply(sale, 1);
    const [asked] = await Promise.allSettled([ask(sale), settle(sale.id)]);
    for (let i = 0; i < 2; i++) await settle(sale.id);
    expect(given(sale)).toBe(asked.status === "fulfilled" ? 200 : 0);
    expect(await faults()).toEqual([]);
  });

  test("is held by a dispute that begins meanwhile, and refused while one is open; more than is left is refused too", async () => {
    const sale = await ordered(await openLiveStore());
    await expect(ask(sale, { amount: sale.total.plus(1) })).rejects.toMatchObject({ details: { field: "amount" } });
    await ask(sale);
    const payment_intent = `pi_${sale.reference}`;
    const dispute = { id: `du_${attempt()}`, payment_intent, amount: cents(sale.total), status: "needs_response" };
    stripe.disputes.push({ ...dispute, created: Math.floor(Date.now() / 1_000) });
    await supply(sale, 1);
    await settle(sale.id);
    expect(given(sale)).toBe(0);
    stripe.disputes.find(({ id }) => id === dispute.id)!.status = "won";
    await settle(sale.id);
    expect(given(sale)).toBe(200);
    await expect(ask(sale, { stops: true })).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("a cancelled eSIM", () => {
  test("gives its price back to the traveller by default, once, whether the reseller, the API or the supplier cancelled it", async () => {
    const sale = await sold(await openLiveStore(), 2);
    await requestCancel(sale.ctx, orderReference(sale.orderId), { iccids: [(await esimsOf(sale))[0]!.iccid] });
    await settle(sale.id);
    expect(given(sale)).toBe(0);
    await accept(sale, 0);
    await Promise.all([settle(sale.id), settle(sale.id)]);
    expect(given(sale)).toBe(cents(sale.unit));
    await accept(sale, 1);
    await settle(sale.id);
    expect(given(sale)).toBe(cents(sale.total));
    const [last, first] = await mails(sale);
    for (const mail of [last!, first!]) {
      expect(mail.kind).toBe("cancelled");
      expect(mail.text).toContain("Wir erstatten Ihnen");
    }
    // The bell that was lost: the next night, or the next minute, would have found it.
    expect((await reconcile(system(), "payments")).open).toBe(0);
  });

  test("leaves the payment where it is when whoever cancelled it decided so, and the traveller is told", async () => {
    const sale = await sold(await openLiveStore());
    await requestCancel(sale.ctx, orderReference(sale.orderId), { paymentKept: "replaced by another eSIM" });
    await accept(sale);
    await settle(sale.id);
    expect(given(sale)).toBe(0);
    expect((await mails(sale))[0]).toMatchObject({
      kind: "cancelled",
      text: expect.stringContaining("nicht erstattet"),
    });
    const { items } = await listAudit(sale.ctx, { limit: 5 });
    expect(items.map(({ act }) => act)).toContain("payment.keep");
    expect(await faults()).toEqual([]);
  });

  test("of an order that operators refund gives its price back too, unless they keep the payment", async () => {
    const ctx = await openLiveStore();
    const [back, kept] = [await sold(ctx), await sold(ctx)];
    await refundOrder(system(), orderReference(back.orderId), "an outage");
    await refundOrder(system(), orderReference(kept.orderId), "goodwill", undefined, "a courtesy to the reseller");
    for (const sale of [back, kept]) await settle(sale.id);
    expect([given(back), given(kept)]).toEqual([cents(back.total), 0]);
    await accept(kept);
    await settle(kept.id);
    expect(given(kept)).toBe(0);
  });
});

describe("a payment that somebody decides to keep before the purchase is known to be delivered", () => {
  const cancelled = async (sale: Sale, nth = 0) => {
    const iccids = [(await esimsOf(sale))[nth]!.iccid];
    await requestCancel(sale.ctx, orderReference(sale.orderId), { iccids, paymentKept: "a courtesy of ours" });
    await accept(sale, nth);
  };
  const end = async (sale: Sale) => {
    for (let i = 0; i < 2; i++) await settle(sale.id);
    expect(await faults()).toEqual([]);
    return {
      status: (await readCheckout(sale.id)).status,
      given: given(sale),
      mails: (await mails(sale)).map((m) => m.kind),
    };
  };

  test("is kept: by a cancel, and by operators who refund the order", async () => {
    const ctx = await openLiveStore();
    const [own, ours] = [await ordered(ctx), await ordered(ctx)];
    for (const sale of [own, ours]) await supply(sale, 1);
    await cancelled(own);
    await refundOrder(system(), orderReference(ours.orderId), "goodwill", undefined, "a courtesy to the reseller");
    expect(await end(own)).toEqual({ status: "delivered", given: 0, mails: ["cancelled", "order"] });
    // What its supplier has not taken back is the traveller's.
    expect(await end(ours)).toMatchObject({ status: "delivered", given: 0, mails: ["delivery", "order"] });
  });

  test("is kept for the eSIMs that it was decided of; for the others it goes back", async () => {
    const sale = await ordered(await openLiveStore(), 2);
    await supply(sale, 2);
    await cancelled(sale);
    await accept(sale, 1);
    expect(await end(sale)).toMatchObject({ status: "delivered", given: cents(sale.unit) });
  });
});

describe("a refund that the provider refuses because the account has no money", () => {
  afterEach(() => void Object.assign(stripe.state, { hasMoney: true }));

  const inHours = (hours: number) => ({ now: () => after(new Date(), hours * HOUR) });
  const settleIn = (hours: number, { id }: Sale) => settleCheckout(system({ clock: inHours(hours) }), id);
  const refused = async () => {
    const sale = await sold(await openLiveStore());
    stripe.state.hasMoney = false;
    await refundSale(sale.ctx, { number: sale.number, attempt: attempt(), amount: money(2), reason: "slow network" });
    await Promise.all([settle(sale.id), settle(sale.id)]);
    expect(given(sale)).toBe(0);
    return sale;
  };
  const told = async ({ ctx }: Sale) =>
    (await listNotifications(ctx, { limit: 50 })).items.filter(({ kind }) => kind === "sale.refund_unsent");
  const shown = async ({ ctx }: Sale) =>
    (await listAttention({ ...ctx, clock: inHours(3) })).filter(({ kind }) => kind === "sale_money");

  test("is sent once it has some, once, although the provider answers a request that it knows as it did before", async () => {
    const sale = await refused();
    await settle(sale.id);
    stripe.state.hasMoney = true;
    await Promise.all([settle(sale.id), settle(sale.id), settle(sale.id)]);
    expect(given(sale)).toBe(200);
    expect(await refundsOf(sale)).toMatchObject([{ doneAt: expect.any(Date), lastError: null }]);
    expect(await faults()).toEqual([]);
  });

  test("is told to the reseller, once, and shown until it is sent", async () => {
    const sale = await refused();
    expect(await told(sale)).toEqual([]);
    for (const hours of [1, 2]) await settleIn(hours, sale);
    expect(await told(sale)).toMatchObject([
      { subject: sale.number, text: expect.stringContaining("Insufficient funds") },
    ]);
    expect(await shown(sale)).toMatchObject([{ state: "not_sent", number: sale.number, amount: money(2) }]);
    stripe.state.hasMoney = true;
    await settleIn(3, sale);
    expect(given(sale)).toBe(200);
    expect(await shown(sale)).toEqual([]);
  });
});

/** What was delivered of an order that staff had stopped, and nobody was asked to take back. */
const unstopped = () =>
  database().query(sql`
    select e.id from waiting_refunds w join checkouts c on c.id = w.checkout_id join sale_lines l on l.checkout_id = c.id join esims e on e.order_id = l.order_id
     where w.stops and c.status = 'delivered' and e.status not in ('cancelled', 'expired')
       and not exists (select from actions a where a.esim_id = e.id and a.action = 'cancel')`);

/** The provider's webhook about something of the sale's payment. */
function tell(sale: Sale, about: { object: string; payment_intent: string }): Promise<"taken" | "refused"> {
  const { body, signature } = stripe.notice(`ch_${attempt()}`, WEBHOOK_SECRET, undefined, about);
  return receivePaymentWebhook(system(), { accountCode: sale.ctx.account.code, environment: "live", body, signature });
}

test("a refund in the provider's dashboard is on record when its webhook comes, once", async () => {
  const sale = await sold(await openLiveStore());
  dashboard(sale, 120);
  const about = { object: "charge", payment_intent: `pi_${sale.reference}` };
  expect(await Promise.all([tell(sale, about), tell(sale, about)])).toEqual(["taken", "taken"]);
  expect(cents((await readCheckout(sale.id)).refunded)).toBe(120);
  expect((await reconcile(system(), "payments")).open).toBe(0);
});

describe("a refund that the provider took and could not pay", () => {
  const whole = async (ctx: AccountCtx) => {
    const sale = await sold(ctx);
    await refundSale(ctx, { number: sale.number, attempt: attempt(), amount: sale.total, reason: "a complaint" });
    await settle(sale.id);
    return sale;
  };
  /** The traveller's bank sends it back, days later. */
  const fail = (sale: Sale) => {
    const last = stripe.refunds.findLast(({ payment_intent }) => payment_intent === `pi_${sale.reference}`)!;
    Object.assign(last, { status: "failed", failure_reason: "lost_or_stolen_card" });
    return tell(sale, { object: "refund", payment_intent: last.payment_intent });
  };

  test("is open again, once, is told to the reseller, and is not sent again by itself", async () => {
    const sale = await whole(await openLiveStore());
    expect(await Promise.all([fail(sale), fail(sale)])).toEqual(["taken", "taken"]);
    for (let i = 0; i < 3; i++) await settle(sale.id);
    expect(given(sale)).toBe(0);
    expect((await readCheckout(sale.id)).refunded.toNumber()).toBe(0);
    expect(await refundsOf(sale)).toMatchObject([{ doneAt: null, reference: null, lastError: "lost or stolen card" }]);
    const told = (await listNotifications(sale.ctx, { limit: 50 })).items.filter(
      ({ kind }) => kind === "sale.refund_returned",
    );
    expect(told).toMatchObject([{ subject: sale.number, text: expect.stringContaining("lost or stolen card") }]);
    expect(await faults()).toEqual([]);
  });

  test("is sent again when staff say so, once, as another refund", async () => {
    const sale = await whole(await openLiveStore());
    await fail(sale);
    const { cause } = one(await refundsOf(sale));
    const again = () => resolveReturnedRefund(sale.ctx, { number: sale.number, cause, elsewhere: null });
    const both = await Promise.allSettled([again(), again()]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await Promise.all([settle(sale.id), settle(sale.id)]);
    await settle(sale.id);
    expect(given(sale)).toBe(cents(sale.total));
    expect((await readCheckout(sale.id)).refunded).toEqual(sale.total);
    await fail(sale);
    await again();
    await settle(sale.id);
    expect(given(sale)).toBe(cents(sale.total));
    expect((await refundsOf(sale))[0]!.returned).toHaveLength(2);
    expect((await reconcile(system(), "payments")).open).toBe(0);
  });

  test("counts as given back once staff have paid the traveller another way, and the provider is asked for nothing more", async () => {
    const sale = await whole(await openLiveStore());
    await fail(sale);
    const { cause } = one(await refundsOf(sale));
    const resolve = (elsewhere: string, by: AccountCtx = sale.ctx) =>
      resolveReturnedRefund(by, { number: sale.number, cause, elsewhere });
    await expect(resolve(" ")).rejects.toMatchObject({ code: "validation_error", details: { field: "elsewhere" } });
    const support = { ...sale.ctx, actor: { kind: "staff", name: "x", role: "support" } } as AccountCtx;
    await expect(resolve("cash", support)).rejects.toMatchObject({ code: "access_denied" });
    await expect(resolve("cash", await openLiveStore())).rejects.toMatchObject({ code: "resource_not_found" });
    await resolve("bank transfer 2026-77");
    await settle(sale.id);
    expect(given(sale)).toBe(0);
    expect((await readCheckout(sale.id)).refunded).toEqual(sale.total);
    await expect(resolve("twice")).rejects.toMatchObject({ code: "conflict" });
    expect(await reconcile(system(), "payments")).toMatchObject({ status: "done", open: 0 });
    expect(await faults()).toEqual([]);
  });

  test("that somebody makes again in the provider's dashboard counts once", async () => {
    const sale = await whole(await openLiveStore());
    await fail(sale);
    dashboard(sale, cents(sale.total));
    await settle(sale.id);
    expect((await readCheckout(sale.id)).refunded).toEqual(sale.total);
    expect(await refundsOf(sale)).toMatchObject([{ returnedAt: null, doneAt: expect.any(Date) }]);
  });

  test("of a purchase that was never delivered leaves the traveller owed, not refunded", async () => {
    const ctx = await openLiveStore();
    const { checkout } = await goToPay(ctx, packageId);
    const { reference } = await readCheckout(checkout.id);
    stripe.pay(reference);
    await settle(checkout.id);
    const { orderId } = await readCheckout(checkout.id);
    await database().query(sql`
      select settle_order(${orderId}::bigint, 'failed', '[]'::jsonb, ${newEventId()}, 'order.failed', ${sampleData("order.failed")}, now())`);
    for (let i = 0; i < 3; i++) await settle(checkout.id);
    expect(await readCheckout(checkout.id)).toMatchObject({ status: "refunded" });
    const sale = { ctx, id: checkout.id, number: checkout.number, reference, total: checkout.totalAmount } as Sale;
    await fail(sale);
    expect((await readCheckout(sale.id)).refunded.toNumber()).toBe(0);
    expect(await faults()).toEqual([]);
    await resolveReturnedRefund(ctx, { number: sale.number, cause: "whole", elsewhere: null });
    await settle(sale.id);
    expect(given(sale)).toBe(cents(sale.total));
    expect(await faults()).toEqual([]);
  });
});

describe("a payment that the card's holder disputes", () => {
  const dispute = async (sale: Sale, status: string, amount = cents(sale.total)) => {
    const payment_intent = `pi_${sale.reference}`;
    const open = stripe.disputes.find((one) => one.payment_intent === payment_intent);
    if (open) open.status = status;
    else
      stripe.disputes.push({
        ...{ id: `du_${attempt()}`, payment_intent, amount, status },
        created: Math.floor(Date.now() / 1_000) - 3_600,
      });
    expect(await tell(sale, { object: "dispute", payment_intent })).toBe("taken");
  };
  const refund = (sale: Sale) =>
    refundSale(sale.ctx, { number: sale.number, attempt: attempt(), amount: sale.total, reason: "a complaint" });
  const told = async ({ ctx }: Sale) =>
    (await listNotifications(ctx, { limit: 50 })).items.filter(({ kind }) => kind === "sale.disputed").length;

  test("is told to the reseller once for each turn, and nothing is refunded until the bank has decided", async () => {
    const sale = await sold(await openLiveStore());
    await Promise.all([dispute(sale, "needs_response"), dispute(sale, "needs_response")]);
    expect(await told(sale)).toBe(1);
    await expect(refund(sale)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("disputes"),
    });
    await requestCancel(sale.ctx, orderReference(sale.orderId));
    await accept(sale);
    await settle(sale.id);
    expect(given(sale)).toBe(0);
    const { disputes } = await getSale(sale.ctx, sale.number);
    expect(disputes).toMatchObject([{ status: "open", isInquiry: false, reason: "fraudulent" }]);
    const waiting = (await listAttention(sale.ctx)).filter(({ kind }) => kind === "sale_money");
    expect(waiting).toMatchObject([{ state: "disputed", number: sale.number, amount: sale.total }]);
    await dispute(sale, "won");
    expect(await told(sale)).toBe(2);
    expect((await listAttention(sale.ctx)).filter(({ kind }) => kind === "sale_money")).toEqual([]);
    await settle(sale.id);
    expect(given(sale)).toBe(cents(sale.total));
    expect(await faults()).toEqual([]);
  });

  test("and wins has the money: what was decided and not sent becomes smaller by it, and both books agree", async () => {
    const sale = await sold(await openLiveStore());
    await dispute(sale, "needs_response");
    await requestCancel(sale.ctx, orderReference(sale.orderId));
    await accept(sale);
    await settle(sale.id);
    await dispute(sale, "lost");
    for (let i = 0; i < 2; i++) await settle(sale.id);
    expect(given(sale)).toBe(0);
    expect((await readCheckout(sale.id)).refunded).toEqual(sale.total);
    expect(await told(sale)).toBe(2);
    expect(await reconcile(system(), "payments")).toMatchObject({ status: "done", open: 0 });
    expect(await faults()).toEqual([]);
  });

  test.each([
    ["over more than was paid, as when rates moved", 0, 37],
    ["over all of it, of which staff had given back a part", 200, 0],
  ])("and wins %s has all that was left: nobody is told to pay it once more", async (_, before, more) => {
    const sale = await sold(await openLiveStore());
    if (before > 0) {
      const part = { number: sale.number, attempt: attempt(), amount: money(before).dividedBy(100) };
      await refundSale(sale.ctx, { ...part, reason: "a complaint" });
      await settle(sale.id);
      expect(given(sale)).toBe(before);
    }
    await dispute(sale, "needs_response", cents(sale.total) + more);
    await dispute(sale, "lost");
    expect((await readCheckout(sale.id)).refunded).toEqual(sale.total);
    await requestCancel(sale.ctx, orderReference(sale.orderId));
    await accept(sale);
    for (let i = 0; i < 2; i++) await settle(sale.id);
    expect((await refundsOf(sale)).every(({ doneAt }) => doneAt !== null)).toBe(true);
    expect((await listAttention(sale.ctx)).filter(({ kind }) => kind === "sale_money")).toEqual([]);
    expect(await reconcile(system(), "payments")).toMatchObject({ status: "done", open: 0 });
    expect(await faults()).toEqual([]);
  });

  describe("and that is won after it was lost", () => {
    const books = async (sale: Sale) => {
      expect(await reconcile(system(), "payments")).toMatchObject({ status: "done", open: 0 });
      expect(await faults()).toEqual([]);
      return { refunded: cents((await readCheckout(sale.id)).refunded), given: given(sale) };
    };
    const lost = async (ctx: AccountCtx, amount?: number, quantity = 1) => {
      const sale = await sold(ctx, quantity);
      await dispute(sale, "needs_response", amount);
      await dispute(sale, "lost");
      expect(cents((await readCheckout(sale.id)).refunded)).toBe(amount ?? cents(sale.total));
      return sale;
    };

    test("is no refund any more, and is told", async () => {
      const sale = await lost(await openLiveStore());
      for (let i = 0; i < 2; i++) await dispute(sale, "won");
      await settle(sale.id);
      expect(await books(sale)).toEqual({ refunded: 0, given: 0 });
      expect(await told(sale)).toBe(3);
      await refund(sale);
      await settle(sale.id);
      expect(await books(sale)).toEqual({ refunded: cents(sale.total), given: cents(sale.total) });
    });

    test("has what was decided sent, that had become smaller by it", async () => {
      const sale = await sold(await openLiveStore());
      await dispute(sale, "needs_response");
      await requestCancel(sale.ctx, orderReference(sale.orderId));
      await accept(sale);
      await settle(sale.id);
      await dispute(sale, "lost");
      await settle(sale.id);
      expect(await books(sale)).toEqual({ refunded: cents(sale.total), given: 0 });
      await dispute(sale, "won");
      for (let i = 0; i < 2; i++) await settle(sale.id);
      expect(await books(sale)).toEqual({ refunded: cents(sale.total), given: cents(sale.total) });
    });

    test("has what was cancelled meanwhile go back, and sends what waited for people", async () => {
      const ctx = await openLiveStore();
      const unit = cents((await sold(ctx)).total);
      const sale = await lost(ctx, unit, 2);
      await requestCancel(ctx, orderReference(sale.orderId));
      for (const nth of [0, 1]) await accept(sale, nth);
      await settle(sale.id);
      const [waiting] = (await refundsOf(sale)).filter(({ returnedAt }) => returnedAt !== null);
      expect(cents(waiting!.amount)).toBe(unit);
      expect(await books(sale)).toEqual({ refunded: unit, given: 0 });
      await dispute(sale, "won");
      for (let i = 0; i < 2; i++) await settle(sale.id);
      expect(await books(sale)).toEqual({ refunded: 2 * unit, given: 2 * unit });
    });

    test("stays given back while it is appealed against, and is told and booked once however often it turns", async () => {
      const sale = await lost(await openLiveStore());
      const all = { refunded: cents(sale.total), given: 0 };
      await dispute(sale, "appeal_under_review");
      await settle(sale.id);
      expect(await books(sale)).toEqual(all);
      await dispute(sale, "lost");
      expect(await books(sale)).toEqual(all);
      await dispute(sale, "won");
      expect(await books(sale)).toEqual({ refunded: 0, given: 0 });
      await dispute(sale, "lost");
      expect(await books(sale)).toEqual(all);
      expect(await told(sale)).toBe(6);
    });

    test("is so by its money, where its word is still that it was lost", async () => {
      const sale = await lost(await openLiveStore());
      const amount = cents(sale.total);
      Object.assign(disputesOf(sale)[0]!, { balance_transactions: [{ amount: -amount }, { amount }] });
      await dispute(sale, "lost");
      expect(await books(sale)).toEqual({ refunded: 0, given: 0 });
    });

    test("is not lost again by an answer of before", async () => {
      const sale = await lost(await openLiveStore());
      const before = new Date();
      await dispute(sale, "won");
      disputesOf(sale)[0]!.status = "lost";
      await adoptRecord(system({ clock: { now: () => before } }), (await findPayment(database(), sale.id))!);
      expect(await readCheckout(sale.id)).toMatchObject({ refunded: money(0) });
    });
  });

  test("and that was ended before it became a dispute, with the seller's money, was given back", async () => {
    const sale = await sold(await openLiveStore());
    const payment_intent = `pi_${sale.reference}`;
    const amount = cents(sale.total);
    stripe.disputes.push({
      ...{
        id: `du_${attempt()}`,
        payment_intent,
        amount,
        status: "prevented",
        created: Math.floor(Date.now() / 1_000),
      },
      balance_transactions: [{ amount: -amount }],
    });
    await dispute(sale, "prevented");
    expect((await readCheckout(sale.id)).refunded).toEqual(sale.total);
    expect(await faults()).toEqual([]);
  });

  test("long ago, and of whose end no webhook told, is found by the night", async () => {
    const sale = await sold(await openLiveStore());
    await dispute(sale, "needs_response");
    const [theirs] = disputesOf(sale);
    Object.assign(theirs!, { created: theirs!.created - (40 * DAY) / SECOND, status: "lost" });
    await reconcile(system(), "payments");
    expect((await readCheckout(sale.id)).refunded).toEqual(sale.total);
    theirs!.status = "won";
    await reconcile(system(), "payments");
    expect((await readCheckout(sale.id)).refunded.toNumber()).toBe(0);
  });

  test("has its evidence in words: what was bought, delivered, written and used, and nothing that installs it", async () => {
    const sale = await sold(await openLiveStore());
    const [esim] = await esimsOf(sale);
    await database().query(sql`
      update esims set installed_at = '2026-03-01T10:00Z', activated_at = '2026-03-02T08:30Z', device_brand = 'Apple', device_model = 'iPhone 17',
        used_bytes = 734003200 where id = ${esim!.id}`);
    await database().query(sql`update mails set sent_at = created_at where checkout_id = ${sale.id}`);
    const text = await writeEvidence(sale.ctx, sale.number);
    for (const fact of [
      sale.number,
      `pi_${sale.reference}`,
      `paid ${sale.total.toFixed(2)}`,
      orderReference(sale.orderId),
      `eSIM ${esim!.iccid}`,
      "installed on 2026-03-01 10:00 UTC (Apple iPhone 17)",
      "700 MB of data used",
      "E-mail to",
    ])
      expect(text).toContain(fact);
    const { activationCode } = (await findEsimById(database(), esim!.id))!;
    expect(text).not.toContain(activationCode);
    await expect(writeEvidence(await openLiveStore(), sale.number)).rejects.toMatchObject({
      code: "resource_not_found",
    });
  });

  test("only in an inquiry of the bank may be refunded: nothing was taken yet", async () => {
    const sale = await sold(await openLiveStore());
    await dispute(sale, "warning_needs_response");
    await refund(sale);
    await settle(sale.id);
    expect(given(sale)).toBe(cents(sale.total));
    expect(await told(sale)).toBe(1);
  });
});

test("an order number cannot be guessed, and is found as people read it out", async () => {
  const sale = await sold(await openLiveStore());
  expect(sale.number).toMatch(/^[A-HJKMNP-TV-Z][0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{5}$/);
  const said = sale.number.toLowerCase().replace("-", " ").replaceAll("0", "o").replaceAll("1", "l");
  expect(parseSaleNumber(said)).toBe(sale.number);
  expect((await getSaleCheckout(sale.ctx, said)).id).toBe(sale.id);
  expect(parseSaleNumber("B2B-1042")).toBeNull();
});

type Act =
  | { do: "refund"; sale: number; part: number; cancel: boolean; stops: boolean; again: boolean }
  | { do: "outcome"; sale: number; delivered: number }
  | { do: "cancel"; sale: number; esim: number; by: "reseller" | "supplier"; keep: boolean }
  | { do: "operator"; sale: number; keep: boolean }
  | { do: "dashboard"; sale: number; part: number }
  | { do: "bounce"; sale: number; last: boolean }
  | { do: "resolve"; sale: number; elsewhere: boolean }
  | { do: "dispute"; sale: number; status: "needs_response" | "won" | "lost" }
  | { do: "provider"; is: "well" | "down" | "loses answers" | "has no money" }
  | { do: "settle"; sale: number };

const kind = (name: Act["do"], about: object) =>
  fc.record({ do: fc.constant(name), ...about }) as unknown as fc.Arbitrary<Act>;
const sale = fc.nat(4);
const part = fc.double({ min: 0.05, max: 1, noNaN: true });
const act = fc.oneof(
  kind("refund", { sale, part, cancel: fc.boolean(), stops: fc.boolean(), again: fc.boolean() }),
  kind("outcome", { sale: fc.constantFrom(3, 4), delivered: fc.nat(2) }),
  kind("cancel", { sale, esim: fc.nat(2), by: fc.constantFrom("reseller", "supplier"), keep: fc.boolean() }),
  kind("operator", { sale, keep: fc.boolean() }),
  kind("dashboard", { sale, part }),
  kind("bounce", { sale, last: fc.boolean() }),
  kind("resolve", { sale, elsewhere: fc.boolean() }),
  kind("dispute", { sale, status: fc.constantFrom("needs_response", "won", "lost") }),
  kind("provider", { is: fc.constantFrom("well", "down", "loses answers", "has no money") }),
  kind("settle", { sale }),
);

/** What the traveller has of it, by refunds, by what the bank took, and otherwise. */
const has = async (sale: Sale) => {
  const taken = disputesOf(sale).filter(({ status }) => status === "lost" || status.startsWith("appeal_"));
  const elsewhere = (await refundsOf(sale)).filter((refund) => refund.elsewhere !== null);
  return [...taken.map(({ amount }) => amount), ...elsewhere.map(({ amount }) => cents(amount))].reduce(
    (sum, amount) => sum + amount,
    given(sale),
  );
};

async function bringToEnd(sale: Sale): Promise<void> {
  if ((await findOrderById(database(), sale.orderId))!.status === "queued") await supply(sale, 1, 2);
  for (const dispute of disputesOf(sale)) if (dispute.status.endsWith("needs_response")) dispute.status = "won";
  for (let i = 0; i < 3; i++) {
    await settle(sale.id);
    const isLost = disputesOf(sale).some(({ status }) => status === "lost");
    const elsewhere = isLost ? "by bank transfer" : null;
    for (const { cause, returnedAt } of await refundsOf(sale))
      if (returnedAt) await resolveReturnedRefund(sale.ctx, { number: sale.number, cause, elsewhere });
  }
  await settle(sale.id);
}

test("whatever the sequence of cancels, refunds in whole or part, before and after the delivery, bounced ones, disputes and lost answers: no more goes back than was paid, and both books agree", async () => {
  const run = fc.asyncProperty(fc.array(act, { minLength: 30, maxLength: 30 }), async (acts) => {
    const ctx = await openLiveStore();
    const sales = [
      await sold(ctx),
      await sold(ctx, 2),
      await sold(ctx, 3),
      await ordered(ctx, 2),
      await ordered(ctx, 2),
    ];
    const asked = new Map<number, { attempt: string; amount: Money }>();
    for (const step of acts) {
      await play(step, sales, asked).catch((error) => {
        if (error.code !== "conflict") throw error;
      });
      for (const one of sales) {
        expect(await has(one)).toBeLessThanOrEqual(cents(one.total));
        const decided = (await refundsOf(one)).reduce((sum, { amount }) => sum + cents(amount), 0);
        expect(decided).toBeLessThanOrEqual(cents(one.total));
      }
    }
    Object.assign(stripe.state, { down: false, loseAnswers: 0, hasMoney: true });
    for (const one of sales) await bringToEnd(one);
    // What was given back at the provider, or came back, after our last look at a payment.
    await reconcile(system(), "payments");
    for (const one of sales) await bringToEnd(one);
    for (const one of sales) {
      expect(cents((await readCheckout(one.id)).refunded)).toBe(await has(one));
      expect((await refundsOf(one)).filter(({ doneAt }) => doneAt === null)).toEqual([]);
    }
  });
  await fc.assert(run, { numRuns: Number(process.env.REFUND_RUNS ?? 4), endOnFailure: true });
  expect(await reconcile(system(), "payments")).toMatchObject({ status: "done", open: 0 });
  expect(await unstopped()).toEqual([]);
  expect(await faults()).toEqual([]);
});

async function play(step: Act, sales: Sale[], asked: Map<number, { attempt: string; amount: Money }>): Promise<void> {
  if (step.do === "provider")
    return void Object.assign(stripe.state, {
      down: step.is === "down",
      loseAnswers: step.is === "loses answers" ? 2 : 0,
      hasMoney: step.is !== "has no money",
    });
  const one = sales[step.sale]!;
  const some = (share: number) => Math.max(1, Math.round(cents(one.total) * share));
  const esims = await esimsOf(one);
  switch (step.do) {
    case "refund": {
      const first = { attempt: attempt(), amount: money(some(step.part) / 100) };
      const chosen = (step.again && asked.get(one.id)) || first;
      asked.set(one.id, chosen);
      const living = esims.filter(({ status }) => !isFinal(status)).slice(0, 1);
      const iccids = step.cancel ? living.map(({ iccid }) => iccid) : [];
      const how = esims.length === 0 ? { stops: step.stops } : { iccids };
      return void (await refundSale(one.ctx, { number: one.number, ...chosen, reason: "because", ...how }));
    }
    case "outcome": {
      if ((await findOrderById(database(), one.orderId))!.status === "queued") await supply(one, step.delivered, 2);
      return;
    }
    case "cancel": {
      if (esims.length === 0) return;
      const nth = step.esim % esims.length;
      if (isFinal(esims[nth]!.status)) return;
      if (step.by === "reseller")
        await requestCancel(one.ctx, orderReference(one.orderId), {
          iccids: [esims[nth]!.iccid],
          ...(step.keep && { paymentKept: "a reason" }),
        }).catch(() => {});
      return await accept(one, nth);
    }
    case "operator":
      return void (await refundOrder(
        system(),
        orderReference(one.orderId),
        "why",
        undefined,
        step.keep ? "a reason" : undefined,
      ));
    case "dashboard": {
      // The provider refuses it while its bank has the money, or for good.
      const isTaken = disputesOf(one).some(({ status }) => status !== "won");
      const amount = isTaken ? 0 : Math.min(some(step.part), stripe.leftOf(`pi_${one.reference}`));
      return amount > 0 ? dashboard(one, amount) : undefined;
    }
    case "bounce": {
      const made = stripe.refunds.filter(
        ({ payment_intent, status }) => payment_intent === `pi_${one.reference}` && status === "succeeded",
      );
      const chosen = made.at(step.last ? -1 : 0);
      return void (chosen && Object.assign(chosen, { status: "failed", failure_reason: "declined" }));
    }
    case "resolve": {
      const waiting = (await refundsOf(one)).find(({ returnedAt }) => returnedAt !== null);
      const elsewhere = step.elsewhere ? "by bank transfer" : null;
      return waiting && (await resolveReturnedRefund(one.ctx, { number: one.number, cause: waiting.cause, elsewhere }));
    }
    case "dispute": {
      const [known] = disputesOf(one);
      const left = stripe.leftOf(`pi_${one.reference}`);
      const isAppeal = known?.status === "lost" && step.status === "needs_response";
      // What was won is over: the traveller may have it back by now.
      if (known && known.status !== "won") known.status = isAppeal ? "appeal_needs_response" : step.status;
      if (left <= 0 || known) return;
      return void stripe.disputes.push({
        ...{ id: `du_${attempt()}`, payment_intent: `pi_${one.reference}`, amount: left, status: "needs_response" },
        created: Math.floor(Date.now() / 1_000) - 3_600,
      });
    }
    case "settle":
      return await settle(one.id);
  }
}
