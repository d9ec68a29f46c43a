import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { listBrandMails } from "#server/domain/messaging/mail/index.ts";
import { acceptCancel, listActions } from "#server/domain/selling/actions/index.ts";
import { settleAlone } from "#server/domain/selling/actions/settle-actions.ts";
import { findEsimById, listOrderEsims, newSandboxEsim, nextState } from "#server/domain/selling/esims/index.ts";
import {
  type Buyer,
  findBuyer,
  findCheckout,
  findGift,
  getLink,
  getPurchase,
  listLines,
  listOwnedEsims,
  listPurchases,
  mailMagicLink,
  type NewGift,
  refundSale,
  sendReplacementMail,
  settleCheckout,
  sweepCheckouts,
} from "#server/domain/shop/checkout/index.ts";
import { withoutLinks } from "#server/domain/shop/checkout/mails/gift-words.ts";
import { suggestSendings } from "#server/domain/shop/handover/index.ts";
import { getSale } from "#server/domain/shop/sales/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { newEventId, orderReference, ulid } from "#server/kernel/ids.ts";
import { DAY } from "#server/kernel/time.ts";
import { readForm } from "#server/storefront/draft.ts";
import { answerForm } from "#server/storefront/form.ts";
import { findStorePaper } from "#server/storefront/read-papers.ts";
import { movableClock } from "#tests/support/people.ts";
import { chargeVat } from "#tests/support/sellers.ts";
import { goToPay, openLiveStore, readCheckout } from "#tests/support/storefront.ts";
import { fakeStripe } from "#tests/support/stripe.ts";
import { sampleData } from "#tests/support/webhooks.ts";
import { newPackage, system } from "#tests/support/world.ts";

const addressOf = ({ account, environment }: AccountCtx) => ({ accountCode: account.code, environment });

// Bought for somebody else: they alone get what installs it, when they shall; money and receipt stay with the buyer.

const stripe = await fakeStripe();
overrideEnv({ stripeApiUrl: stripe.url });
afterAll(() => stripe.close());

const packages: string[] = [];
beforeAll(async () => {
  for (const country of ["TR", "JP"]) packages.push((await newPackage({ costUsd: 4, country })).packageId);
});

afterEach(async () => expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] }));

const BUYER = "traveller@example.com";
const GIFT: NewGift = { name: "Mia", email: "mia@example.com", message: "", language: "en", date: "" };

async function newShop() {
  const clock = movableClock();
  const ctx = { ...(await openLiveStore()), clock };
  return { clock, ctx };
}

type Choice = { quantity?: number; several?: boolean; buyer?: Buyer };

async function bought(ctx: AccountCtx, gift: Partial<NewGift>, { quantity = 1, several = false, buyer }: Choice = {}) {
  const more = several ? [{ packageId: packages[1]!, quantity: 1 }] : undefined;
  const { checkout, token } = await goToPay(ctx, packages[0]!, { quantity, more, buyer, gift: { ...GIFT, ...gift } });
  stripe.pay((await readCheckout(checkout.id)).reference);
  await settle(ctx, checkout.id);
  return { id: checkout.id, number: checkout.number, token };
}

const settle = (ctx: AccountCtx, id: number) => settleCheckout(system({ clock: ctx.clock }), id);

/** `missing`: eSIMs of each plan that its supplier does not have. */
async function deliver(ctx: AccountCtx, id: number, missing = 0) {
  for (const { orderId, quantity } of await listLines(database(), id)) {
    const facts = { supplierCode: "esimaccess" as const, dataMb: 1024, perDay: false, durationDays: 30 };
    const esims = Array.from({ length: quantity - missing }, () =>
      newSandboxEsim({ ...facts, supplierReference: `S-${ulid()}` }),
    );
    await database().query(sql`
      select settle_order(${orderId}::bigint, ${missing > 0 ? "partially_delivered" : "delivered"}, ${JSON.stringify(esims)}::jsonb, ${newEventId()}, 'order.delivered',
        ${sampleData("order.delivered")}, now())`);
  }
  await settle(ctx, id);
}

const mailsOf = async (ctx: AccountCtx) => (await listBrandMails(ctx, { limit: 50 })).items.reverse();
const told = async (ctx: AccountCtx) => (await mailsOf(ctx)).map(({ kind, recipient }) => `${kind} ${recipient}`);
const tokenIn = (text: string) => /\/(?:my|esim|order)\/(\w{43})/.exec(text)![1]!;
const opened = async (ctx: AccountCtx, token: string) => await listOwnedEsims(ctx, await getLink(ctx, token));

describe("a gift", () => {
  test("goes to its recipient, in their language; the buyer gets the receipt and no code", async () => {
    const { ctx } = await newShop();
    const { id, token, number } = await bought(ctx, { message: "Gute Reise!" });
    await deliver(ctx, id);
    await settle(ctx, id);
    expect(await told(ctx)).toEqual([`order ${BUYER}`, `gift-ready ${BUYER}`, "gift mia@example.com"]);
    const [order, ready, gift] = (await mailsOf(ctx)) as { text: string; subject: string }[];
    const [esim] = await listOrderEsims(database(), (await listLines(database(), id))[0]!.orderId!);
    for (const { text } of [order!, ready!]) {
      expect(text).not.toContain(esim!.smdpAddress);
      expect(text).not.toContain(esim!.activationCode.split("$")[2]);
      expect(text).not.toMatch(/\/esim\//);
    }
    expect(ready!.text).toContain("Wir haben es mit dem Link zum Installieren an Mia geschickt (mia@example.com).");
    expect(gift!.subject).toMatch(/^A gift for you: Türkiye · /);
    expect(gift!.text).toContain("The message with it: “Gute Reise!”");
    expect(gift!.text).not.toContain(BUYER);
    // The recipient's link opens it, and can top it up for themselves.
    const [owned] = await opened(ctx, tokenIn(gift!.text));
    expect([owned!.esim.iccid, owned!.email, owned!.refund]).toEqual([esim!.iccid, "mia@example.com", null]);
    // The buyer's does not, and the recipient's does not open the purchase.
    expect(await opened(ctx, token)).toEqual([]);
    await expect(opened(ctx, tokenIn(ready!.text))).resolves.toEqual([]);
    const link = await getLink(ctx, tokenIn(gift!.text));
    expect(link.kind).toBe("gift");
    expect((await getSale(ctx, number)).gift).toMatchObject({
      name: "Mia",
      message: "Gute Reise!",
      sentAt: expect.any(Date),
    });
  });

  test("of several plans is one mail that opens all of them", async () => {
    const { ctx } = await newShop();
    const { id } = await bought(ctx, {}, { quantity: 2, several: true });
    await deliver(ctx, id);
    const gift = (await mailsOf(ctx)).at(-1)!;
    expect(gift.kind).toBe("gift");
    expect(gift.text).toMatch(/\/en\/my\/\w{43}/);
    expect(await opened(ctx, tokenIn(gift.text!))).toHaveLength(3);
  });

  test("waits for its day, whatever runs meanwhile, and is sent once", async () => {
    const { ctx, clock } = await newShop();
    const date = new Date(clock.now().getTime() + 10 * DAY).toISOString().slice(0, 10);
    const { id } = await bought(ctx, { date });
    await deliver(ctx, id);
    expect(await told(ctx)).toEqual([`order ${BUYER}`, `gift-ready ${BUYER}`]);
    expect((await mailsOf(ctx)).at(-1)!.text).toMatch(/Wir schicken es am \d+\. \p{L}+ \d{4} mit dem Link/u);
    await mailMagicLink(ctx, { ...addressOf(ctx), email: "mia@example.com", locale: "en" });
    expect(await told(ctx)).toHaveLength(2);
    clock.move(9 * DAY);
    const forget = () => database().query(sql`delete from outbox_jobs where key = ${`settle-checkout:${id}`}`);
    await forget();
    await settle(ctx, id);
    expect(await told(ctx)).toHaveLength(2);
    const waits = await database().query<{ runAt: Date }>(
      sql`select run_at from outbox_jobs where key = ${`settle-checkout:${id}`}`,
    );
    expect(waits.map(({ runAt }) => runAt.toISOString())).toEqual([`${date}T08:00:00.000Z`]);
    // The job is lost: the sweeper finds it.
    await forget();
    clock.move(2 * DAY);
    expect(await sweepCheckouts(system({ clock }))).toBeGreaterThan(0);
    await Promise.all([settle(ctx, id), settle(ctx, id), settle(ctx, id)]);
    expect((await told(ctx)).filter((one) => one.startsWith("gift "))).toEqual(["gift mia@example.com"]);
    await mailMagicLink(ctx, { ...addressOf(ctx), email: "mia@example.com", locale: "en" });
    const link = (await mailsOf(ctx)).at(-1)!;
    expect([link.kind, (await opened(ctx, tokenIn(link.text!))).length]).toEqual(["magic-link", 1]);
  });

  test("is sent on its day also when money of the purchase waits to go back", async () => {
    const { ctx, clock } = await newShop();
    const date = new Date(clock.now().getTime() + 10 * DAY).toISOString().slice(0, 10);
    const { id } = await bought(ctx, { date }, { quantity: 2 });
    stripe.state.down = true;
    try {
      await deliver(ctx, id, 1);
      clock.move(11 * DAY);
      await settle(ctx, id);
    } finally {
      stripe.state.down = false;
    }
    expect((await told(ctx)).at(-1)).toBe("gift mia@example.com");
    await settle(ctx, id);
    expect((await readCheckout(id)).refunded.isZero()).toBe(false);
  });

  test("leaves the invoice with the buyer, and bills nobody else in their name", async () => {
    const { ctx } = await newShop();
    await chargeVat(ctx);
    const buyer = { country: "FR", name: "Café Ümlaut SARL", address: "1 rue X", vatId: "FR12345678901" };
    const { id, token } = await bought(ctx, {}, { buyer });
    await deliver(ctx, id);
    const { portalSlug: slug } = await database().prisma.brand.findFirstOrThrow({
      where: { accountId: ctx.account.id },
    });
    const paper = (link: string, of = "own") => findStorePaper({ slug, lang: "de", token: link, id: of });
    const own = await paper(token);
    expect(own).toMatchObject({ kind: "invoice" });
    const recipients = tokenIn((await mailsOf(ctx)).at(-1)!.text!);
    expect([await paper(recipients), await paper(recipients, String(own!.id))]).toEqual([null, null]);
    const [given] = await opened(ctx, recipients);
    expect(await findBuyer(ctx, given!.esim.id)).toBeNull();
    const { id: kept } = await bought(ctx, {}, { buyer });
    await database().query(sql`delete from gifts where checkout_id = ${kept}`);
    await deliver(ctx, kept);
    const [line] = await listLines(database(), kept);
    expect(await findBuyer(ctx, (await listOrderEsims(database(), line!.orderId!))[0]!.id)).toEqual(buyer);
  });

  test("is found again by its buyer who lost the mail: the purchase and its invoice, and nothing to install", async () => {
    const { ctx } = await newShop();
    await chargeVat(ctx);
    const buyer = { country: "FR", name: "", address: "", vatId: "" };
    const { id, number } = await bought(ctx, {}, { buyer });
    await deliver(ctx, id);
    const { checkout: unpaid } = await goToPay(ctx, packages[0]!, { buyer });
    const { portalSlug: slug } = await database().prisma.brand.findFirstOrThrow({
      where: { accountId: ctx.account.id },
    });
    const linkOf = async (email: string) => {
      await mailMagicLink(ctx, { ...addressOf(ctx), email, locale: "de" });
      return tokenIn((await mailsOf(ctx)).findLast((mail) => mail.recipient === email)!.text!);
    };
    const paper = (token: string, of: string) => findStorePaper({ slug, lang: "de", token, number: of, id: "own" });
    const opens = async (token: string, of: string) =>
      await getPurchase(ctx, await getLink(ctx, token), of).then(
        (checkout) => checkout.id,
        ({ code }) => code,
      );
    const own = await linkOf(BUYER);
    expect((await listPurchases(ctx, await getLink(ctx, own))).map((one) => one.number)).toEqual([number]);
    expect([await opens(own, number), await opens(own, unpaid.number)]).toEqual([id, "resource_not_found"]);
    expect(await paper(own, number)).toMatchObject({ kind: "invoice", checkoutId: id });
    expect(await opened(ctx, own)).toEqual([]);
    const recipients = await linkOf("mia@example.com");
    expect(await listPurchases(ctx, await getLink(ctx, recipients))).toEqual([]);
    expect([await opens(recipients, number), await paper(recipients, number)]).toEqual(["resource_not_found", null]);
    // Nor does a link that is to something else.
    for (const link of (await mailsOf(ctx)).filter(({ kind }) => kind === "order" || kind === "gift"))
      expect([await opens(tokenIn(link.text!), number), await paper(tokenIn(link.text!), number)]).toEqual([
        "resource_not_found",
        null,
      ]);
  });

  test("is sent again to its recipient, and what replaces it is told them without a code", async () => {
    const { ctx } = await newShop();
    const { id } = await bought(ctx, {});
    await deliver(ctx, id);
    const orderId = (await listLines(database(), id))[0]!.orderId!;
    expect(await suggestSendings(ctx, [{ reference: orderReference(orderId) }])).toMatchObject([
      { recipient: "mia@example.com", language: "en" },
    ]);
    const checkout = (await findCheckout(database(), id))!;
    await database().transaction((tx) => sendReplacementMail(tx, ctx, checkout, orderId));
    const mail = (await mailsOf(ctx)).at(-1)!;
    const [esim] = await listOrderEsims(database(), orderId);
    expect(`${mail.kind} ${mail.recipient}`).toBe("replacement mia@example.com");
    expect(mail.text).toMatch(/\/esim\/\w{43}/);
    for (const code of [esim!.smdpAddress, esim!.activationCode.split("$")[2]!]) expect(mail.text).not.toContain(code);
  });

  test("that is refunded pays the buyer; cancelled before its day it is not sent", async () => {
    const { ctx, clock } = await newShop();
    const date = new Date(clock.now().getTime() + 10 * DAY).toISOString().slice(0, 10);
    const { id, number, token } = await bought(ctx, { date });
    await deliver(ctx, id);
    const [line] = await listLines(database(), id);
    for (const { id: esimId } of await listOrderEsims(database(), line!.orderId!)) {
      const before = (await findEsimById(database(), esimId))!;
      await acceptCancel(system(), before, nextState(before, { status: "cancelled" }, new Date()), {
        ...{ priceRefunded: false, topupsRefunded: false },
      });
    }
    await settle(ctx, id);
    clock.move(11 * DAY);
    await settle(ctx, id);
    expect((await told(ctx)).slice(2)).toEqual([`cancelled ${BUYER}`]);
    const gift = (await findGift(database(), id))!;
    expect([gift.sendAt, gift.sentAt]).toEqual([null, null]);
    expect(await sweepCheckouts(system({ clock }))).toBe(0);
    const sale = await getSale(ctx, number);
    expect(sale.sale.refundDue.equals(sale.sale.totalAmount)).toBe(true);
    expect((await getPurchase(ctx, await getLink(ctx, token))).id).toBe(id);
  });

  test.each([
    ["accepts it", `cancelled ${BUYER}`],
    ["refuses it", "gift mia@example.com"],
  ])("of which a cancel is under way on its day waits for that: its supplier %s", async (answer, last) => {
    const { ctx, clock } = await newShop();
    const date = new Date(clock.now().getTime() + 10 * DAY).toISOString().slice(0, 10);
    const { id, number } = await bought(ctx, { date });
    await deliver(ctx, id);
    const [line] = await listLines(database(), id);
    const [esim] = await listOrderEsims(database(), line!.orderId!);
    const { totalAmount: amount } = (await getSale(ctx, number)).sale;
    await refundSale(ctx, { number, attempt: ulid(), amount, reason: "Sorry", iccids: [esim!.iccid] });
    clock.move(11 * DAY);
    await settle(ctx, id);
    expect((await told(ctx)).at(-1)).toBe(`refund ${BUYER}`);
    const cancel = await database().prisma.action.findFirstOrThrow({ where: { esimId: esim!.id, action: "cancel" } });
    const [action] = await listActions(database(), [Number(cancel.id)]);
    if (answer === "refuses it")
      await settleAlone(database(), { action: action!, succeeded: false, failure: "in use", esim: null }, clock.now());
    else {
      const before = (await findEsimById(database(), esim!.id))!;
      await acceptCancel(system({ clock }), before, nextState(before, { status: "cancelled" }, clock.now()), {
        ...{ priceRefunded: false, topupsRefunded: false },
      });
    }
    await settle(ctx, id);
    expect((await told(ctx)).at(-1)).toBe(last);
  });

  test("of which a part is refunded is still theirs", async () => {
    const { ctx } = await newShop();
    const { id, number } = await bought(ctx, {});
    await deliver(ctx, id);
    const { sale } = await getSale(ctx, number);
    await refundSale(ctx, {
      number,
      attempt: ulid(),
      amount: sale.totalAmount.dividedBy(2).toDecimalPlaces(2),
      reason: "Sorry",
      iccids: [],
      stops: false,
    });
    await settle(ctx, id);
    expect((await told(ctx)).at(-1)).toBe(`refund ${BUYER}`);
  });

  test.each([
    ["no name", { name: "" }, "giftName"],
    ["no address", { email: "mia" }, "giftEmail"],
    ["a day that is over", { date: "2020-01-01" }, "giftDate"],
    ["a day far ahead", { date: "2199-01-01" }, "giftDate"],
    ["no day", { date: "2027-02-31" }, "giftDate"],
  ])("with %s is refused before anything is paid", async (_, wrong, field) => {
    const { ctx } = await newShop();
    const refusal = goToPay(ctx, packages[0]!, { gift: { ...GIFT, ...wrong } });
    await expect(refusal).rejects.toMatchObject({ code: "validation_error", details: { field } });
  });
});

test("words of strangers stay words: no markup, and nothing that a mail program would make a link of", async () => {
  const { ctx } = await newShop();
  const message = `<img src=x onerror=alert(1)> Win at https://evil.example/x or evil.com, {item} {brand} a@evil.com`;
  const { id } = await bought(ctx, { name: `<b>Mia</b> www.evil.com`, message });
  await deliver(ctx, id);
  const gift = (await mailsOf(ctx)).at(-1)! as { text: string; html?: string };
  expect(gift.text).toContain("{item} {brand}");
  const link = /\b(?:https?:\/\/|www\.)?[a-z]+\.(?:com|example)\b/g;
  const shop = gift.text.split("Install now")[0]!;
  expect(shop.match(link)).toBeNull();
  expect(shop).not.toContain("a@evil");
  expect(withoutLinks("Gute Reise! 10:30 Uhr.")).toBe("Gute Reise! 10:\u206030 Uhr.");
});

test.each([
  ["in several lines", "Bon voyage\r\n\r\n& enjoy", "Bon voyage & enjoy"],
  ["that would be read backwards", "Pay \u202e\u2066moc.live\u2069\u202c now", "Pay moc.live now"],
  ["with a sign where it is cut", `${"x".repeat(299)}🏝 and more`, "x".repeat(299)],
  ["of which line ends make it too long", `${"x\r\n".repeat(149)}ok`, `${"x ".repeat(149)}ok`],
])("a message %s is taken as one line", async (_, typed, kept) => {
  const { ctx } = await newShop();
  const { portalSlug: slug } = await database().prisma.brand.findFirstOrThrow({ where: { accountId: ctx.account.id } });
  const form = new FormData();
  form.set("giftName", "Mia");
  form.set("giftMessage", typed);
  form.set("buyerName", `Mia \u202e${"x".repeat(250)}\u2069`);
  let read: string[] = [];
  const answer = await answerForm(
    new Request("http://localhost/", {
      method: "POST",
      body: form,
      headers: { origin: "http://localhost", host: "localhost" },
    }),
    { params: Promise.resolve({ slug, lang: "en" }) },
    async (store, sent) => {
      const { giftMessage, buyerName } = readForm(store, "checkout x", sent);
      read = [giftMessage, buyerName];
      return { json: {} };
    },
    () => "/refused",
  );
  // So is every line of a form.
  expect([answer.status, ...read]).toEqual([200, kept, `Mia ${"x".repeat(196)}`]);
});
