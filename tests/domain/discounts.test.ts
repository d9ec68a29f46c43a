import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { removeRetailRule, setRetailRule } from "#server/domain/catalogue/pricing/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { decideRefund, findPayment, payInTest } from "#server/domain/money/payments/index.ts";
import { settleCheckout } from "#server/domain/shop/checkout/index.ts";
import {
  changeDiscount,
  createDiscount,
  findDiscount,
  listDiscounts,
  type NewDiscount,
  previewDiscount,
} from "#server/domain/shop/discounts/index.ts";
import { sumConversion, sumSalesBy } from "#server/domain/shop/sales/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { ulid } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import { chargeVat } from "#tests/support/sellers.ts";
import { goToPay, openLiveStore } from "#tests/support/storefront.ts";
import { fakeStripe } from "#tests/support/stripe.ts";
import { PATIENCE_MS } from "#tests/support/until.ts";
import { enter, newAccount, newPackage, system } from "#tests/support/world.ts";

const stripe = await fakeStripe();
overrideEnv({ stripeApiUrl: stripe.url });
afterAll(() => stripe.close());

let plan: { packageId: string; id: number };
let dear: { packageId: string; id: number };
let ctx: AccountCtx;

beforeAll(async () => {
  // At the usual markups 5.00 and 12.50 for the reseller, 6.50 and 16.25 for travellers.
  plan = await newPackage({ costUsd: 4, country: "TR" });
  dear = await newPackage({ costUsd: 10, country: "JP" });
  ctx = await enter((await newAccount()).code, "test");
});

afterEach(async () => {
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

const HOUR = 3_600_000;
const inHours = (hours: number) => ({ now: () => new Date(Date.now() + hours * HOUR) });

const offer = (given: Partial<NewDiscount> = {}): NewDiscount => ({
  code: `C-${ulid().slice(-12)}`,
  percentOff: given.amountOff ? null : money(10),
  amountOff: null,
  packageIds: [plan.id],
  destinations: [],
  startsAt: null,
  endsAt: null,
  mostUses: null,
  oncePerPerson: false,
  ...given,
});
const make = async (given: Partial<NewDiscount> = {}, belowCost = false) =>
  await createDiscount(ctx, offer(given), { belowCost });

const buy = (code: string, options: Parameters<typeof goToPay>[2] = {}, shop = ctx) =>
  goToPay(shop, plan.packageId, { code, ...options });
const refused = (fault: string) => ({ code: "validation_error", details: { field: "code", fault } });

async function pay(checkoutId: number): Promise<string> {
  await payInTest(ctx, (await findPayment(ctx.db, checkoutId))!);
  await settleCheckout(system(), checkoutId);
  return await statusOf(checkoutId);
}
const rowOf = async (id: number) => await ctx.db.prisma.checkout.findUniqueOrThrow({ where: { id } });
const statusOf = async (id: number) => (await rowOf(id)).status;
const usesOf = async (id: number) => (await ctx.db.prisma.discountCode.findUniqueOrThrow({ where: { id } })).uses;
/** Nothing could be delivered: one costs more than it may. */
const breakPurchase = (id: number) => database().query(sql`update checkouts set unit_cap = 0.0001 where id = ${id}`);

describe("what a code takes off", () => {
  test.each([
    ["10 % of one", { percentOff: money(10) }, 1, "0.65", "5.85"],
    ["10 % of three", { percentOff: money(10) }, 3, "1.95", "17.55"],
    ["an amount of the whole", { amountOff: money("1.00") }, 3, "1", "18.5"],
    ["a third of a percent more, to the cent", { percentOff: money("7.33") }, 1, "0.48", "6.02"],
  ])("%s", async (_what, given, quantity, off, total) => {
    const { code } = await make({ percentOff: null, ...given });
    const { checkout } = await buy(code.toLowerCase(), { quantity });
    const row = await rowOf(checkout.id);
    expect([row.retailPrice.toString(), row.discountAmount.toString(), row.totalAmount.toString()]).toEqual([
      "6.5",
      off,
      total,
    ]);
    expect((await findPayment(ctx.db, checkout.id))!.amount.toString()).toBe(total);
  });

  test("is what the page showed, or nothing is begun", async () => {
    const { code } = await make();
    await expect(buy(code, { expectedTotal: money("6.50") })).rejects.toMatchObject({ code: "price_changed" });
    expect((await buy(code, { expectedTotal: money("5.85") })).checkout.totalAmount.toString()).toBe("5.85");
  });

  test("stays as it was when the payment began, whatever becomes of the code", async () => {
    const { code, id } = await make();
    const { checkout } = await buy(code);
    await changeDiscount(ctx, id, { active: false });
    expect(await pay(checkout.id)).toBe("delivered");
    expect((await rowOf(checkout.id)).totalAmount.toString()).toBe("5.85");
    await expect(buy(code)).rejects.toMatchObject(refused("ended"));
  });

  test("goes back no more than was paid: each eSIM what it was paid with, the last one what is left", async () => {
    const { code } = await make({ percentOff: null, amountOff: money("1.00") });
    const { checkout } = await buy(code, { quantity: 3 });
    await pay(checkout.id);
    const { unitPrice } = await rowOf(checkout.id);
    const decided: string[] = [];
    await database()
      .transaction(async (tx) => {
        for (const cause of ["esim:1", "esim:2", "esim:3", "esim:4"]) {
          const amount = await decideRefund(tx, {
            checkoutId: checkout.id,
            cause,
            amount: money(unitPrice),
            at: new Date(),
          });
          decided.push(amount.toFixed(2));
        }
        throw new Error("Only asked.");
      })
      .catch(() => {});
    // 18.50 / 3 is 6.1666…
    expect(decided).toEqual(["6.17", "6.17", "6.16", "0.00"]);
  });
});

describe("a code is refused", () => {
  test("that the shop does not have, in any spelling", async () => {
    const { code } = await make();
    const other = await enter((await newAccount()).code, "test");
    const live = await enter(ctx.account.code, "live");
    for (const shop of [other, live]) expect(await findDiscount(shop, code, "a@example.com")).toBeNull();
    await expect(buy(code, {}, other)).rejects.toMatchObject(refused("unknown"));
    for (const typed of [
      "NOPE-1",
      "' or 1=1 --",
      "<b>x</b>",
      "\u0000",
      "%",
      "A".repeat(5_000),
      "ＳＵＭＭＥＲ",
      "İSTANBUL",
    ])
      await expect(buy(typed), typed.slice(0, 20)).rejects.toMatchObject(refused("unknown"));
  });

  test("before and after its period, for other plans, and where nothing would be left to pay", async () => {
    const early = await make({ startsAt: inHours(1).now() });
    const over = await make({ startsAt: inHours(-2).now(), endsAt: inHours(-1).now() });
    const elsewhere = await make({ packageIds: [dear.id] });
    const japan = await make({ packageIds: [], destinations: ["JP"] });
    const all = await make({ percentOff: null, amountOff: money("6.10"), packageIds: [plan.id, dear.id] }, true);
    await expect(buy(early.code)).rejects.toMatchObject(refused("early"));
    await expect(buy(over.code)).rejects.toMatchObject(refused("ended"));
    await expect(buy(elsewhere.code)).rejects.toMatchObject(refused("other_plan"));
    await expect(buy(japan.code)).rejects.toMatchObject(refused("other_plan"));
    await expect(buy(all.code)).rejects.toMatchObject(refused("other_plan"));
    expect((await buy(all.code, { quantity: 2 })).checkout.totalAmount.toString()).toBe("6.9");
    expect((await goToPay(ctx, dear.packageId, { code: japan.code })).checkout.discountAmount.toString()).toBe("1.63");
  });

  test("once somebody has used it, if it is once for each, whatever the address is written like", async () => {
    const { code } = await make({ oncePerPerson: true });
    const { checkout } = await buy(code, { email: "Mia@Example.com" });
    await expect(buy(code, { email: "mia@example.com" })).rejects.toMatchObject(refused("used_before"));
    await buy(code, { email: "tom@example.com" });
    await pay(checkout.id);
    await expect(buy(code, { email: "MIA@EXAMPLE.COM" })).rejects.toMatchObject(refused("used_before"));
  });

  test("when it would sell for less than it costs, unless that was confirmed when it was made", async () => {
    await expect(make({ percentOff: money(50) })).rejects.toMatchObject({
      code: "validation_error",
      details: { field: "off", below_cost: 1 },
      message: expect.stringMatching(/^Sells below cost at 1 plan: TR 5120MB 30 days\./),
    });
    const { losses, plans } = await previewDiscount(ctx, offer({ percentOff: money(50) }));
    expect([plans, losses.map(({ margin }) => margin.toString())]).toEqual([1, ["-1.75"]]);
    const meant = await make({ percentOff: money(50) }, true);
    const { checkout } = await buy(meant.code);
    expect(await pay(checkout.id)).toBe("delivered");
    // Fair when it was made; then the price fell, and nobody has confirmed a loss.
    const fair = await make({ percentOff: money(20) });
    await setRetailRule(ctx, { markupPercent: money(5), ending: "none" });
    await expect(buy(fair.code)).rejects.toMatchObject(refused("other_plan"));
    await removeRetailRule(ctx, {});
    await buy(fair.code);
  });
});

describe("a code cannot be made", () => {
  test.each([
    ["that takes nothing off", { percentOff: money(0) }, "off"],
    ["that makes it free", { percentOff: money(100) }, "off"],
    ["that takes off more than everything", { percentOff: money(101) }, "off"],
    ["over an amount of zero", { percentOff: null, amountOff: money(0) }, "off"],
    ["over less than a cent", { percentOff: null, amountOff: money("0.001") }, "off"],
    ["over both", { amountOff: money(1), percentOff: money(1) }, "off"],
    ["over neither", { percentOff: null }, "off"],
    ["of two letters", { code: "AB" }, "code"],
    ["of markup", { code: "<script>" }, "code"],
    ["that ends before it begins", { startsAt: inHours(2).now(), endsAt: inHours(1).now() }, "endsAt"],
    ["that nobody can use", { mostUses: 0 }, "mostUses"],
    ["for plans that are not sold", { packageIds: [2_000_000_000] }, "plans"],
  ])("%s", async (_what, given, field) => {
    await expect(make(given as Partial<NewDiscount>)).rejects.toMatchObject({
      code: "validation_error",
      details: { field },
    });
  });

  test("twice, in any case", async () => {
    const { code } = await make();
    await expect(make({ code: code.toLowerCase() })).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("uses", () => {
  test("of many who want the last one at once, one gets it", async () => {
    const { code, id } = await make({ mostUses: 1 });
    const all = await Promise.allSettled(
      Array.from({ length: 24 }, (_, i) => buy(code, { email: `t${i}@example.com` })),
    );
    const taken = all.filter(({ status }) => status === "fulfilled");
    expect(taken).toHaveLength(1);
    for (const one of all) if (one.status === "rejected") expect(one.reason).toMatchObject(refused("used_up"));
    expect(await usesOf(id)).toBe(1);
    // Whoever was too late has no checkout, and no payment to make.
    expect(await ctx.db.prisma.checkout.count({ where: { discountCodeId: id } })).toBe(1);
  });

  test("are counted once for one page that is sent many times at once", async () => {
    const { code, id } = await make({ mostUses: 3 });
    const attempt = { browser: "same", form: ulid() };
    const all = await Promise.all(Array.from({ length: 8 }, () => buy(code, { attempt })));
    expect(new Set(all.map(({ checkout }) => checkout.id)).size).toBe(1);
    expect(await usesOf(id)).toBe(1);
  });

  test("a total that is too small to be paid is said, and gives its use back", async () => {
    const shop = await openLiveStore({ wallet: 1_000 });
    const { code, id } = await createDiscount(shop, offer({ mostUses: 1 }));
    stripe.state.least = 1_000;
    const small = { code: "validation_error", details: { field: "total", fault: "too_small" } };
    await expect(buy(code, {}, shop).finally(() => (stripe.state.least = 0))).rejects.toMatchObject(small);
    const begun = await ctx.db.prisma.checkout.findFirstOrThrow({ where: { accountId: shop.account.id } });
    await settleCheckout({ ...system(), clock: inHours(48) }, Number(begun.id));
    expect([await statusOf(Number(begun.id)), await usesOf(id)]).toEqual(["abandoned", 0]);
  });

  test("come back when the payment was not made; what is paid after all counts, and is delivered", async () => {
    const shop = await openLiveStore({ wallet: 1_000 });
    const { code, id } = await createDiscount(shop, offer({ mostUses: 1 }));
    const { checkout } = await buy(code, {}, shop);
    const session = [...stripe.sessions.values()].at(-1)!;
    stripe.expire(session.id);
    await settleCheckout(system(), checkout.id);
    expect([await statusOf(checkout.id), await usesOf(id)]).toEqual(["abandoned", 0]);
    const { checkout: next } = await buy(code, { email: "tom@example.com" }, shop);
    expect(await usesOf(id)).toBe(1);
    stripe.pay(session.id);
    await settleCheckout(system(), checkout.id);
    expect(["ordered", "delivered"]).toContain(await statusOf(checkout.id));
    expect(await usesOf(id)).toBe(2);
    expect(await statusOf(next.id)).toBe("opened");
  });

  test("come back when everything was refunded because nothing could be delivered, and not when staff refund", async () => {
    const { code, id } = await make({ oncePerPerson: true });
    const { checkout } = await buy(code);
    await breakPurchase(checkout.id);
    expect(await pay(checkout.id)).toBe("refunded");
    expect(await usesOf(id)).toBe(0);
    const again = await buy(code);
    expect(await pay(again.checkout.id)).toBe("delivered");
    expect(await usesOf(id)).toBe(1);
  });
});

test("VAT in a price is nothing to pay the cost with: whether a code sells below cost is judged without it", async () => {
  ctx = await enter((await newAccount()).code, "test");
  // 5.85 of 6.50 are left for what costs 5.00.
  await make({ code: "NO-VAT" });
  await chargeVat(ctx, { mode: "on_top" });
  await make({ code: "ON-TOP" });
  await chargeVat(ctx);
  await expect(make({ code: "WITHIN" })).rejects.toMatchObject({ details: { field: "off", below_cost: 1 } });
  const [loss] = (await previewDiscount(ctx, offer({}))).losses;
  // 4.9160 of it are the reseller's.
  expect([loss!.price.toFixed(2), loss!.margin.toFixed(2)]).toEqual(["5.85", "-0.08"]);
  // A code from before that nobody said it of takes nothing off any more.
  const buyer = { country: "DE", name: "", address: "", vatId: "" };
  await expect(buy("NO-VAT", { buyer })).rejects.toMatchObject({ details: { field: "code" } });
  const { code } = await make({ code: "MEANT" }, true);
  expect((await buy(code, { buyer })).checkout.totalAmount.toFixed(2)).toBe("5.85");
});

test("figures by code say what each sold, gave and left", async () => {
  ctx = await enter((await newAccount()).code, "test");
  const { code } = await make({ code: "FIGURES" });
  for (const quantity of [1, 2]) await pay((await buy(code, { quantity })).checkout.id);
  await pay((await goToPay(ctx, plan.packageId)).checkout.id);
  const { lines, total } = await sumSalesBy(ctx, "code", {});
  const numbers = lines.map(({ key, sales, paid, discount, margin }) => [
    key,
    sales,
    ...[paid, discount, margin].map((sum) => sum.toFixed(2)),
  ]);
  expect(numbers).toEqual([
    ["FIGURES", 2, "17.55", "1.95", "2.55"],
    ["", 1, "6.50", "0.00", "1.50"],
  ]);
  expect([total.sales, total.discount.toFixed(2)]).toEqual([3, "1.95"]);
  expect(
    (await listDiscounts(ctx)).map(({ uses, sales, paid, given }) => [uses, sales, paid.toFixed(2), given.toFixed(2)]),
  ).toEqual([[2, 2, "17.55", "1.95"]]);
  // One that is begun with the code and not paid.
  await buy(code);
  const conversion = await sumConversion(ctx, "code", {});
  expect(conversion.lines.map(({ key, checkouts, paid, delivered }) => [key, checkouts, paid, delivered])).toEqual([
    ["FIGURES", 3, 2, 2],
    ["", 1, 1, 1],
  ]);
});

/** What two travellers and the reseller may do, in any order and at the same time. */
type Act =
  | { do: "open"; who: 0 | 1; quantity: number; again: boolean }
  | { do: "end"; how: "pay" | "expire" | "fail"; who: 0 | 1; nth: number }
  | { do: "switch"; active: boolean }
  | { do: "limit"; most: number };

const who = fc.constantFrom(0 as const, 1 as const);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("open" as const),
      who,
      quantity: fc.integer({ min: 1, max: 3 }),
      again: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("end" as const),
      how: fc.constantFrom("pay" as const, "expire" as const, "fail" as const),
      who,
      nth: fc.nat(9),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("switch" as const), active: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("limit" as const), most: fc.integer({ min: 1, max: 4 }) }) },
);

test(
  "whatever two travellers do at once, uses are the checkouts that have one, and nobody gets back more than was paid",
  async () => {
    let [opened, refusedAt] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(act, act), { minLength: 5, maxLength: 9 }),
        fc.boolean(),
        async (steps, once) => {
          const { code, id } = await make({ mostUses: 2, oncePerPerson: once });
          const mine: number[][] = [[], []];
          let highest = 2;
          const perform = async (step: Act): Promise<void> => {
            if (step.do === "switch") return await changeDiscount(ctx, id, { active: step.active });
            if (step.do === "limit") highest = Math.max(highest, step.most);
            if (step.do === "limit") return await changeDiscount(ctx, id, { mostUses: step.most });
            const own = mine[step.who]!;
            if (step.do === "open") {
              const attempt = { browser: `b${step.who}`, form: step.again ? `${id}` : ulid() };
              const begun = await buy(code, {
                quantity: step.quantity,
                email: `who${step.who}@example.com`,
                attempt,
              }).catch((error) => {
                expect(error).toMatchObject({ details: { field: "code" } });
                return null;
              });
              if (begun) own.push(begun.checkout.id);
              begun ? opened++ : refusedAt++;
              return;
            }
            const checkoutId = own[step.nth % Math.max(1, own.length)];
            if (checkoutId === undefined) return;
            if (step.how === "expire") return await settleCheckout(system({ clock: inHours(2) }), checkoutId);
            if (step.how === "fail") await breakPurchase(checkoutId);
            // Of one that has expired there is nothing to pay any more.
            await payInTest(ctx, (await findPayment(ctx.db, checkoutId))!).catch(() => {});
            await settleCheckout(system(), checkoutId);
          };
          for (const pair of steps) {
            await Promise.all(pair.map(perform));
            const [row] = await database().query<{
              uses: number;
              live: number;
              twice: number;
              late: number;
              wrong: number;
            }>(sql`
            select d.uses,
                   (select count(*)::int from discount_uses u where u.code_id = d.id and u.returned_at is null) as live,
                   (select count(*)::int from (select c.email from discount_uses u join checkouts c on c.id = u.checkout_id
                     where u.code_id = d.id and u.returned_at is null group by c.email having count(*) > 1) t) as twice,
                   (select count(*)::int from checkout_moves m join checkouts c on c.id = m.checkout_id
                     where c.discount_code_id = d.id and m.previous_status = 'abandoned' and m.current_status = 'paid') as late,
                   (select count(*)::int from checkouts c left join discount_uses u on u.checkout_id = c.id left join payments p on p.checkout_id = c.id
                     where c.discount_code_id = d.id and (
                       c.total_amount <> c.retail_price * c.quantity - c.discount_amount or p.amount <> c.total_amount
                       or c.refund_due > c.total_amount or p.refunded_amount > p.amount
                       or (c.status in ('paid', 'ordered', 'delivered')) and u.returned_at is not null
                       or (c.status = 'refunded') and u.returned_at is null)) as wrong
              from discount_codes d where d.id = ${id}`);
            expect(row!.uses).toBe(row!.live);
            expect(row!.wrong).toBe(0);
            // Money that came after a payment had expired is honoured: nothing else passes a limit.
            if (once) expect(row!.twice).toBeLessThanOrEqual(row!.late);
            expect(row!.uses).toBeLessThanOrEqual(highest + row!.late);
          }
        },
      ),
      { numRuns: Number(process.env.DISCOUNT_RUNS ?? 8) },
    );
    expect(opened).toBeGreaterThan(10);
    expect(refusedAt).toBeGreaterThan(5);
  },
  PATIENCE_MS * 4,
);
