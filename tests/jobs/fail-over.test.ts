import { afterEach, describe, expect, test } from "vitest";
import { syncCatalog } from "#server/domain/catalogue/catalog/index.ts";
import { measureSuppliers, setSupplierOpen } from "#server/domain/catalogue/suppliers/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { listEntries } from "#server/domain/money/ledger/index.ts";
import { changeAccount } from "#server/domain/reseller/accounts/index.ts";
import { getOrder, placeOrder } from "#server/domain/selling/orders/index.ts";
import { readGauges } from "#server/files/metric-gauges.ts";
import { database, sql } from "#server/kernel/db.ts";

import { MINUTE } from "#server/kernel/time.ts";
import { delivered, over, packageOf, topUp } from "#tests/support/bought.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { claim, enter, newAccount, system } from "#tests/support/world.ts";

const suppliers = await simulatedSuppliers(["esimaccess", "airalo", "esimgo"]);

afterEach(async () => {
  await suppliers.reset();
  for (const code of ["esimaccess", "airalo", "esimgo"]) await setSupplierOpen(system(), code, true);
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

/** The dearest supplier's package of a product that a cheaper one sells too, so that the price to the reseller holds. */
async function sharedProduct(cheaper: string): Promise<{ packageId: string; productKey: string }> {
  const [row] = await database().query<{ packageId: string; productKey: string }>(sql`
    select p.package_id, p.product_key
      from packages p join packages q on q.product_key = p.product_key and q.supplier_code = ${cheaper} and q.cost_usd <= p.cost_usd
     where p.supplier_code = 'esimaccess' and p.status = 'on_sale' and q.status = 'on_sale' order by p.id limit 1`);
  return row!;
}

async function order(packageId: string, failover: boolean, quantity = 2) {
  const { code } = await newAccount({ wallet: 10_000, markup: 25 });
  await changeAccount(system(), code, { failover });
  const ctx = await enter(code);
  const { response } = await placeOrder(ctx, { packageId, quantity }, claim());
  const reference = `B2B-${(JSON.parse(response) as { id: number }).id}`;
  return { ctx, reference };
}

async function settled({ ctx, reference }: Awaited<ReturnType<typeof order>>) {
  await runJobsUntil(async () => !["queued", "processing"].includes((await getOrder(ctx, reference)).status));
  return await getOrder(ctx, reference);
}

const history = async (reference: string) =>
  (
    await database().query<{ note: string }>(
      sql`select note from order_moves where order_id = ${Number(reference.slice(4))} and note is not null`,
    )
  ).map(({ note }) => note);

describe("an order whose supplier is sold out", () => {
  test("is filled by an equal product of another supplier when the account allows it, at the price it was sold for", async () => {
    const { packageId } = await sharedProduct("airalo");
    await suppliers.of("esimaccess").set({ operation: "order", mode: "reject" });
    const placed = await order(packageId, true);
    const done = await settled(placed);
    expect(done).toMatchObject({ status: "delivered", deliveredQuantity: 2 });
    for (const profile of done.profiles) expect(profile.supplierCode).not.toBe("esimaccess");
    expect(await history(placed.reference)).toHaveLength(1);
    expect((await history(placed.reference))[0]).toMatch(/esimaccess \(\w+\) → (airalo|esimgo)/);
    const { items } = await listEntries(placed.ctx, { limit: 10 });
    expect(items.map(({ type }) => type)).toEqual(["debit", "deposit"]);
  });

  test("is refunded when the account does not allow it, which is the default", async () => {
    const { packageId } = await sharedProduct("airalo");
    await suppliers.of("esimaccess").set({ operation: "order", mode: "reject" });
    const placed = await order(packageId, false);
    expect(await settled(placed)).toMatchObject({ status: "failed" });
    expect((await listEntries(placed.ctx, { limit: 10 })).items.map(({ type }) => type)).toEqual([
      "refund",
      "debit",
      "deposit",
    ]);
  });

  test("is refunded when the equal product of every other supplier works in fewer countries", async () => {
    const { packageId } = await sharedProduct("airalo");
    await suppliers.of("esimaccess").set({ operation: "order", mode: "reject" });
    await database().query(sql`update packages set coverage = coverage || '{GR}' where package_id = ${packageId}`);
    try {
      expect(await settled(await order(packageId, true))).toMatchObject({ status: "failed" });
    } finally {
      await database().query(
        sql`update packages set coverage = array_remove(coverage, 'GR') where package_id = ${packageId}`,
      );
    }
  });

  test("is refunded when every other supplier is sold out too, or would cost the reseller more", async () => {
    const { packageId } = await sharedProduct("airalo");
    for (const code of ["esimaccess", "airalo", "esimgo"] as const)
      await suppliers.of(code).set({ operation: "order", mode: "reject" });
    expect(await settled(await order(packageId, true))).toMatchObject({ status: "failed" });
    await suppliers.reset();
    await suppliers.of("esimaccess").set({ operation: "order", mode: "reject" });
    await database().query(
      sql`update packages set cost_usd = cost_usd * 10 where supplier_code in ('airalo', 'esimgo')`,
    );
    try {
      expect(await settled(await order(packageId, true))).toMatchObject({ status: "failed" });
    } finally {
      await database().query(
        sql`update packages set cost_usd = cost_usd / 10 where supplier_code in ('airalo', 'esimgo')`,
      );
    }
  });
});

describe("an order of a package that its supplier has made another product of since", () => {
  /** As it was before the pull that comes after the sale. */
  const was = { productKey: "local:TR:99999mb:30d", contentHash: "of before" };
  const sales = async () => (await suppliers.of("esimaccess").records()).orders.length;

  test("is not filled with that by another supplier: it is refunded", async () => {
    const { packageId } = await sharedProduct("airalo");
    await database().prisma.package.update({ where: { packageId }, data: was });
    await suppliers.of("esimaccess").set({ operation: "order", mode: "timeout_before", times: 1 });
    const placed = await order(packageId, true);
    const orderId = Number(placed.reference.slice(4));
    await runJobsUntil(async () => (await database().prisma.supplierOrder.count({ where: { orderId } })) > 0);
    await syncCatalog(system(), "esimaccess");
    await suppliers.of("esimaccess").set({ operation: "order", mode: "reject" });
    expect(await settled(placed)).toMatchObject({ status: "failed", deliveredQuantity: 0 });
    expect(await history(placed.reference)).toEqual([]);
    // Whoever buys it as it is now, a moment later, has it from either.
    expect(await settled(await order(packageId, true))).toMatchObject({ status: "delivered" });
  });

  test("is not sent to that supplier either, when it was not yet", async () => {
    const { packageId } = await sharedProduct("airalo");
    await database().prisma.package.update({ where: { packageId }, data: was });
    const before = await sales();
    const placed = await order(packageId, true);
    await syncCatalog(system(), "esimaccess");
    expect(await settled(placed)).toMatchObject({ status: "failed", deliveredQuantity: 0 });
    expect(await sales()).toBe(before);
  });

  /** Its supplier makes another product of a package while an order of it waits to be sent. */
  async function changedBehind(failover: boolean) {
    const { packageId, productKey } = await sharedProduct("airalo");
    const placed = await order(packageId, failover);
    await database().prisma.package.update({ where: { packageId }, data: was });
    const done = await settled(placed);
    await database().prisma.package.update({ where: { packageId }, data: { productKey } });
    return { done, placed, packageId };
  }

  test("is filled by another supplier that sells what was sold, where its account allows that", async () => {
    const before = await sales();
    const { done, placed, packageId } = await changedBehind(true);
    expect(done).toMatchObject({ status: "delivered", deliveredQuantity: 2 });
    for (const { supplierCode } of done.profiles) expect(supplierCode).not.toBe("esimaccess");
    expect(await sales()).toBe(before);
    expect((await history(placed.reference))[0]).toContain("(package_unknown) → ");
    expect((await changedBehind(false)).done).toMatchObject({ status: "failed" });
    // Sold before its product was kept: what is known is when the package changed.
    const ofBefore = async (changedAgo: number) => {
      const sold = await order(packageId, false);
      const productChangedAt = new Date(Date.now() - changedAgo);
      await database().prisma.package.update({ where: { packageId }, data: { productChangedAt } });
      await database().query(sql`update orders set product_key = null where id = ${Number(sold.reference.slice(4))}`);
      return (await settled(sold)).status;
    };
    expect(await ofBefore(5 * MINUTE)).toBe("failed");
    expect(await ofBefore(15 * MINUTE)).toBe("delivered");
    await database().prisma.package.update({ where: { packageId }, data: { productChangedAt: null } });
  });

  test.each(
    (["esimaccess", "airalo", "esimgo"] as const).flatMap((code) => [
      [code, "timeout_before"] as const,
      [code, "rate_limited"] as const,
    ]),
  )("is not sent to %s again after %s: it is refunded", async (code, mode) => {
    const supplier = suppliers.of(code);
    const { prisma } = database();
    const packageId = await packageOf(code);
    const { productKey } = await prisma.package.findUniqueOrThrow({ where: { packageId } });
    const before = (await supplier.records()).orders.length;
    await supplier.set({ operation: "order", mode });
    const placed = await order(packageId, false, 1);
    const orderId = Number(placed.reference.slice(4));
    await runJobsUntil(async () => (await prisma.supplierOrder.count({ where: { orderId, sends: { gt: 0 } } })) > 0);
    await prisma.package.update({ where: { packageId }, data: was });
    await suppliers.reset();
    expect(await settled(placed)).toMatchObject({ status: "failed", deliveredQuantity: 0 });
    expect((await supplier.records()).orders).toHaveLength(before);
    await prisma.package.update({ where: { packageId }, data: { productKey } });
  });

  test("has the days that were sold when it was sent before the change", async () => {
    const { packageId, productKey } = await sharedProduct("airalo");
    await suppliers.of("esimaccess").set({ operation: "query", mode: "garbage" });
    const placed = await order(packageId, false, 1);
    const orderId = Number(placed.reference.slice(4));
    const { prisma } = database();
    await runJobsUntil(async () => (await prisma.supplierOrder.count({ where: { orderId, status: "accepted" } })) > 0);
    const { durationDays } = await prisma.package.findUniqueOrThrow({ where: { packageId } });
    await prisma.package.update({ where: { packageId }, data: { ...was, durationDays: durationDays + 100 } });
    await suppliers.of("esimaccess").set({ operation: "query", mode: "ok" });
    expect(await settled(placed)).toMatchObject({ status: "delivered" });
    expect((await prisma.esim.findFirstOrThrow({ where: { orderId } })).validityDays).toBe(durationDays);
    await prisma.package.update({ where: { packageId }, data: { productKey, durationDays } });
  });
});

describe("an order that may have reached its supplier", () => {
  test("is bought from nobody else while its outcome is unknown", async () => {
    const { packageId } = await sharedProduct("airalo");
    await suppliers.of("esimaccess").set({ operation: "order", mode: "timeout_after", times: 1 });
    const placed = await order(packageId, true);
    const done = await settled(placed);
    expect(done).toMatchObject({ status: "delivered" });
    for (const profile of done.profiles) expect(profile.supplierCode).toBe("esimaccess");
    expect(await history(placed.reference)).toEqual([]);
  });
});

describe("a queued order", () => {
  test("goes to another supplier at once when its own was closed after the sale", async () => {
    const { packageId } = await sharedProduct("airalo");
    const placed = await order(packageId, true);
    await setSupplierOpen(system(), "esimaccess", false);
    const done = await settled(placed);
    expect(done.status).toBe("delivered");
    expect(done.profiles[0]!.supplierCode).not.toBe("esimaccess");
    expect(await history(placed.reference)).toHaveLength(1);
  });
});

test("the health of each supplier is measured from what it was asked and what it answered", async () => {
  const { packageId } = await sharedProduct("airalo");
  await settled(await order(packageId, false));
  const health = (await measureSuppliers(system())).find(({ code }) => code === "esimaccess")!;
  expect(health.calls).toBeGreaterThan(0);
  expect(health.successRate).toBeGreaterThan(0);
  expect(health.latencyMs).toBeGreaterThan(0);
  expect(health.deliverySeconds).not.toBeNull();
});

test("how long our wallet with a supplier lasts counts top-ups as well", async () => {
  const runway = async () => (await measureSuppliers(system())).find(({ code }) => code === "esimaccess")!.runwayDays;
  const { ctx, iccid } = await delivered("esimaccess");
  await database().query(sql`update suppliers set balance_usd = 1000, balance_at = now() where code = 'esimaccess'`);
  const before = await runway();
  expect((await over(ctx, (await topUp(ctx, iccid)).id)).status).toBe("succeeded");
  expect(await runway()).toBeLessThan(before!);
});

test("a look at the metrics reads what each supplier did once, and its costs again only when the catalogue has changed", async () => {
  const texts: string[] = [];
  const { db } = system();
  const ctx = system({
    db: {
      ...db,
      query(statement) {
        texts.push(statement.text);
        return db.query(statement);
      },
    },
  });
  const count = (part: string) => texts.filter((text) => text.includes(part)).length;
  const plans = async () => (await measureSuppliers(ctx)).find(({ code }) => code === "esimaccess")!.walletPlans!;
  await database().query(sql`update suppliers set balance_usd = 100 where code = 'esimaccess'`);
  const before = await plans();
  texts.length = 0;
  await readGauges(ctx);
  await readGauges(ctx);
  expect(count("from supplier_calls where created_at")).toBe(2);
  expect(count("order by cost_usd")).toBe(0);
  await database().query(sql`update packages set cost_usd = cost_usd * 2 where supplier_code = 'esimaccess'`);
  expect(await plans()).toBeCloseTo(before / 2, 0);
  expect(count("order by cost_usd")).toBe(1);
});
