import fc from "fast-check";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { forgetBuyers } from "#server/domain/control/closing/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { decideRefund, findPayment, listPaymentRefunds, payInTest } from "#server/domain/money/payments/index.ts";
import { listOrderEsims, newSandboxEsim } from "#server/domain/selling/esims/index.ts";
import { getRetailTopups, openTopupCheckout, refundSale, settleCheckout } from "#server/domain/shop/checkout/index.ts";
import { createDiscount } from "#server/domain/shop/discounts/index.ts";
import { getInvoice, listInvoicesOf, searchInvoices } from "#server/domain/shop/invoices/index.ts";
import { setSeller, stopVat } from "#server/domain/shop/law/index.ts";
import { getSale, marginOf, searchSales, sumSalesBy } from "#server/domain/shop/sales/index.ts";
import { invoicePdf } from "#server/files/invoice-pdf.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, type Sql, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { newEventId, ulid } from "#server/kernel/ids.ts";
import { type Money, money, toNumeric } from "#server/kernel/money.ts";
import { pdfText } from "#tests/support/pdf-text.ts";
import { chargeVat, SELLER } from "#tests/support/sellers.ts";
import { goToPay, mailsTo, openLiveStore } from "#tests/support/storefront.ts";
import { fakeStripe } from "#tests/support/stripe.ts";
import { whileTampered } from "#tests/support/tampered.ts";
import { sampleData } from "#tests/support/webhooks.ts";
import { enter, newAccount, newPackage, system } from "#tests/support/world.ts";

// VAT of a sale and what is written about it: an invoice when it is delivered, a credit note for each refund that was made.

const stripe = await fakeStripe();
overrideEnv({ stripeApiUrl: stripe.url });
afterAll(() => stripe.close());
// At the usual markups 5.00 for the reseller, 6.50 for travellers.
const { packageId, id: planId } = await newPackage({ costUsd: 4, country: "TR" });

afterEach(async () => {
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

const buyer = (country = "DE", given = {}) => ({ country, name: "", address: "", vatId: "", ...given });
const BUSINESS = { name: "Café Ümlaut SARL", address: "1 rue X\n75001 Paris", vatId: "FR12345678901" };
const settle = (id: number) => settleCheckout(system(), id);
const rowOf = (id: number) => database().prisma.checkout.findUniqueOrThrow({ where: { id } });
const paymentOf = async (id: number) => (await findPayment(database(), id))!;
const amounts = (paper: { net: Money; vat: Money; gross: Money }) =>
  [paper.net, paper.vat, paper.gross].map((one) => one.toFixed(2));

async function testShop(choice = {}, seller = {}): Promise<AccountCtx> {
  const ctx = await enter((await newAccount()).code, "test");
  await chargeVat(ctx, choice, seller);
  return ctx;
}

async function buy(ctx: AccountCtx, options: Parameters<typeof goToPay>[2] = {}) {
  const { checkout } = await goToPay(ctx, packageId, { buyer: buyer(), ...options });
  await payInTest(ctx, await paymentOf(checkout.id));
  await settle(checkout.id);
  expect((await rowOf(checkout.id)).status).toBe("delivered");
  return checkout;
}

/** In a live shop, by Stripe; the supplier is left out. */
async function sold(ctx: AccountCtx) {
  const { checkout } = await goToPay(ctx, packageId, { buyer: buyer() });
  stripe.pay((await paymentOf(checkout.id)).reference!);
  await settle(checkout.id);
  const { orderId } = await rowOf(checkout.id);
  const esim = newSandboxEsim({
    ...{
      supplierCode: "esimaccess",
      supplierReference: `S-${checkout.id}`,
      dataMb: 1024,
      perDay: false,
      durationDays: 30,
    },
  });
  await database().query(sql`
    select settle_order(${orderId}::bigint, 'delivered', ${JSON.stringify([esim])}::jsonb, ${newEventId()}, 'order.delivered', ${sampleData("order.delivered")}, now())`);
  await settle(checkout.id);
  return checkout;
}

/** Decided and made, as the provider's answer books it. */
async function giveBack(checkoutId: number, amount: Money, cause = `staff:${ulid()}`) {
  const at = new Date();
  const by = { reason: "a complaint", decidedBy: "staff:mia", toCancel: [] };
  await database().transaction((tx) => decideRefund(tx, { checkoutId, cause, amount, at, by }));
  const refund = (await listPaymentRefunds(database(), (await paymentOf(checkoutId)).id)).find(
    (one) => one.cause === cause,
  )!;
  await database().query(sql`select book_payment_refund(${refund.id}::bigint, ${`re_${cause}`}, ${at})`);
  return { cause, id: refund.id, reference: `re_${cause}` };
}
const comeBack = async (checkoutId: number, { cause, reference }: { cause: string; reference: string }) =>
  await database().query(
    sql`select return_payment_refund(${(await paymentOf(checkoutId)).id}, ${reference}, ${cause}, 'account closed', now())`,
  );

describe("what is paid", () => {
  test.each([
    ["included", buyer(), "6.50", "1.04", "5.46", "included"],
    ["included", buyer("US"), "6.50", "0.00", "6.50", "included"],
    ["included", buyer("FR", BUSINESS), "5.42", "0.00", "5.42", "reverse"],
    ["on_top", buyer(), "7.74", "1.24", "6.50", "on_top"],
    ["on_top", buyer("CH"), "7.03", "0.53", "6.50", "on_top"],
    ["on_top", buyer("FR", BUSINESS), "6.50", "0.00", "6.50", "reverse"],
  ])("%s: the payment is asked for it, and the invoice says it", async (mode, who, total, vat, net, kind) => {
    const ctx = await testShop({ mode });
    const { id } = await buy(ctx, { buyer: who });
    expect((await paymentOf(id)).amount.toFixed(2)).toBe(total);
    const row = await rowOf(id);
    // What one may cost is as it was without VAT.
    expect([row.vatKind, row.vatCountry, row.unitCap.toString()]).toEqual([kind, who.country, "6.5"]);
    const [invoice, ...others] = await listInvoicesOf(ctx, id);
    expect([invoice!.number, ...amounts(invoice!)]).toEqual(["TEST-INV-000001", net, vat, total]);
    expect(others).toEqual([]);
  });

  test("stays as it was when the payment began, whatever is confirmed meanwhile", async () => {
    const ctx = await testShop({ mode: "on_top" });
    const { checkout } = await goToPay(ctx, packageId, { buyer: buyer() });
    await chargeVat(ctx, { mode: "included", rates: { DE: "7" } });
    await stopVat(ctx);
    await setSeller(ctx, { ...SELLER, legalName: "Neu GmbH" });
    await payInTest(ctx, await paymentOf(checkout.id));
    await settle(checkout.id);
    const [invoice] = await listInvoicesOf(ctx, checkout.id);
    expect(amounts(invoice!)).toEqual(["6.50", "1.24", "7.74"]);
    expect(invoice!.seller.legalName).toBe("Neu GmbH");
    await setSeller(ctx, { ...SELLER, legalName: "Noch neuer GmbH" });
    expect((await getInvoice(ctx, invoice!.id)).seller.legalName).toBe("Neu GmbH");
  });

  test("is what the page showed, or nothing is begun; and needs a country, and a business that can be named", async () => {
    const ctx = await testShop({ mode: "on_top" });
    const refused = (options: object, refusal: object) =>
      expect(goToPay(ctx, packageId, options)).rejects.toMatchObject(refusal);
    await refused({ buyer: buyer(), expectedTotal: money("6.50") }, { code: "price_changed" });
    await refused({}, { details: { field: "country" } });
    await refused({ buyer: buyer("XX") }, { details: { field: "country" } });
    await refused({ buyer: buyer("FR", { ...BUSINESS, address: "" }) }, { details: { field: "buyerAddress" } });
    await refused({ buyer: buyer("FR", { ...BUSINESS, vatId: "FR1" }) }, { details: { field: "buyerVatId" } });
  });

  test("in a shop without confirmed VAT has none of it, and no paper", async () => {
    const ctx = await enter((await newAccount()).code, "test");
    await setSeller(ctx, SELLER);
    const { id } = await buy(ctx, { buyer: undefined });
    const row = await rowOf(id);
    expect([row.vatKind, row.vatCountry, row.totalAmount.toString()]).toEqual([null, null, "6.5"]);
    expect(await listInvoicesOf(ctx, id)).toEqual([]);
  });

  test("for a top-up has an invoice of its own", async () => {
    const ctx = await testShop();
    const { id } = await buy(ctx);
    const [esim] = await listOrderEsims(database(), Number((await rowOf(id)).orderId));
    const [option] = (await getRetailTopups(ctx, esim!)).items;
    const { checkout } = await openTopupCheckout(ctx, {
      ...{ iccid: esim!.iccid, topupCode: option!.code, email: "a@example.com", locale: "fr", buyer: buyer("FR") },
      ...{ attempt: { browser: ulid(), form: ulid() }, expectedPrice: option!.price, returnUrl: "https://a.example" },
    });
    await payInTest(ctx, await paymentOf(checkout.id));
    await settle(checkout.id);
    const [invoice] = await listInvoicesOf(ctx, checkout.id);
    expect(invoice).toMatchObject({ number: "TEST-INV-000002", locale: "fr", vatCountry: "FR" });
    expect(await mailsTo("a@example.com", ctx.account.id)).toContain("topup");
  });
});

test("papers are dated in the order of their numbers, also where one that began before waited for another", async () => {
  const ctx = await testShop();
  const sales = await Promise.all([0, 1].map(async () => (await goToPay(ctx, packageId, { buyer: buyer() })).checkout));
  for (const { id } of sales) await payInTest(ctx, await paymentOf(id));
  const [late, early] = sales as [(typeof sales)[0], (typeof sales)[0]];
  await settleCheckout(system({ clock: { now: () => new Date(Date.now() + 60_000) } }), late.id);
  await settle(early.id);
  for (const { id } of sales) await giveBack(id, money(1));
  const papers = await database().prisma.invoice.findMany({
    where: { accountId: ctx.account.id },
    orderBy: { serial: "asc" },
  });
  for (const series of ["invoice", "credit"]) {
    const dates = papers.filter((paper) => paper.series === series).map(({ issuedAt }) => issuedAt.getTime());
    expect(dates).toHaveLength(2);
    expect(dates[1]).toBeGreaterThanOrEqual(dates[0]!);
  }
  for (const note of papers.filter(({ kind }) => kind === "credit_note"))
    expect(note.issuedAt.getTime()).toBeGreaterThanOrEqual(
      papers.find(({ id }) => id === note.correctsId)!.issuedAt.getTime(),
    );
});

test("net and VAT make the total with every rate, discount and number, and parts that go back never more than it", async () => {
  const ctx = await testShop();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("included", "on_top"),
      fc.integer({ min: 0, max: 3_000 }),
      fc.integer({ min: 1, max: 5 }),
      fc.option(fc.integer({ min: 1, max: 99 }), { nil: null }),
      fc.array(fc.record({ cents: fc.integer({ min: 1, max: 900 }), returns: fc.boolean() }), { maxLength: 6 }),
      async (mode, hundredths, quantity, percent, parts) => {
        await chargeVat(ctx, { mode: mode as "included", rates: { DE: (hundredths / 100).toFixed(2) } });
        const code = percent === null ? "" : `C-${ulid().slice(-12)}`;
        if (percent !== null)
          await createDiscount(
            ctx,
            {
              ...{ code, percentOff: money(percent), amountOff: null, packageIds: [planId], destinations: [] },
              ...{ startsAt: null, endsAt: null, mostUses: null, oncePerPerson: false },
            },
            { belowCost: true },
          );
        const whole = money("6.5").times(quantity);
        // What leaves less than providers take is refused as it always was.
        if (percent !== null && whole.times(100 - percent).lessThan(60)) return;
        const { id, totalAmount } = await buy(ctx, { quantity, code });
        for (const { cents, returns } of parts) {
          const left = totalAmount.minus((await rowOf(id)).refundDue);
          const amount = money(cents).dividedBy(100);
          if (left.lessThan(amount)) continue;
          const made = await giveBack(id, amount);
          if (!returns) continue;
          await comeBack(id, made);
          await comeBack(id, made);
          await database().query(sql`select book_payment_refund(${made.id}::bigint, null, now(), 'by bank transfer')`);
        }
        const left = totalAmount.minus((await rowOf(id)).refundDue);
        if (left.greaterThan(0)) await giveBack(id, left);
        const [invoice, ...notes] = await listInvoicesOf(ctx, id);
        const sign = (kind: string) => (kind === "credit_note" ? -1 : 1);
        const sum = (of: "net" | "vat" | "gross") =>
          notes.reduce((all, note) => all.plus(note[of].times(sign(note.kind))), invoice![of]);
        // All of it went back: nothing is left of any of the three.
        expect([sum("net"), sum("vat"), sum("gross")].map(String)).toEqual(["0", "0", "0"]);
        for (const paper of [invoice!, ...notes]) expect(paper.net.plus(paper.vat).equals(paper.gross)).toBe(true);
      },
    ),
    { numRuns: 20 },
  );
});

test("revenue, refunds and margin are without VAT, to the cent of the papers, however it went back", async () => {
  const ctx = await testShop();
  for (const [mode, parts] of [
    ["included", []],
    ["included", ["1.11", "0.37", "2"]],
    ["on_top", ["0.01", "3.33"]],
    ["included", ["6.50"]],
  ] as const) {
    await chargeVat(ctx, { mode });
    const { id } = await buy(ctx, { quantity: parts.length === 2 ? 2 : 1 });
    for (const part of parts) await giveBack(id, money(part));
  }
  await buy(ctx, { buyer: buyer("FR", BUSINESS) });
  const { items: papers } = await searchInvoices(ctx, { limit: 50 });
  const sum = (of: "net" | "vat" | "gross") =>
    papers.reduce(
      (all, paper) => (paper.kind === "credit_note" ? all.minus(paper[of]) : all.plus(paper[of])),
      money(0),
    );
  const { total } = await sumSalesBy(ctx, "day", {});
  expect(total.vat.toFixed(2)).toBe(sum("vat").toFixed(2));
  expect(total.revenue.minus(total.refunded).toFixed(2)).toBe(sum("net").toFixed(2));
  expect(total.margin.toFixed(4)).toBe(sum("net").minus(total.cost).toFixed(4));
  const { items } = await searchSales(ctx, { limit: 50 });
  const margins = items.reduce((all, sale) => all.plus(marginOf(sale)!), money(0));
  expect([items.length, margins.toFixed(4)]).toEqual([5, total.margin.toFixed(4)]);
});

describe("numbers", () => {
  test("have no gap and no double under twenty sales that are settled at once, each of them twice", async () => {
    const ctx = await testShop();
    const opened = await Promise.all(Array.from({ length: 20 }, () => goToPay(ctx, packageId, { buyer: buyer() })));
    const ids = opened.map(({ checkout }) => checkout.id);
    await Promise.all(ids.map(async (id) => payInTest(ctx, await paymentOf(id))));
    await Promise.all([...ids, ...ids].map((id) => settle(id)));
    for (const id of ids) await settle(id);
    const { items } = await searchInvoices(ctx, { limit: 50, oldestFirst: true });
    const numbers = items.map(({ number }) => number).sort();
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, i) => `TEST-INV-${String(i + 1).padStart(6, "0")}`));
    expect(new Set(items.map(({ checkoutId }) => checkoutId)).size).toBe(20);
    // Refunds of all of them at once.
    await Promise.all(ids.map((id) => giveBack(id, money("1.00"))));
    const notes = (await searchInvoices(ctx, { limit: 50, kind: "credit_note" })).items.map(({ number }) => number);
    expect(notes.sort()).toEqual(Array.from({ length: 20 }, (_, i) => `TEST-CN-${String(i + 1).padStart(6, "0")}`));
  });

  test("are not used up by a run that dies before its end", async () => {
    const ctx = await testShop();
    const { checkout } = await goToPay(ctx, packageId, { buyer: buyer() });
    await payInTest(ctx, await paymentOf(checkout.id));
    await settle(checkout.id);
    const { id } = await buy(ctx);
    const made = await giveBack(id, money("1.00"));
    await database()
      .transaction(async (tx) => {
        await tx.query(
          sql`select return_payment_refund(${(await paymentOf(id)).id}, ${made.reference}, ${made.cause}, 'closed', now())`,
        );
        await tx.query(sql`set constraints all immediate`);
        throw new Error("died");
      })
      .catch(() => {});
    expect((await listInvoicesOf(ctx, id)).map(({ number }) => number)).toEqual(["TEST-INV-000002", "TEST-CN-000001"]);
    // Nothing is written again, however often somebody looks.
    await database().query(
      sql`select keep_invoices(${id}::bigint, now()), keep_invoices(${checkout.id}::bigint, now())`,
    );
    expect((await searchInvoices(ctx, { limit: 50 })).items).toHaveLength(3);
  });

  test("count in test and live, and in each account, for themselves; nobody reads another's", async () => {
    const ctx = await testShop();
    const other = await testShop();
    const [mine, theirs] = [await buy(ctx), await buy(other)];
    const [[paper], [another]] = [await listInvoicesOf(ctx, mine.id), await listInvoicesOf(other, theirs.id)];
    expect([paper!.number, another!.number]).toEqual(["TEST-INV-000001", "TEST-INV-000001"]);
    await expect(getInvoice(other, paper!.id)).rejects.toMatchObject({ code: "resource_not_found" });
    await expect(getInvoice({ ...ctx, environment: "live" }, paper!.id)).rejects.toMatchObject({
      code: "resource_not_found",
    });
    await expect(getInvoice(ctx, paper!.id, mine.id + 1)).rejects.toMatchObject({ code: "resource_not_found" });
    expect(await listInvoicesOf(other, mine.id)).toEqual([]);
  });

  test("and what stands under them cannot be changed by anybody", async () => {
    const ctx = await testShop();
    await buy(ctx);
    await expect(database().query(sql`update invoices set gross = gross + 1`)).rejects.toThrow("append-only");
    await expect(database().query(sql`delete from invoices`)).rejects.toThrow("append-only");
  });
});

describe("when the legal term of a paper is over", () => {
  const writtenAt = (id: number, at: string) =>
    database().transaction(async (tx) => {
      await tx.query(sql`set local session_replication_role = replica`);
      await tx.query(sql`update invoices set issued_at = ${new Date(at)} where checkout_id = ${id}`);
    });
  const named = async (ctx: AccountCtx, id: number) => {
    const [paper] = await listInvoicesOf(ctx, id);
    const { buyerName, buyerAddress, buyerVatId } = await rowOf(id);
    return [paper!.buyer, { buyerName, buyerAddress, buyerVatId }];
  };
  const AT = { clock: { now: () => new Date("2026-03-01T00:00:00Z") } };

  test("its buyer is taken out of it and of its sale, once, on record; number and amounts stay, and younger papers as they are", async () => {
    const ctx = await testShop();
    const [old, young] = [
      await buy(ctx, { buyer: buyer("FR", BUSINESS) }),
      await buy(ctx, { buyer: buyer("FR", BUSINESS) }),
    ];
    await writtenAt(old.id, "2015-12-31T23:59:59Z");
    await writtenAt(young.id, "2016-01-01T00:00:00Z");
    const [before, kept] = [(await listInvoicesOf(ctx, old.id))[0]!, await named(ctx, young.id)];
    await forgetBuyers(system(AT));
    await forgetBuyers(system(AT));
    expect(await listInvoicesOf(ctx, old.id)).toEqual([
      { ...before, buyer: { name: "", address: "", vatId: "", email: "deleted" } },
    ]);
    expect((await named(ctx, old.id))[1]).toEqual({ buyerName: "", buyerAddress: "", buyerVatId: "deleted" });
    expect(await named(ctx, young.id)).toEqual(kept);
    const told = await database().query<{ details: unknown }>(
      sql`select details from audit_entries where act = 'account.papers' and account_id = ${ctx.account.id}`,
    );
    expect(told).toEqual([{ details: { papers: 1, before: "2016-01-01" } }]);
  });

  test("what was entered for an invoice goes with purchases as old that came to nothing; younger ones and sales under way keep it", async () => {
    const ctx = await testShop();
    const change = (id: number, set: Sql) =>
      database().transaction(async (tx) => {
        await tx.query(sql`set local session_replication_role = replica`);
        await tx.query(sql`update checkouts set ${set} where id = ${id}`);
      });
    const entered = async (status: "opened" | "abandoned" | "refunded", createdAt: string) => {
      const { id } = (await goToPay(ctx, packageId, { buyer: buyer("FR", BUSINESS) })).checkout;
      const at = new Date(createdAt);
      await change(id, sql`status = ${status}, created_at = ${at}, paid_at = ${status === "refunded" ? at : null}`);
      return id;
    };
    const [old, young] = ["2015-12-31T23:59:59Z", "2016-01-01T00:00:00Z"] as const;
    const gone = [await entered("abandoned", old), await entered("refunded", old)];
    const kept = [await entered("abandoned", young), await entered("refunded", young), await entered("opened", old)];
    await forgetBuyers(system(AT));
    await forgetBuyers(system(AT));
    for (const id of gone)
      expect(await rowOf(id)).toMatchObject({ buyerName: "", buyerAddress: "", buyerVatId: "deleted" });
    for (const id of kept) expect(await rowOf(id)).toMatchObject({ buyerName: BUSINESS.name });
    const told = await database().query<{ details: unknown }>(
      sql`select details from audit_entries where act = 'account.buyers' and account_id = ${ctx.account.id}`,
    );
    expect(told).toEqual([{ details: { sales: 2, before: "2016-01-01" } }]);
    for (const id of [...gone, ...kept]) await change(id, sql`status = 'abandoned', paid_at = null`);
  });

  test("nothing else of it can be changed by anybody, and nothing of a younger one", async () => {
    const ctx = await testShop();
    const { id } = await buy(ctx);
    const forget = sql`update invoices set buyer_name = '', buyer_address = '', buyer_vat_id = '', buyer_email = 'deleted'`;
    const of = sql`where checkout_id = ${id}`;
    await expect(database().query(sql`${forget} ${of}`)).rejects.toThrow("append-only");
    await writtenAt(id, "2015-12-31T23:59:59Z");
    await expect(database().query(sql`${forget}, gross = gross + 1 ${of}`)).rejects.toThrow("append-only");
    await expect(database().query(sql`update invoices set buyer_name = 'Else' ${of}`)).rejects.toThrow("append-only");
    await expect(database().query(sql`delete from invoices ${of}`)).rejects.toThrow("append-only");
    await database().query(sql`${forget} ${of}`);
  });
});

describe("a refund of a live sale", () => {
  test("has a credit note when it was made, a reversal when it came back, and another note when it was made again", async () => {
    const ctx = await openLiveStore();
    await chargeVat(ctx);
    const { id, number } = await sold(ctx);
    const refund = { number, attempt: crypto.randomUUID(), amount: money("2.00"), reason: "slow" };
    await refundSale(ctx, refund);
    const kinds = async () => (await listInvoicesOf(ctx, id)).map((paper) => `${paper.kind} ${paper.number}`);
    // Decided is not made.
    expect(await kinds()).toEqual(["invoice INV-000001"]);
    await settle(id);
    await settle(id);
    expect(await kinds()).toEqual(["invoice INV-000001", "credit_note CN-000001"]);
    const [made] = await listPaymentRefunds(database(), (await paymentOf(id)).id);
    await comeBack(id, { cause: made!.cause, reference: made!.reference! });
    expect((await kinds()).at(-1)).toBe("reversal CN-000002");
    await database().query(sql`select book_payment_refund(${made!.id}::bigint, null, now(), 'by bank transfer')`);
    const papers = await listInvoicesOf(ctx, id);
    expect(papers.map(({ correctsNumber }) => correctsNumber)).toEqual([null, "INV-000001", "CN-000001", "INV-000001"]);
    expect(amounts(papers.at(-1)!)).toEqual(["1.68", "0.32", "2.00"]);
    expect((await getSale(ctx, number)).sale.vatAmount.toFixed(2)).toBe("1.04");
  });

  test("that somebody made at the provider has one too", async () => {
    const ctx = await openLiveStore();
    await chargeVat(ctx);
    const { id } = await sold(ctx);
    const payment = await paymentOf(id);
    await database().query(
      sql`select adopt_refund(${payment.id}::bigint, 're_theirs', ${toNumeric(money("1.50"))}::numeric, now(), null)`,
    );
    const [, note] = await listInvoicesOf(ctx, id);
    expect([note!.kind, ...amounts(note!)]).toEqual(["credit_note", "1.26", "0.24", "1.50"]);
  });

  test("that was a lost dispute is reversed when that is won, and written again when it is lost once more", async () => {
    const ctx = await openLiveStore();
    await chargeVat(ctx);
    const { id } = await sold(ctx);
    const payment = await paymentOf(id);
    await database().query(sql`
      insert into payment_disputes (payment_id, reference, amount, reason, status, is_inquiry, opened_at, closed_at, read_at)
      values (${payment.id}, 'du_1', 2, 'fraudulent', 'lost', false, now(), now(), now())`);
    const lose = () =>
      database().query(
        sql`select adopt_refund(${payment.id}::bigint, 'du_1', ${toNumeric(money("2.00"))}::numeric, now(), 'dispute:du_1')`,
      );
    const win = () => database().query(sql`select reinstate_dispute(${payment.id}::bigint, 'du_1', now())`);
    for (const turn of [lose, win, win, lose]) await turn();
    const [, ...notes] = await listInvoicesOf(ctx, id);
    expect(notes.map((note) => [note.kind, note.correctsNumber, ...amounts(note)])).toEqual([
      ["credit_note", "INV-000001", "1.68", "0.32", "2.00"],
      ["reversal", "CN-000001", "1.68", "0.32", "2.00"],
      ["credit_note", "INV-000001", "1.68", "0.32", "2.00"],
    ]);
  });
});

test("the paper says who, what and how much in the language of the sale, in letters that its fonts have", async () => {
  const ctx = await testShop({}, { legalName: "Ταξίδι GmbH" });
  const { id } = await buy(ctx, { locale: "fr", quantity: 2, buyer: buyer("FR", BUSINESS) });
  await giveBack(id, money("1.00"));
  const [invoice, note] = await listInvoicesOf(ctx, id);
  const [text] = await pdfText(invoicePdf(invoice!));
  for (const words of [
    "Facture TEST-INV-000001",
    "Speicherstraße 4",
    "20457 Hamburg",
    "Allemagne",
    "Café Ümlaut SARL",
    "75001 Paris",
  ])
    expect(text).toContain(words);
  expect(text).toMatch(/FR12345678901.*2 × .*13,00.*−2,17.*Montant net.*10,83.*Autoliquidation.*DE123456789/);
  const [credit] = await pdfText(invoicePdf(note!));
  expect(credit).toMatch(/Avoir TEST-CN-000001.*Corrige la facture.*TEST-INV-000001.*−1,00/);
  // Of a tax that is nothing nothing is given back; and a French label parts itself from its colon.
  expect(credit).toMatch(/TVA, due par l’acheteur 0,00 /);
  expect(text).toContain("N° de TVA : FR12345678901");
});

test("an Arabic paper can be read line by line, though its letters are drawn: names, numbers and amounts in their order", async () => {
  const ctx = await testShop({}, { legalName: "شركة السفر (Travel)" });
  const { id } = await buy(ctx, {
    locale: "ar",
    quantity: 2,
    buyer: buyer("FR", { ...BUSINESS, name: "محمد الأحمد" }),
  });
  await giveBack(id, money("1.00"));
  const [invoice, note] = await listInvoicesOf(ctx, id);
  const [text] = await pdfText(invoicePdf(invoice!));
  const inOrder = [
    ...["شركة السفر (Travel)", "20457 Hamburg", "إلى", "محمد الأحمد", "75001 Paris", "فرنسا", "فاتورة TEST-INV-000001"],
    ...[
      "التاريخ",
      "رقم الطلب",
      invoice!.saleNumber,
      `2 × ${invoice!.item}`,
      "13.00",
      "ضريبة القيمة المضافة، يتحمّلها المشتري",
      "−2.17",
    ],
    ...["المبلغ دون الضريبة", "10.83", "الإجمالي", "مدفوعة.", "رقم ضريبة القيمة المضافة: DE123456789"],
  ];
  let from = 0;
  for (const said of inOrder) {
    expect(text!.slice(from), said).toContain(said);
    from = text!.indexOf(said, from) + said.length;
  }
  const [credit] = await pdfText(invoicePdf(note!));
  expect(credit).toMatch(/إشعار دائن TEST-CN-000001.*يصحّح الفاتورة TEST-INV-000001.*المبلغ المسترد: .*−1.00/);
  expect(`${text}${credit}`).not.toContain("\0");
});

test.each([
  [
    "one that is missing",
    (id: number) => sql`delete from invoices where checkout_id = ${id} and kind = 'invoice'`,
    "one invoice",
  ],
  [
    "one of another amount",
    (id: number) => sql`update invoices set vat = 0, net = gross where checkout_id = ${id}`,
    "one invoice",
  ],
  [
    "a note that is missing",
    (id: number) => sql`delete from invoices where checkout_id = ${id} and kind <> 'invoice'`,
    "one credit note",
  ],
  [
    "a note for what came back",
    (id: number) => sql`
    update payment_refunds set done_at = null where payment_id = (select id from payments where checkout_id = ${id})`,
    "one credit note",
  ],
  [
    "a gap",
    (id: number) => sql`update invoices set serial = 7 where checkout_id = ${id} and kind = 'invoice'`,
    "without a gap",
  ],
] as const)("the audit of the books finds %s", async (_what, tamper, rule) => {
  const { id } = await buy(await testShop());
  await giveBack(id, money("1.00"));
  await whileTampered([tamper(id)], async (ctx) => {
    const found = (await checkInvariants(ctx)).failures.map(({ invariant }) => invariant);
    expect(found.some((invariant) => invariant.includes(rule))).toBe(true);
  });
});
