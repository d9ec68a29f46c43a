import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { productKey } from "#server/domain/catalogue/catalog/package.ts";
import { regionCode } from "#server/domain/catalogue/places/geography.ts";
import { airalo } from "#server/domain/catalogue/suppliers/airalo/adapter.ts";
import { esimAccess } from "#server/domain/catalogue/suppliers/esimaccess/adapter.ts";
import type { Supplier, SupplierPackage } from "#server/domain/catalogue/suppliers/port.ts";
import { startSimulators } from "#server/simulator/start-simulators.ts";
import { CLIENT_ID, PACKAGE, SECRET, simulateAiralo } from "./airalo-buyer.ts";

let ours: SupplierPackage[];
let theirs: SupplierPackage[];

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "simulator-"));
  const running = await startSimulators({ dataDir });
  const { addresses } = running;
  ours = await list(
    airalo({ url: addresses.airalo, clientId: CLIENT_ID, clientSecret: SECRET, isAsync: false }, () => {}),
  );
  theirs = await list(esimAccess({ url: addresses.esimaccess, accessCode: "test" }, () => {}));
  await running.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function list(supplier: Supplier): Promise<SupplierPackage[]> {
  const answer = await supplier.listPackages();
  if (answer.kind !== "done" || answer.refused.length > 0) throw new Error(JSON.stringify(answer).slice(0, 500));
  return answer.packages;
}

/** As the catalogue makes it. */
function keyOf(item: SupplierPackage): string {
  const countryCode = item.type === "local" ? item.coverage[0]! : null;
  return productKey({ ...item, countryCode, regionCode: regionCode(item.type, item.coverage) });
}

test("the adapter reads the whole catalogue, and its packages have names of their own", () => {
  expect(ours.length).toBeGreaterThan(600);
  expect(new Set(ours.map(({ supplierPackageId }) => supplierPackageId)).size).toBe(ours.length);
  for (const type of ["local", "regional", "global"] as const)
    expect(ours.filter((item) => item.type === type).length).toBeGreaterThan(5);
  for (const isUnlimited of [true, false])
    expect(ours.filter(({ unlimited }) => unlimited === isUnlimited).length).toBeGreaterThan(50);
  for (const canTopUp of [true, false])
    expect(ours.filter(({ topupSupported }) => topupSupported === canTopUp).length).toBeGreaterThan(50);
  expect(new Set(ours.map(({ activation }) => activation)).size).toBe(2);
});

test("its products are eSIM Access's products, at other prices and on more than one operator", () => {
  const others = new Map(theirs.map((item) => [keyOf(item), item]));
  expect(ours.filter((item) => !others.has(keyOf(item))).map(keyOf)).toEqual([]);
  const countries = new Set(ours.flatMap((item) => (item.type === "local" ? item.coverage : [])));
  expect(countries.size).toBeGreaterThan(100);
  const cheaper = ours.filter((item) => item.costUsd.lessThan(others.get(keyOf(item))!.costUsd)).length;
  expect(cheaper).toBeGreaterThan(100);
  expect(ours.length - cheaper).toBeGreaterThan(100);
  const turkish = ours.filter((item) => keyOf(item) === "local:TR:5120mb:30d");
  expect(turkish).toHaveLength(2);
  expect(turkish[0]!.operators).not.toEqual(turkish[1]!.operators);
});

test("every package has a price below the one it is to be sold at, and a network in each country", () => {
  for (const item of ours) {
    expect(item.costUsd.greaterThan(0) && item.suggestedRetailUsd!.greaterThan(item.costUsd)).toBe(true);
    expect(new Set(item.operators.map(({ country }) => country))).toEqual(new Set(item.coverage));
    expect(item.networkType).toMatch(/^(4G|5G|4G\/5G)$/);
  }
});

test("the list has filters and pages, whose further ones are objects with numbers for keys", async () => {
  const { call, control } = await simulateAiralo();
  const places = async (query: string) => (await call(`packages?limit=1000&${query}`)).data as unknown as object[];
  expect((await places("filter[type]=local")).length + (await places("filter[type]=global")).length).toBe(
    (await places("")).length,
  );
  expect(await places("filter[country]=TR&filter[type]=local")).toMatchObject([
    { slug: "turkiye", country_code: "TR" },
  ]);
  const second = await call("packages?limit=10&page=2");
  expect(Object.keys(second.data)).toEqual(Array.from({ length: 10 }, (_, n) => String(10 + n)));
  expect(second.meta).toMatchObject({ current_page: 2, per_page: "10" });
  expect(JSON.stringify(await places("filter[country]=TR"))).not.toContain("-topup");
  expect(JSON.stringify(await places("filter[country]=TR&include=topup"))).toContain(`${PACKAGE}-topup`);
  await control({ kind: "price", supplier: "airalo", supplierPackageId: PACKAGE, usd: 2.9999 });
  expect(JSON.stringify(await places("filter[country]=TR"))).toContain('"net_price":2.9999');
  expect((await call("packages?limit=0")).status).toBe(422);
  await expect(control({ kind: "price", supplier: "airalo", supplierPackageId: "x", usd: 1 })).rejects.toThrow(
    'The supplier airalo has no package "x".',
  );
});
