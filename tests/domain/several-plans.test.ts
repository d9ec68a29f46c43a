import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { listBrandMails } from "#server/domain/messaging/mail/index.ts";
import { findPayment, listPaymentRefunds, payInTest } from "#server/domain/money/payments/index.ts";
import { acceptCancel, requestCancel } from "#server/domain/selling/actions/index.ts";
import { findEsimById, listOrderEsims, newSandboxEsim, nextState } from "#server/domain/selling/esims/index.ts";
import { listLines, refundSale, settleCheckout } from "#server/domain/shop/checkout/index.ts";
import { createDiscount } from "#server/domain/shop/discounts/index.ts";
import { listInvoicesOf } from "#server/domain/shop/invoices/index.ts";
import { stopVat } from "#server/domain/shop/law/index.ts";
import { getCustomer, getSale, searchSales, sumSalesBy } from "#server/domain/shop/sales/index.ts";
import { invoicePdf } from "#server/files/invoice-pdf.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { newEventId, orderReference, ulid } from "#server/kernel/ids.ts";
import { type Money, money, shareByWeight } from "#server/kernel/money.ts";
import { pdfText } from "#tests/support/pdf-text.ts";
import { chargeVat } from "#tests/support/sellers.ts";
import { goToPay, mailsTo, openLiveStore, readCheckout } from "#tests/support/storefront.ts";
import { fakeStripe } from "#tests/support/stripe.ts";
import { whileTampered } from "#tests/support/tampered.ts";
import { PATIENCE_MS } from "#tests/support/until.ts";
import { sampleData } from "#tests/support/webhooks.ts";
import { enter, newAccount, newPackage, system } from "#tests/support/world.ts";

// Several plans in one purchase: one payment, one order per plan, and what was not delivered goes back by plan.

const stripe = await fakeStripe();
overrideEnv({ stripeApiUrl: stripe.url });
afterAll(() => stripe.close());

type Plan = { packageId: string; id: number };
const plans: Plan[] = [];

beforeAll(async () => {
  // At the usual markups 6.50, 16.25, 4.88 and 8.13 for travellers.
  const costs: [number, string][] = [
    [4, "TR"],
    [10, "JP"],
    [3, "IT"],
    [5, "US"],
  ];
  for (const [costUsd, country] of costs) plans.push(await newPackage({ costUsd, country }));
});

const isWhole = async () => expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
afterEach(isWhole);

const EMAIL = "traveller@example.com";
const buyer = { country: "DE", name: "", address: "", vatId: "" };
const BUSINESS = { country: "FR", name: "Café SARL", address: "1 rue X, 75001 Paris", vatId: "FR12345678901" };
const settle = (id: number) => settleCheckout(system(), id);
const sum = (amounts: Money[]) => amounts.reduce((all, one) => all.plus(one), money(0));
const chosen = (lines: [number, number][]) => {
  const [first, ...more] = lines.map(([plan, quantity]) => ({ packageId: plans[plan]!.packageId, quantity }));
  return { first: first!.packageId, options: { quantity: first!.quantity, more } };
};
const rowOf = (id: number) => database().prisma.checkout.findUniqueOrThrow({ where: { id } });
const paymentOf = async (id: number) => (await findPayment(database(), id))!;
const refundsOf = async (id: number) => await listPaymentRefunds(database(), (await paymentOf(id)).id);

async function open(ctx: AccountCtx, lines: [number, number][], given: Parameters<typeof goToPay>[2] = {}) {
  const { first, options } = chosen(lines);
  return (await goToPay(ctx, first, { ...options, ...given })).checkout;
}

async function paid(ctx: AccountCtx, lines: [number, number][], given: Parameters<typeof goToPay>[2] = {}) {
  const checkout = await open(ctx, lines, given);
  const { reference } = await readCheckout(checkout.id);
  stripe.pay(reference);
  await settle(checkout.id);
  return { ...checkout, reference };
}

/** The supplier is left out: so many of each order are delivered. */
async function deliver(checkoutId: number, counts: number[]) {
  for (const [i, { orderId, quantity }] of (await listLines(database(), checkoutId)).entries()) {
    if (orderId === null) continue;
    const count = Math.min(counts[i] ?? quantity, quantity);
    const esims = Array.from({ length: count }, () =>
      newSandboxEsim({
        ...{
          supplierCode: "esimaccess",
          supplierReference: `S-${ulid()}`,
          dataMb: 1024,
          perDay: false,
          durationDays: 30,
        },
      }),
    );
    const status = count === 0 ? "failed" : count < quantity ? "partially_delivered" : "delivered";
    await database().query(sql`
      select settle_order(${orderId}::bigint, ${status}, ${JSON.stringify(esims)}::jsonb, ${newEventId()}, ${`order.${status}`},
        ${sampleData("order.delivered")}, now())`);
  }
  await settle(checkoutId);
}

/** Every eSIM of an order, by the supplier's own idea. */
async function cancel(orderId: number) {
  for (const { id } of await listOrderEsims(database(), orderId)) {
    const before = (await findEsimById(database(), id))!;
    await acceptCancel(system(), before, nextState(before, { status: "cancelled" }, new Date()), {
      ...{ priceRefunded: false, topupsRefunded: false },
    });
  }
}

/** What the provider gave back. */
const given = ({ reference, totalAmount }: { reference: string; totalAmount: Money }) =>
  totalAmount.minus(money(stripe.leftOf(`pi_${reference}`)).dividedBy(100));

describe("a purchase of several plans", () => {
  test("is paid once, has one number, and is an order for each plan; whoever looks is told of every one", async () => {
    const ctx = await openLiveStore();
    const checkout = await paid(ctx, [
      [0, 2],
      [1, 1],
    ]);
    expect(checkout.totalAmount.toFixed(2)).toBe("29.25");
    expect(checkout.packageName).toMatch(/^2 × .+ \+ .+/);
    await Promise.all([settle(checkout.id), settle(checkout.id), settle(checkout.id)]);
    await deliver(checkout.id, []);
    expect((await rowOf(checkout.id)).status).toBe("delivered");
    const orders = await database().query<{ reference: string; quantity: number }>(sql`
      select client_reference as reference, requested_quantity as quantity from orders where account_id = ${ctx.account.id} order by id`);
    expect(orders).toEqual([
      { reference: `storefront-${checkout.id}-1`, quantity: 2 },
      { reference: `storefront-${checkout.id}-2`, quantity: 1 },
    ]);
    const { sale, lines, esims } = await getSale(ctx, checkout.number);
    expect(lines.map(({ quantity, share }) => [quantity, share.toFixed(2)])).toEqual([
      [2, "13.00"],
      [1, "16.25"],
    ]);
    // 5.00 twice, and 12.50.
    expect([esims.length, sale.cost?.toFixed(2), sale.status]).toEqual([3, "22.50", "delivered"]);
    expect((await getCustomer(ctx, EMAIL)).esims).toHaveLength(3);
    expect(await mailsTo(EMAIL, ctx.account.id)).toEqual(["order", "delivery"]);
    const [mail] = (await listBrandMails(ctx, { limit: 5 })).items.filter(({ kind }) => kind === "delivery");
    for (const { packageName } of lines) expect(mail!.text).toContain(`: ${packageName}`);
    for (const { packageId } of plans.slice(0, 2))
      expect((await searchSales(ctx, { package: packageId, limit: 5 })).items).toHaveLength(1);
    const { lines: figures, total } = await sumSalesBy(ctx, "destination", {});
    expect(figures.map(({ key, paid, cost }) => [key, paid.toFixed(2), cost.toFixed(2)])).toEqual([
      ["JP", "16.25", "12.50"],
      ["TR", "13.00", "10.00"],
    ]);
    expect([total.sales, total.paid.toFixed(2)]).toEqual([1, "29.25"]);
  });

  test("gives back exactly what was not delivered, and the rest of a plan when that is cancelled, once", async () => {
    const ctx = await openLiveStore();
    const checkout = await paid(ctx, [
      [0, 2],
      [1, 1],
      [2, 1],
    ]);
    await deliver(checkout.id, [1, 0, 1]);
    expect(given(checkout).toFixed(2)).toBe("22.75");
    expect((await refundsOf(checkout.id)).map(({ cause }) => cause)).toEqual(["shortfall"]);
    await settle(checkout.id);
    const [first] = await listLines(database(), checkout.id);
    await cancel(first!.orderId!);
    await settle(checkout.id);
    await settle(checkout.id);
    expect(given(checkout).toFixed(2)).toBe("29.25");
  });

  test("of which nothing was delivered goes back whole", async () => {
    const ctx = await openLiveStore();
    const checkout = await paid(ctx, [
      [0, 2],
      [1, 1],
    ]);
    await deliver(checkout.id, [0, 0]);
    expect((await rowOf(checkout.id)).status).toBe("refunded");
    expect(given(checkout).toFixed(2)).toBe("29.25");
    expect(await mailsTo(EMAIL, ctx.account.id)).toEqual(["order", "refund"]);
  });

  test("of which one can no longer be ordered delivers the others", async () => {
    const ctx = await openLiveStore();
    const checkout = await open(ctx, [
      [0, 1],
      [3, 2],
    ]);
    await database().query(sql`update packages set status = 'withdrawn' where id = ${plans[3]!.id}`);
    try {
      const { reference } = await readCheckout(checkout.id);
      stripe.pay(reference);
      await settle(checkout.id);
      await deliver(checkout.id, []);
      expect((await listLines(database(), checkout.id)).map(({ refusal }) => refusal)).toEqual([
        null,
        "package_not_found",
      ]);
      expect((await rowOf(checkout.id)).status).toBe("delivered");
      expect(given({ ...checkout, reference }).toFixed(2)).toBe("16.26");
    } finally {
      await database().query(sql`update packages set status = 'on_sale' where id = ${plans[3]!.id}`);
    }
  });

  test("is refused beyond what a purchase holds, with a plan in it twice, or at another total than the page showed", async () => {
    const ctx = await openLiveStore();
    const refusal = (lines: [number, number][], more = {}) =>
      open(ctx, lines, more).then(
        () => null,
        (error) => error.details?.field ?? error.code,
      );
    expect(await refusal([0, 1, 2, 3, 0, 1].map((plan) => [plan, 1]))).toBe("plans");
    expect(await refusal([[0, 1], [1, 1], [0, 1]])).toBe("plans"); // biome-ignore format: one line
    expect(await refusal([[0, 1], [1, 11]])).toBe("quantity"); // biome-ignore format: one line
    expect(await refusal([[0, 1], [1, 0]])).toBe("quantity"); // biome-ignore format: one line
    expect(await refusal([[0, 1], [1, 1]], { expectedTotal: money("6.50") })).toBe("price_changed"); // biome-ignore format: one line
  });

  test("sent twice is one purchase; with another number of the second plan it is another", async () => {
    const ctx = await openLiveStore();
    const attempt = { browser: "b", form: "f" };
    const ask = async (quantity: number) => (await open(ctx, [[0, 1], [1, quantity]], { attempt })).id; // biome-ignore format: one line
    const first = await ask(1);
    expect(await ask(1)).toBe(first);
    expect(await ask(2)).not.toBe(first);
  });

  test("moves no money in the test environment", async () => {
    const ctx = await enter((await newAccount()).code, "test");
    const { id } = await open(ctx, [
      [0, 1],
      [1, 2],
    ]);
    await payInTest(ctx, await paymentOf(id));
    await settle(id);
    expect((await rowOf(id)).status).toBe("delivered");
    const [{ entries }] = (await database().query(
      sql`select count(*)::int as entries from ledger_entries where account_id = ${ctx.account.id}`,
    )) as [{ entries: number }];
    expect(entries).toBe(0);
  });

  test("is cancelled and refunded by staff across its orders", async () => {
    const ctx = await openLiveStore();
    const checkout = await paid(ctx, [
      [0, 1],
      [1, 1],
    ]);
    await deliver(checkout.id, []);
    const { esims } = await getSale(ctx, checkout.number);
    const iccids = esims.map(({ iccid }) => iccid);
    const asked = { number: checkout.number, attempt: crypto.randomUUID(), amount: money(10), reason: "late", iccids };
    await refundSale(ctx, asked);
    await refundSale(ctx, asked);
    await settle(checkout.id);
    expect(given(checkout).toFixed(2)).toBe("10.00");
    const open = await database().query(
      sql`select order_id from actions where account_id = ${ctx.account.id} and action = 'cancel'`,
    );
    expect(open).toHaveLength(2);
    const [line] = await listLines(database(), checkout.id);
    await expect(requestCancel(ctx, orderReference(line!.orderId!), {})).rejects.toThrow();
  });

  test("that is stopped while it is under way has every plan cancelled that comes all the same, and all of it goes back", async () => {
    const ctx = await openLiveStore();
    const checkout = await paid(ctx, [
      [0, 1],
      [1, 2],
    ]);
    const asked = {
      number: checkout.number,
      attempt: ulid(),
      amount: checkout.totalAmount,
      reason: "no trip",
      stops: true,
    };
    await refundSale(ctx, asked);
    expect(given(checkout).toNumber()).toBe(0);
    await deliver(checkout.id, [1, 2]);
    expect(given(checkout)).toEqual(checkout.totalAmount);
    const orders = (await listLines(database(), checkout.id)).map(({ orderId }) => orderId!);
    const cancels = await database().prisma.action.findMany({ where: { orderId: { in: orders }, action: "cancel" } });
    expect(cancels.map(({ orderId }) => Number(orderId)).sort()).toEqual([orders[0], orders[1], orders[1]].sort());
    // Nobody is invited to install what is about to go.
    expect(await mailsTo(EMAIL, ctx.account.id)).not.toContain("delivery");
  });

  test("has every plan on its invoice, and a credit note for what is missing", async () => {
    const ctx = await openLiveStore();
    await chargeVat(ctx, { mode: "on_top" });
    const checkout = await paid(ctx, [[0, 2], [1, 1]], { buyer }); // biome-ignore format: one line
    await deliver(checkout.id, [2, 0]);
    const [invoice, note] = await listInvoicesOf(ctx, checkout.id);
    expect(invoice!.lines.map(({ quantity, retailPrice }) => [quantity, retailPrice.toFixed(2)])).toEqual([
      [2, "6.50"],
      [1, "16.25"],
    ]);
    const text = (await pdfText(invoicePdf(invoice!))).join(" ").replace(/\s+/g, " ");
    for (const { item } of invoice!.lines) expect(text).toContain(item.replace(/\s/g, " "));
    // 16.25 and its 3.09 of VAT.
    expect([note!.kind, note!.gross.toFixed(2)]).toEqual(["credit_note", "19.34"]);
  });

  test("whose plans do not make its sums is found by the audit", async () => {
    const ctx = await openLiveStore();
    const { id } = await open(ctx, [
      [0, 1],
      [1, 1],
    ]);
    const raise = sql`
      update checkout_lines set retail_price = retail_price + 1, total_amount = total_amount + 1, unit_price = unit_price + 1
       where checkout_id = ${id} and place = 1`;
    await whileTampered([raise], async (tampered) => {
      const { failures } = await checkInvariants(tampered);
      expect(failures.map(({ invariant }) => invariant)).toEqual([expect.stringContaining("make its sums")]);
    });
  });
});

test(
  "whatever is bought, with whatever code and VAT, and however much of it is delivered: all sums hold to the cent",
  async () => {
    const line = fc.record({ quantity: fc.integer({ min: 1, max: 3 }), delivered: fc.integer({ min: 0, max: 3 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 2, maxLength: 4 }),
        fc.constantFrom(null, { percentOff: money("33") }, { percentOff: money("12.5") }, { amountOff: money("3.33") }),
        fc.subarray([0, 1, 2, 3]),
        fc.constantFrom(null, "included", "on_top", "reverse"),
        async (lines, off, codeFor, vat) => {
          const ctx = await openLiveStore();
          if (vat) await chargeVat(ctx, { mode: vat === "reverse" ? "included" : vat });
          const code = `P-${ulid().slice(-12)}`;
          if (off)
            await createDiscount(
              ctx,
              {
                ...{ code, percentOff: null, amountOff: null, destinations: [], startsAt: null, endsAt: null },
                ...{ mostUses: null, oncePerPerson: false, packageIds: codeFor.map((i) => plans[i]!.id), ...off },
              },
              { belowCost: true },
            );
          const isMeant = !!off && lines.some((_, i) => codeFor.length === 0 || codeFor.includes(i));
          const bought = lines.map(({ quantity }, i): [number, number] => [i, quantity]);
          const who = vat && { buyer: vat === "reverse" ? BUSINESS : buyer };
          const checkout = await paid(ctx, bought, { ...(isMeant && { code }), ...who });
          const parts = await database().prisma.checkoutLine.findMany({ where: { checkoutId: checkout.id } });
          expect(sum(parts.map(({ totalAmount }) => totalAmount)).equals(checkout.totalAmount)).toBe(true);
          expect(sum(parts.map(({ vatAmount }) => vatAmount)).equals(checkout.vatAmount)).toBe(true);
          expect(sum(parts.map(({ discountAmount }) => discountAmount)).equals(checkout.discountAmount)).toBe(true);
          for (const { packageId, discountAmount } of parts)
            if (codeFor.length > 0 && !codeFor.some((i) => plans[i]!.id === packageId))
              expect(discountAmount.isZero()).toBe(true);
          await deliver(
            checkout.id,
            lines.map(({ delivered }) => delivered),
          );
          const counts = lines.map(({ quantity, delivered }) => Math.min(quantity, delivered));
          const nothing = counts.every((count) => count === 0);
          const missing = parts.map(({ quantity, unitPrice, totalAmount }, i) => {
            if (counts[i] === 0) return totalAmount;
            const due = unitPrice.times(quantity - counts[i]!);
            return due.greaterThan(totalAmount) ? totalAmount : due;
          });
          const back = nothing ? checkout.totalAmount : sum(missing);
          expect(given(checkout).equals(back)).toBe(true);
          expect((await rowOf(checkout.id)).status).toBe(nothing ? "refunded" : "delivered");
          // All that is left goes back when the rest is cancelled, and no more than was paid.
          for (const { orderId } of await listLines(database(), checkout.id))
            if (orderId !== null) await cancel(orderId);
          await settle(checkout.id);
          await settle(checkout.id);
          expect(given(checkout).equals(checkout.totalAmount)).toBe(true);
          const papers = await listInvoicesOf(ctx, checkout.id);
          const notes = papers.filter(({ kind }) => kind === "credit_note");
          if (vat && !nothing) {
            expect(sum(notes.map(({ gross }) => gross)).equals(checkout.totalAmount)).toBe(true);
            expect(sum(notes.map((note) => note.vat)).equals(checkout.vatAmount)).toBe(true);
            await stopVat(ctx);
          } else expect(papers).toEqual([]);
          await isWhole();
        },
      ),
      { numRuns: 12 },
    );
  },
  PATIENCE_MS,
);

test("an amount that is shared is shared whole, and nobody gets more than their weight takes", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 0, max: 99 }),
      (cents, percent) => {
        const weights = cents.map((cent) => money(cent).dividedBy(100));
        const amount = sum(weights).times(percent).dividedBy(100).toDecimalPlaces(2);
        const shares = shareByWeight(amount, weights, 2);
        expect(sum(shares).equals(amount)).toBe(true);
        for (const [i, share] of shares.entries()) {
          expect(share.isNegative() && !share.isZero()).toBe(false);
          expect(share.greaterThan(weights[i]!)).toBe(false);
        }
      },
    ),
  );
});

test("the payment page is told no ways to pay: it offers all that its account has, wallets among them", async () => {
  const ctx = await openLiveStore();
  const { id } = await open(ctx, [[0, 1]]);
  expect(stripe.sessions.get((await readCheckout(id)).reference)!.choosing).toEqual([]);
});
