import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { getPackage } from "#server/domain/catalogue/catalog/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { adjustWallet, getBalance } from "#server/domain/money/ledger/index.ts";
import {
  getLink,
  listOwnedEsims,
  type Redemption,
  redeemVoucher,
  settleCheckout,
} from "#server/domain/shop/checkout/index.ts";
import { getSale, searchSales } from "#server/domain/shop/sales/index.ts";
import {
  blockVouchers,
  createVouchers,
  getVoucherBatch,
  listVouchers,
  readVoucherCodes,
} from "#server/domain/shop/vouchers/index.ts";
import { voucherPdf } from "#server/files/voucher-pdf.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { randomBase62, ulid } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import { pdfText } from "#tests/support/pdf-text.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { mailsTo } from "#tests/support/storefront.ts";
import { enter, newAccount, newPackage, system } from "#tests/support/world.ts";

const simulator = await simulatedSupplier();
const SOLD = "esimaccess-TR_1_7";
const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY);

let plan: string;
let ctx: AccountCtx;

beforeAll(async () => {
  plan = (await newPackage()).packageId;
  ctx = await enter((await newAccount()).code, "test");
});

afterEach(async () => {
  await simulator.reset();
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

/** A batch with its codes. */
async function make(shop = ctx, given: Partial<Parameters<typeof createVouchers>[1]> = {}) {
  const { id } = await createVouchers(shop, {
    ...{ name: `Batch ${ulid()}`, packageCode: plan, size: 3, expiresAt: inDays(30), unitCap: money(10) },
    ...given,
  });
  const { codeOf } = await readVoucherCodes(shop, id);
  return { id, codeOf, code: codeOf(1) };
}

const redeem = (code: string, shop = ctx, given: Partial<Redemption> = {}) =>
  redeemVoucher(shop, {
    ...{ code, email: "mia@example.com", locale: "de" },
    ...{ attempt: { browser: randomBase62(43), form: randomBase62(43) }, ...given },
  });
const REFUSED = {
  code: "resource_not_found",
  message: "This voucher code is not valid: it is mistyped, was redeemed, or has expired.",
};
const rowOf = (id: number) => ctx.db.prisma.checkout.findUniqueOrThrow({ where: { id } });
const until = (id: number, status: string) => runJobsUntil(async () => (await rowOf(id)).status === status);

describe("a code", () => {
  test("has 80 bits of its own, is kept as a hash, and is the same in each download", async () => {
    const { id, codeOf } = await make(ctx, { size: 50 });
    const codes = Array.from({ length: 50 }, (_, i) => codeOf(i + 1));
    expect(new Set(codes).size).toBe(50);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect((await readVoucherCodes(ctx, id)).codeOf(7)).toBe(codes[6]);
    const [kept] = await database().query<{ text: string }>(
      sql`select string_agg(concat(v, b), ' ') as text from vouchers v join voucher_batches b on b.id = v.batch_id where b.id = ${id}`,
    );
    for (const code of codes) expect(kept!.text).not.toContain(code);
  });

  test("gets an eSIM as a sale does, however it is written: number, page, mail, and who it was", async () => {
    const { id, code } = await make();
    const said = code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l");
    const { checkoutId, token } = await redeem(said);
    await settleCheckout(system(), checkoutId);
    expect((await rowOf(checkoutId)).status).toBe("delivered");
    expect(await listOwnedEsims(ctx, await getLink(ctx, token))).toHaveLength(1);
    expect(await mailsTo("mia@example.com", ctx.account.id)).toEqual(["delivery"]);
    const { items } = await listVouchers(ctx, id, { limit: 10 });
    const { number } = await rowOf(checkoutId);
    expect(items.map(({ sale, email }) => [sale, email])).toEqual([
      [number, "mia@example.com"],
      [null, null],
      [null, null],
    ]);
    const { sale, payment } = await getSale(ctx, number);
    expect([sale.totalAmount.toString(), sale.status, payment]).toEqual(["0", "delivered", null]);
    expect((await searchSales(ctx, { limit: 5 })).items.map((one) => one.number)).toContain(number);
    await expect(redeem(code)).rejects.toMatchObject(REFUSED);
  });

  test("that a hundred redeem at once gets one order", async () => {
    const { code } = await make();
    const all = await Promise.allSettled(
      Array.from({ length: 100 }, (_, i) => redeem(code, ctx, { email: `t${i}@example.com` })),
    );
    const taken = all.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(taken).toHaveLength(1);
    for (const one of all) if (one.status === "rejected") expect(one.reason).toMatchObject(REFUSED);
    await settleCheckout(system(), taken[0]!.checkoutId);
    const [sold] = await database().query<{ checkouts: number; orders: number }>(sql`
      select count(*)::int as checkouts, count(c.order_id)::int as orders from checkouts c
       where c.voucher_id = (select id from vouchers where checkout_id = ${taken[0]!.checkoutId})`);
    expect(sold).toEqual({ checkouts: 1, orders: 1 });
  });

  test("sent twice from one page leads to one purchase", async () => {
    const { code } = await make();
    const attempt = { browser: "one", form: ulid() };
    const both = await Promise.all([1, 2, 3].map(() => redeem(code, ctx, { attempt })));
    expect(new Set(both.map(({ checkoutId }) => checkoutId)).size).toBe(1);
    // Also when the first one is through just before the second one looks at the code.
    const another = await make();
    const real = ctx.db;
    let first: number | null = null;
    const db: typeof real = {
      ...real,
      get prisma() {
        return real.prisma;
      },
      async query(statement) {
        if (first === null && statement.text.includes("from vouchers v join voucher_batches"))
          first = (await redeem(another.code, ctx, { attempt: { ...attempt, form: "next" } })).checkoutId;
        return await real.query(statement);
      },
    };
    const second = await redeem(another.code, { ...ctx, db }, { attempt: { ...attempt, form: "next" } });
    expect(second.checkoutId).toBe(first);
  });
});

test("the sheet of cards has every code once, ten a page, in the brand's language, and no name that its letters cannot write", async () => {
  const { id } = await make(ctx, { size: 23 });
  const sheet = await readVoucherCodes(ctx, id);
  const brand = { ...sheet.brand, name: "Ελληνικά 旅行", companyLegalName: "旅行", locale: "de" };
  const sold = await getPackage(ctx, plan);
  const voucherText = async (of: typeof brand) => (await pdfText(voucherPdf({ ...sheet, brand: of }, sold))).join(" ");
  const pages = await pdfText(voucherPdf({ ...sheet, brand }, sold));
  expect(pages).toHaveLength(3);
  const text = pages.join("\n");
  for (let number = 1; number <= 23; number++) expect(text.split(sheet.codeOf(number))).toHaveLength(2);
  expect(text).toContain("Türkei");
  expect(text).toContain("Gültig bis");
  expect(text).not.toContain("\0");
  // In Arabic each card can be read too, though its letters are drawn.
  const arabic = await voucherText({ ...brand, name: "شركة السفر", locale: "ar" });
  for (const said of ["شركة السفر", "تركيا", "استخدم هذا الرمز على", "صالحة حتى"])
    expect(arabic.split(said), said).toHaveLength(24);
  expect(arabic).toMatch(new RegExp(`شركة السفر.*${sheet.codeOf(1)}.*صالحة حتى .* · 1 .*${sheet.codeOf(2)}`));
});

describe("nothing is told about a code that cannot be redeemed", () => {
  test("unknown, of another shop or environment, blocked, expired, or hostile: one sentence", async () => {
    const { id, code, codeOf } = await make();
    const batch = await make();
    const short = await make(ctx, { expiresAt: inDays(1) });
    await blockVouchers(ctx, id, { number: 2, blocked: true });
    await blockVouchers(ctx, batch.id, { blocked: true });
    const later = { ...ctx, clock: { now: () => inDays(2) } };
    const elsewhere = await enter((await newAccount()).code, "test");
    const live = await enter(ctx.account.code, "live");
    const hostile = ["", "' or 1=1 --", "<script>alert(1)</script>", "\u0000".repeat(16), "%", "A".repeat(100_000)];
    for (const [typed, shop] of [
      ...[codeOf(2), batch.code, "0000-0000-0000-0000", ...hostile].map((text) => [text, ctx] as const),
      [short.code, later],
      [code, elsewhere],
      [code, live],
    ] as const)
      await expect(redeem(typed, shop), typed.slice(0, 24)).rejects.toMatchObject(REFUSED);
    // Released, they are good again.
    await blockVouchers(ctx, id, { number: 2, blocked: false });
    await blockVouchers(ctx, batch.id, { blocked: false });
    for (const good of [codeOf(2), batch.code]) await redeem(good);
  });

  test("and its neighbours and chance open none", async () => {
    const { code } = await make();
    for (let i = 0; i < 200; i++) {
      const at = i % 19;
      const letter = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[(i * 7) % 32]!;
      const guess = code[at] === "-" ? code.slice(1) + letter : code.slice(0, at) + letter + code.slice(at + 1);
      if (guess !== code) await expect(redeem(guess)).rejects.toMatchObject(REFUSED);
    }
    await redeem(code);
  });

  test("another company's batch is nobody else's to read, list or block", async () => {
    const { id } = await make();
    const other = await enter((await newAccount()).code, "test");
    const refused = { code: "resource_not_found" };
    await expect(readVoucherCodes(other, id)).rejects.toMatchObject(refused);
    await expect(listVouchers(other, id, { limit: 5 })).rejects.toMatchObject(refused);
    await expect(blockVouchers(other, id, { blocked: true })).rejects.toMatchObject(refused);
    expect((await getVoucherBatch(ctx, id)).blockedAt).toBeNull();
  });
});

describe("a code whose plan its supplier has made another product of, or sells no more,", () => {
  const change = (packageId: string, data: { productKey?: string; status?: string; costUsd?: number }) =>
    database().prisma.package.update({ where: { packageId }, data });
  const anew = () => enter(ctx.account.code, "test");
  const NOT_NOW = { code: "supplier_unavailable", message: expect.stringContaining("It stays valid") };

  test.each([
    ["another product", { productKey: "local:TR:1mb:7d" }],
    ["withdrawn", { status: "withdrawn" }],
  ])("(%s) gets what was sold from whoever sells it within its limit, and nothing else", async (_, becomes) => {
    const sold = (await newPackage()).packageId;
    const { productKey } = await database().prisma.package.findUniqueOrThrow({ where: { packageId: sold } });
    const { id, code, codeOf } = await make(await anew(), { packageCode: sold });
    await change(sold, becomes);
    await expect(redeem(code, await anew())).rejects.toMatchObject(NOT_NOW);
    expect(await mailsTo("test@example.com", ctx.account.id)).toContain("store-alert-voucher_plan");
    const equal = (await newPackage({ costUsd: 50, supplier: "airalo" })).packageId;
    await change(equal, { productKey });
    await expect(redeem(code, await anew())).rejects.toMatchObject({ code: "supplier_unavailable" });
    await change(equal, { costUsd: 4 });
    const { checkoutId } = await redeem(code, await anew());
    await settleCheckout(system(), checkoutId);
    const { orderId, status } = await rowOf(checkoutId);
    expect(status).toBe("delivered");
    const order = await database().prisma.order.findUniqueOrThrow({ where: { id: orderId! } });
    expect(order).toMatchObject({ productKey, supplierCode: "airalo" });
    // What its cards and lists say is what was sold.
    const sheet = await readVoucherCodes(await anew(), id);
    expect(sheet.plan).toMatchObject({ packageId: equal });
    // Its plan is back.
    await change(sold, { productKey, status: "on_sale" });
    await change(equal, { status: "withdrawn" });
    await redeem(codeOf(2), await anew());
  });
});

test("a code for a region is not redeemed as one that works in fewer countries", async () => {
  const change = (packageId: string, data: { productKey?: string; status?: string; coverage?: string[] }) =>
    database().prisma.package.update({ where: { packageId }, data });
  const [sold, equal] = [(await newPackage()).packageId, (await newPackage({ supplier: "airalo" })).packageId];
  const { productKey } = await change(sold, { coverage: ["TR", "GR"] });
  const anew = () => enter(ctx.account.code, "test");
  const { code } = await make(await anew(), { packageCode: sold });
  await change(sold, { status: "withdrawn" });
  await change(equal, { productKey });
  await expect(redeem(code, await anew())).rejects.toMatchObject({ code: "supplier_unavailable" });
  await change(equal, { coverage: ["TR", "GR", "BG"] });
  await redeem(code, await anew());
  await change(equal, { status: "withdrawn" });
});

describe("what cannot be delivered leaves the code as it was", () => {
  async function live(wallet: number) {
    const shop = await enter((await newAccount({ wallet })).code, "live");
    return { shop, ...(await make(shop, { packageCode: SOLD })) };
  }

  test("a wallet that is empty: said at once, and the reseller is told", async () => {
    const { shop, code } = await live(0);
    await expect(redeem(code, shop)).rejects.toMatchObject({ code: "insufficient_balance" });
    expect(await mailsTo("test@example.com", shop.account.id)).toEqual(["store-alert-insufficient_balance"]);
    await adjustWallet(system(), shop.account.code, money(50), "top up");
    const { checkoutId } = await redeem(code, shop);
    await until(checkoutId, "delivered");
    expect((await getBalance(shop)).walletBalance.toNumber()).toBeLessThan(50);
  });

  test("a wallet that was emptied meanwhile, and a supplier that refuses: the code works again, and the traveller is told", async () => {
    const { shop, code, id } = await live(50);
    await simulator.set({ operation: "order", mode: "reject" });
    const first = await redeem(code, shop);
    await until(first.checkoutId, "refunded");
    expect(await mailsTo("mia@example.com", shop.account.id)).toEqual(["voucher"]);
    expect((await getBalance(shop)).walletBalance.toNumber()).toBe(50);
    await simulator.reset();
    const { items } = await listVouchers(shop, id, { limit: 1 });
    expect(items[0]).toMatchObject({ redeemedAt: null, sale: null });
    const second = await redeem(code, shop);
    await adjustWallet(system(), shop.account.code, money(-50), "spent elsewhere");
    await until(second.checkoutId, "refunded");
    await adjustWallet(system(), shop.account.code, money(50), "top up");
    const third = await redeem(code, shop);
    await until(third.checkoutId, "delivered");
    await expect(redeem(code, shop)).rejects.toMatchObject(REFUSED);
  });

  test("a plan that costs more than was allowed", async () => {
    const { shop, code } = await live(50);
    await database().query(sql`update voucher_batches set unit_cap = 0.01 where account_id = ${shop.account.id}`);
    await expect(redeem(code, shop)).rejects.toMatchObject({ code: "supplier_unavailable" });
  });
});

describe("a batch cannot be made", () => {
  test.each([
    ["without a name", { name: " " }, "name"],
    ["without codes", { size: 0 }, "size"],
    ["of too many", { size: 10_001 }, "size"],
    ["that has expired", { expiresAt: inDays(-1) }, "expiresAt"],
    ["for ever", { expiresAt: inDays(5_000) }, "expiresAt"],
    ["that could never be redeemed", { unitCap: money("0.01") }, "unitCap"],
  ])("%s", async (_what, given, field) => {
    await expect(make(ctx, given)).rejects.toMatchObject({ code: "validation_error", details: { field } });
  });
});

test("ten thousand codes are made at once", async () => {
  const { id, codeOf } = await make(ctx, { size: 10_000 });
  expect((await getVoucherBatch(ctx, id)).size).toBe(10_000);
  await redeem(codeOf(10_000));
});
