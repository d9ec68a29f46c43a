import { describe, expect, test } from "vitest";
import type { SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { getBalance } from "#server/domain/money/ledger/index.ts";
import { listTopups } from "#server/domain/selling/actions/index.ts";
import { getEsim } from "#server/domain/selling/esims/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { after, HOUR } from "#server/kernel/time.ts";
import { delivered, over, placed, settled, topUp } from "#tests/support/bought.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";

const suppliers = await simulatedSuppliers(["airalo", "esimgo", "esimaccess"], { timeScale: 0.05 });
const db = database();

type Item = { packageId: string; supplierPackageId: string; costUsd: Money };

/** Cheap packages, each of a country of its own: a look at one says nothing of the next. */
async function packagesOf(code: SupplierCode): Promise<Item[]> {
  return await db.query<Item>(sql`
    select distinct on (country_code) package_id, supplier_package_id, cost_usd from packages
     where supplier_code = ${code} and status = 'on_sale' and type = 'local' and not unlimited and topup_supported order by country_code, cost_usd limit 8`);
}
const AIRALO = await packagesOf("airalo");

const costOf = async (orderId: number) =>
  (await db.query<{ cost: Money }>(sql`select unit_cost_usd as cost from supplier_orders where order_id = ${orderId}`))
    .at(-1)!
    .cost.toNumber();
const listedCost = async ({ packageId }: Item) =>
  (
    await db.query<{ cost: Money }>(sql`select cost_usd as cost from packages where package_id = ${packageId}`)
  )[0]!.cost.toNumber();
const looks = async () =>
  (await db.query(sql`select from supplier_calls where supplier_code = 'airalo' and operation = 'catalog'`)).length;
const told = async (about: string) =>
  (await db.query<{ text: string }>(sql`select text from notices where kind = 'catalog.cost'`)).filter(({ text }) =>
    text.includes(about),
  );

describe("a supplier that takes its own price", () => {
  test("is asked for it before the purchase: above what the reseller paid nothing is bought, and the order is refunded", async () => {
    const [item] = AIRALO;
    await suppliers.of("airalo").price(item!.supplierPackageId, 40);
    const { orders } = await suppliers.of("airalo").records();
    const order = await placed(item!.packageId);
    expect((await settled(order)).status).toBe("failed");
    expect((await suppliers.of("airalo").records()).orders).toHaveLength(orders.length);
    expect((await getBalance(order.ctx)).walletBalance.toNumber()).toBe(10_000);
    expect(await listedCost(item!)).toBe(40);
  });

  test("is paid a price that moved while that is no loss, and it is on record", async () => {
    const item = AIRALO[1]!;
    const moved = item.costUsd.times(1.05).toDecimalPlaces(2).toNumber();
    await suppliers.of("airalo").price(item.supplierPackageId, moved);
    const order = await placed(item.packageId);
    expect((await settled(order)).status).toBe("delivered");
    expect([await costOf(order.id), await listedCost(item)]).toEqual([moved, moved]);
  });

  test("is not asked again within minutes; what it takes then is on record, and people are told", async () => {
    const item = AIRALO[2]!;
    const before = await looks();
    const first = await placed(item.packageId);
    await settled(first);
    expect(await looks()).toBe(before + 1);
    // However long that took here, it is a moment ago.
    const asked = processSingleton("costs-asked", () => new Map<string, Date>());
    asked.set(`airalo ${item.supplierPackageId}`, after(new Date(), HOUR));
    await suppliers.of("airalo").price(item.supplierPackageId, 40);
    const second = await placed(item.packageId);
    await settled(second);
    expect(await looks()).toBe(before + 1);
    expect(await costOf(second.id)).toBe(40);
    expect(await told(second.reference)).toHaveLength(1);
  });

  test("is not bought from while it does not tell its price", async () => {
    const item = AIRALO[3]!;
    await suppliers.of("airalo").set({ operation: "catalog", mode: "error_before", times: 2 });
    const { orders } = await suppliers.of("airalo").records();
    const order = await placed(item.packageId);
    expect((await settled(order)).status).toBe("delivered");
    expect((await suppliers.of("airalo").records()).orders).toHaveLength(orders.length + 1);
    expect((await suppliers.of("airalo").records()).modes).toEqual([]);
  });
});

test("what eSIM Go took, by its own record, is what is on record as the cost", async () => {
  const [item] = await packagesOf("esimgo");
  const fallen = item!.costUsd.times(0.9).toDecimalPlaces(2).toNumber();
  await suppliers.of("esimgo").price(item!.supplierPackageId, fallen);
  const order = await placed(item!.packageId, 7);
  expect((await settled(order)).status).toBe("delivered");
  expect(await costOf(order.id)).toBe(fallen);
});

describe("a top-up", () => {
  const costOfTopup = async (id: number) =>
    (
      await db.query<{ cost: Money }>(sql`select unit_cost_usd as cost from actions where id = ${id}`)
    )[0]!.cost.toNumber();
  const chosen = async (ctx: Awaited<ReturnType<typeof delivered>>["ctx"], iccid: string) => {
    const listed = await listTopups(ctx, await getEsim(ctx, iccid), 60_000);
    if (listed.kind !== "found") throw new Error(listed.kind);
    return listed.value.topups[0]!;
  };

  test.each(["airalo", "esimgo"] as const)("of %s costs on record what the supplier took", async (code) => {
    const { ctx, iccid } = await delivered(code);
    const { code: topup, costUsd } = await chosen(ctx, iccid);
    const fallen = costUsd.times(0.9).toDecimalPlaces(2).toNumber();
    await suppliers.of(code).price(topup, fallen);
    const { id } = await topUp(ctx, iccid);
    expect((await over(ctx, id)).status).toBe("succeeded");
    expect(await costOfTopup(id)).toBe(fallen);
    await suppliers.of(code).price(topup, costUsd.toNumber());
  });

  test.each(["airalo", "esimgo", "esimaccess"] as const)(
    "of %s whose price moved above what was charged is not bought: it is paid back, and the next one is priced anew",
    async (code) => {
      const { ctx, iccid } = await delivered(code);
      const { code: topup, costUsd } = await chosen(ctx, iccid);
      await db.query(sql`update topup_options set fetched_at = fetched_at - interval '10 minutes'`);
      await suppliers.of(code).price(topup, 40);
      const { topups } = await suppliers.of(code).records();
      const before = (await getBalance(ctx)).walletBalance;
      const { id } = await topUp(ctx, iccid);
      expect((await over(ctx, id)).status).toBe("failed");
      expect((await suppliers.of(code).records()).topups).toHaveLength(topups.length);
      expect((await getBalance(ctx)).walletBalance).toEqual(before);
      expect((await chosen(ctx, iccid)).costUsd.toNumber()).toBe(40);
      await suppliers.of(code).price(topup, costUsd.toNumber());
    },
  );
});
