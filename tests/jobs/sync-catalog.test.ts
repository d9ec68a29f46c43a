import { afterEach, describe, expect, test } from "vitest";
import {
  listCountries,
  listPackages,
  listRegions,
  syncCatalog,
  withdrawPackage,
} from "#server/domain/catalogue/catalog/index.ts";
import { refreshRates } from "#server/domain/catalogue/pricing/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

const simulator = await simulatedSupplier();
const { code } = await newAccount();
afterEach(() => simulator.reset());

const sync = () => syncCatalog(system(), "esimaccess");
const all = async () => {
  const ctx = await enter(code);
  const items = [];
  for (let cursor: number | undefined; ; ) {
    const page = await listPackages(ctx, { includeVariants: true }, { limit: 100, cursor });
    items.push(...page.items);
    if (!page.nextCursor) return items;
    cursor = page.nextCursor;
  }
};

const noticeKinds = async () =>
  (await database().query<{ kind: string }>(sql`select kind from notices where account_id is null`)).map(
    ({ kind }) => kind,
  );

describe("the catalogue of the simulator", () => {
  test("covers the world: 300 packages, 60 countries with a local and a wider package, six regions and global", async () => {
    const ctx = await enter(code);
    const items = await all();
    expect(items.length).toBeGreaterThanOrEqual(300);
    const countries = await listCountries(ctx);
    expect(countries.length).toBeGreaterThanOrEqual(60);
    const wider = new Set(items.filter(({ type }) => type !== "local").flatMap(({ coverage }) => coverage));
    expect(countries.filter((country) => wider.has(country.code)).length).toBeGreaterThanOrEqual(60);
    const regions = await listRegions(ctx);
    expect(regions.filter(({ type }) => type === "regional").length).toBeGreaterThanOrEqual(6);
    expect(regions.at(-1)).toMatchObject({ code: "global", type: "global" });
    expect(
      items.some(({ unlimited }) => unlimited) &&
        items.some(({ perDay }) => perDay) &&
        items.some(({ topupSupported }) => !topupSupported),
    ).toBe(true);
  });

  test("has exactly one main package per product, the one with the lowest id", async () => {
    for (const [, variants] of Map.groupBy(await all(), ({ productKey }) => productKey)) {
      const main = variants.filter(({ isVariant }) => !isVariant);
      expect(main).toHaveLength(1);
      expect(main[0]!.id).toBe(Math.min(...variants.map(({ id }) => id)));
    }
  });
});

describe("a pull", () => {
  test("that brings nothing new changes nothing a reseller could see", async () => {
    const before = await all();
    expect(await sync()).toMatchObject({ added: 0, changed: 0, withdrawn: 0, refused: 0 });
    expect((await all()).map(({ id, updatedAt }) => [id, updatedAt])).toEqual(
      before.map(({ id, updatedAt }) => [id, updatedAt]),
    );
  });

  test("uses up numbers for what is new or changed alone: they have an end", async () => {
    const last = () => database().query<{ last: number }>(sql`select last_value as last from packages_id_seq`);
    const before = await last();
    await sync();
    expect(await last()).toEqual(before);
  });

  test("takes a moved cost over, and only that package counts as changed", async () => {
    const before = new Date();
    await simulator.price("TR_5_30", 9.99);
    expect(await sync()).toMatchObject({ added: 0, changed: 1, withdrawn: 0 });
    const changed = await listPackages(
      await enter(code),
      { includeVariants: true, updatedSince: before },
      { limit: 10 },
    );
    expect(changed.items.map(({ packageId, baseUnitPrice }) => [packageId, baseUnitPrice.toNumber()])).toEqual([
      ["esimaccess-TR_5_30", 12.4875],
    ]);
    expect(changed.total).toBe(1);
  });

  test("counts as changed when it is taken over: whoever read while the supplier answered is told next time", async () => {
    let now = Date.now();
    // After the rules and rates of this file were made: they count for every package.
    const readAt = new Date(now + 60_000);
    const db = database();
    const transaction: typeof db.transaction = async (work) => {
      now = readAt.getTime() + 1_000;
      return await db.transaction(work);
    };
    await simulator.price("TR_5_30", 9.98);
    await syncCatalog(system({ db: { ...db, transaction }, clock: { now: () => new Date(now) } }), "esimaccess");
    const changed = await listPackages(
      await enter(code),
      { includeVariants: true, updatedSince: readAt },
      { limit: 10 },
    );
    expect(changed.items.map(({ packageId }) => packageId)).toEqual(["esimaccess-TR_5_30"]);
  });

  test("that fails or is nonsense leaves the catalogue as it is", async () => {
    const count = (await all()).length;
    for (const mode of ["error_before", "garbage", "rate_limited", "timeout_before"]) {
      await simulator.set({ operation: "catalog", mode, times: 1 });
      await expect(sync()).rejects.toMatchObject({ code: "supplier_error" });
    }
    expect((await all()).length).toBe(count);
  });

  test("that lacks more than a fifth of what is on sale is refused with an alarm on record", async () => {
    const count = (await all()).length;
    await simulator.set({ operation: "catalog", mode: "partial", quantity: Math.floor(count * 0.75) });
    await expect(sync()).rejects.toThrow(/refused, nothing was changed/);
    expect((await all()).length).toBe(count);
    const [pull] = await database().query(sql`select status, message from catalog_pulls order by id desc limit 1`);
    expect(pull).toMatchObject({ status: "refused" });
    expect(await noticeKinds()).toContain("catalog.refused");
  });

  test("keeps the history of every cost, and tells of a move by more than a quarter", async () => {
    const [item] = await database().query<{ id: number; supplierId: string; costUsd: Money }>(sql`
      select id, supplier_package_id as supplier_id, cost_usd from packages
       where supplier_code = 'esimaccess' and status = 'on_sale' order by id limit 1`);
    const { id, supplierId, costUsd } = item!;
    const history = async () =>
      (
        await database().query<{ costUsd: Money }>(
          sql`select cost_usd from package_costs where package_id = ${id} order by id`,
        )
      ).map((row) => row.costUsd.toNumber());
    await simulator.price(supplierId, costUsd.toNumber() + 0.05);
    await sync();
    expect(await history()).toEqual([costUsd.toNumber() + 0.05]);
    const told = (await noticeKinds()).filter((kind) => kind === "catalog.cost").length;
    await simulator.price(supplierId, costUsd.toNumber() * 2);
    await sync();
    expect((await noticeKinds()).filter((kind) => kind === "catalog.cost").length).toBe(told + 1);
    expect(await history()).toHaveLength(2);
    await simulator.price(supplierId, costUsd.toNumber());
    await sync();
  });

  test("withdraws what is missing twice in a row, not once, and brings it back when the supplier does", async () => {
    const items = await all();
    await simulator.set({ operation: "catalog", mode: "partial", quantity: items.length - 5 });
    expect(await sync()).toMatchObject({ withdrawn: 0 });
    expect((await all()).length).toBe(items.length);
    await simulator.reset();
    expect(await sync()).toMatchObject({ changed: 0, withdrawn: 0 });
    await simulator.set({ operation: "catalog", mode: "partial", quantity: items.length - 5 });
    expect(await sync()).toMatchObject({ withdrawn: 0 });
    expect(await sync()).toMatchObject({ withdrawn: 5 });
    expect((await all()).length).toBe(items.length - 5);
    await simulator.reset();
    expect(await sync()).toMatchObject({ changed: 5, withdrawn: 0 });
    expect((await all()).map(({ id }) => id)).toEqual(items.map(({ id }) => id));
  });

  test("does not bring back what was withdrawn by hand; the next variant becomes the main package", async () => {
    const items = await all();
    const [main, variant] = [...Map.groupBy(items, ({ productKey }) => productKey).values()].find(
      (group) => group.length > 1,
    )!;
    await withdrawPackage(system(), main!.packageId, variant!.packageId);
    await sync();
    const after = await all();
    expect(after.some(({ id }) => id === main!.id)).toBe(false);
    expect(after.find(({ id }) => id === variant!.id)!.isVariant).toBe(false);
  });
});

test("rates come from the daily file, and those pinned by hand stay", async () => {
  const { pinRate, listRates } = await import("#server/domain/catalogue/pricing/index.ts");
  const { money } = await import("#server/kernel/money.ts");
  await refreshRates(system());
  await pinRate(system(), { currency: "CHF", rate: money("0.5"), verified: true, ageMs: 0 });
  await refreshRates(system());
  // Pinned while the file was being read, and before anything of it was written.
  const db = database();
  const transaction: typeof db.transaction = async (work) => {
    await pinRate(system(), { currency: "GBP", rate: money("0.4"), verified: true, ageMs: 0 });
    return await db.transaction(work);
  };
  await refreshRates(system({ db: { ...db, transaction } }));
  const rates = new Map((await listRates(system())).map((rate) => [rate.currency, rate]));
  expect(Number(rates.get("CHF")!.rate)).toBe(0.5);
  expect(rates.get("GBP")).toMatchObject({ rate: money("0.4"), source: "manual", pinned: true });
  expect(rates.get("EUR")).toMatchObject({ source: "ecb", fault: null });
  expect(rates.size).toBeGreaterThan(20);
});
