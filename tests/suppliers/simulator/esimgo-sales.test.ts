import { expect, test } from "vitest";
import { esimAccess } from "#server/domain/catalogue/suppliers/esimaccess/adapter.ts";
import { esimGo } from "#server/domain/catalogue/suppliers/esimgo/adapter.ts";
import type { EsimRef, SupplierPackage } from "#server/domain/catalogue/suppliers/port.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import { BUNDLES } from "#server/simulator/esimgo/catalogue.ts";
import { luhnDigit } from "#server/simulator/sim-numbers.ts";
import {
  aWhileAgo,
  BUNDLE,
  KEY,
  kindOf,
  nothingLinked,
  orderOf,
  PRICE,
  simulateEsimGo,
  UNFIT,
  valueIn,
} from "./esimgo-simulation.ts";

overrideEnv({ timeScale: 0.05 });

const line = (more: object = {}) => ({ type: "bundle", item: BUNDLE, quantity: 1, ...more });
const transaction = (...order: object[]) => ({ type: "transaction", assign: true, order });
const packagesOf = async (adapter: ReturnType<typeof esimGo>) => {
  const answer = await adapter.listPackages();
  if (answer.kind !== "done") throw new Error(answer.message);
  expect(answer.refused).toEqual([]);
  return answer.packages;
};
const productOf = ({ type, coverage, dataMb, unlimited, perDay, durationDays }: SupplierPackage) =>
  JSON.stringify([type, [...coverage].sort(), unlimited ? "unlimited" : dataMb, perDay, durationDays]);

test("the whole catalogue can be read, is of every kind, and every product is one that eSIM Access sells too", async () => {
  const { adapter, addresses } = await simulateEsimGo();
  const packages = await packagesOf(adapter);
  const other = esimAccess({ url: addresses.esimaccess, accessCode: "any" }, () => {});
  const products = new Set((await packagesOf(other)).map(productOf));
  expect(packages.length).toBe(BUNDLES.length);
  expect(packages.length).toBeGreaterThan(300);
  for (const type of ["local", "regional", "global"]) expect(packages.some((item) => item.type === type)).toBe(true);
  expect(packages.filter(({ unlimited }) => unlimited).length).toBeGreaterThan(20);
  expect(packages.filter((item) => !products.has(productOf(item)))).toEqual([]);
  expect(packages.find(({ supplierPackageId }) => supplierPackageId === BUNDLE)).toMatchObject({
    name: "Türkiye 5GB 30 Days",
    dataMb: 5 * 1024,
    coverage: ["TR"],
    costUsd: money(PRICE),
  });
});

test("bundles are found by country, region, name and page; prices are whole cents", async () => {
  const { ask } = await simulateEsimGo();
  const listed = async (query: string) => {
    const { json } = await ask("GET", `catalogue?${query}`);
    return json as {
      bundles: { name: string; price: number; countries: { iso: string; region: string }[] }[];
      rows: number;
      pageCount: number;
    };
  };
  const turkish = await listed("countries=TR");
  expect(turkish.bundles.map(({ name }) => name)).toContain(BUNDLE);
  expect(turkish.bundles.every(({ countries }) => countries[0]!.iso === "TR")).toBe(true);
  expect((await listed("region=Oceania")).bundles.every(({ countries }) => countries[0]!.region === "Oceania")).toBe(
    true,
  );
  const page = await listed("page=2&perPage=200");
  expect([page.bundles.length, page.rows, page.pageCount]).toEqual([
    200,
    BUNDLES.length,
    Math.ceil(BUNDLES.length / 200),
  ]);
  for (const { price } of page.bundles) expect(Math.round(price * 100)).toBeCloseTo(price * 100, 9);
  expect((await ask("GET", `catalogue/bundle/${BUNDLE}`)).json).toMatchObject({ name: BUNDLE, price: PRICE });
  expect((await ask("GET", `catalogue/bundle/${BUNDLE.toLowerCase()}`)).status).toBe(400);
  expect(new Set(BUNDLES.map(({ name }) => name)).size).toBe(BUNDLES.length);
});

test("a dry run changes nothing; the same order twice is sold twice", async () => {
  const { ask, records } = await simulateEsimGo();
  const quote = await ask("POST", "orders", { ...transaction(line({ quantity: 2 })), type: "validate" });
  expect(quote.json).toMatchObject({ total: 2 * PRICE, currency: "USD", valid: true });
  expect((await records()).orders).toEqual([]);
  for (let time = 0; time < 2; time++) expect((await ask("POST", "orders", transaction(line()))).status).toBe(200);
  const { orders, balanceUsd, esims } = await records();
  expect(orders).toHaveLength(2);
  expect(balanceUsd).toBeCloseTo(10_000_000 - 2 * PRICE, 6);
  for (const { iccid } of esims) expect(luhnDigit(iccid.slice(0, -1))).toBe(Number(iccid.at(-1)));
});

test("small orders are answered with their eSIMs, larger ones while they are being processed", async () => {
  const { ask, adapter, esimsOf, records } = await simulateEsimGo();
  const small = await ask("POST", "orders", transaction(line({ quantity: 5 })));
  expect(small.json).toMatchObject({ status: "completed", assigned: true, order: [{ esims: Array(5).fill({}) }] });
  const large = await ask("POST", "orders", transaction(line({ quantity: 6 })));
  expect(large.json).toMatchObject({ status: "processing", assigned: false });
  const reference = String(large.json.orderReference);
  for (const path of [`orders/${reference}`, `esims/assignments?reference=${reference}`]) {
    const answer = await ask("GET", path);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  }
  expect(valueIn(await adapter.getOrderEsims(reference, "T-1"))).toEqual({ esims: [], allocating: true });
  const esims = await esimsOf(reference);
  expect(esims).toHaveLength(6);
  expect(esims[0]).toMatchObject({
    status: "ready",
    totalBytes: 5e9,
    usedBytes: 0,
    smdpAddress: "rsp.esimgo-sim.example",
  });
  // The reference that the adapter has written to the eSIMs is what people find the order by.
  expect((await records()).orders.map(({ reference }) => reference)).toEqual(["", "T-1"]);
});

test("installation details are CSV unless JSON is asked for; one eSIM is an object", async () => {
  const { ask, bought } = await simulateEsimGo();
  const [esim] = (await bought(1)) as [EsimRef];
  const path = `esims/assignments?reference=${esim.supplierReference}`;
  const csv = await ask("GET", path, undefined, { accept: "*/*" });
  expect(csv.text.split("\n")[0]).toBe("iccid,matchingId,smdpAddress,profileStatus,pin,puk");
  expect(csv.text.split("\n")[1]).toMatch(
    new RegExp(`^${esim.iccid},[0-9A-F-]{23},rsp\\.esimgo-sim\\.example,Released,`),
  );
  expect((await ask("GET", path)).json).toMatchObject({ iccid: esim.iccid, profileStatus: "Released" });
  const [two] = await bought(2);
  expect((await ask("GET", `esims/assignments?reference=${two!.supplierReference}`)).json).toHaveLength(2);
});

test("orders are listed by time, the newest first, with refunds among them", async () => {
  const { ask, bought, adapter } = await simulateEsimGo();
  const from = new Date().toISOString();
  const [first] = (await bought(1)) as [EsimRef];
  const [second] = (await bought(2)) as [EsimRef];
  await adapter.cancel(first);
  const list = async (query: string) =>
    (await ask("GET", `orders?${query}`)).json.orders as {
      orderReference: string;
      total: number;
      order: { type: string; iccids?: string[] }[];
    }[];
  const all = await list(`createdAt=gte:${from}`);
  expect(all.map(({ order }) => order[0]!.type)).toEqual(["bundleRefund", "bundle", "bundle"]);
  expect(all.slice(1).map(({ orderReference }) => orderReference)).toEqual([
    second.supplierReference,
    first.supplierReference,
  ]);
  expect(all[1]!.order[0]!.iccids).toBeUndefined();
  expect((await list("includeIccids=true"))[1]!.order[0]!.iccids).toHaveLength(2);
  expect(await list(`createdAt=lte:${from}`)).toEqual([]);
  expect((await list("limit=1&page=2")).map(({ orderReference }) => orderReference)).toEqual([
    second.supplierReference,
  ]);
  expect((await ask("GET", "orders?createdAt=yesterday")).status).toBe(400);
});

test("only the account's key opens anything, and what makes no sense is refused in words", async () => {
  const { ask, addresses, adapter, bought } = await simulateEsimGo();
  const [esim] = (await bought(1)) as [EsimRef];
  expect((await ask("GET", "organisation", undefined, { "x-api-key": "wrong" })).status).toBe(403);
  const stranger = esimGo({ url: addresses.esimgo, apiKey: "wrong", refunds: true }, () => {});
  expect(kindOf(await stranger.order(orderOf()))).toBe("refused");
  expect((await stranger.listPackages()).kind).toBe("unknown");
  // A key that does not hold makes no eSIM disappear.
  expect((await stranger.getEsims([esim])).get(esim.iccid)!.kind).toBe("unknown");
  const refused: [string, string, unknown, number][] = [
    ["POST", "orders", transaction(), 400],
    ["POST", "orders", transaction(line({ item: "esim_1GB_7D_XX_V2" })), 400],
    ["POST", "orders", transaction(line({ quantity: 0 })), 400],
    ["POST", "orders", transaction(line({ quantity: 2, iccids: [esim.iccid] })), 400],
    ["POST", "orders", transaction(line({ iccids: ["8944500000000000000"] })), 403],
    ["POST", "orders", transaction(line({ item: UNFIT, iccids: [esim.iccid] })), 400],
    ["POST", "orders", { ...transaction(line()), assign: false }, 400],
    ["POST", "orders", [], 400],
    ["GET", "orders/none", undefined, 400],
    ["GET", "esims/8944500000000000000", undefined, 403],
    ["DELETE", `esims/${esim.iccid}/bundles/none`, undefined, 400],
    ["POST", `esims/${esim.iccid}/suspend`, { suspend: "yes" }, 400],
    ["PUT", "esims", { iccid: esim.iccid }, 400],
    ["GET", "nowhere", undefined, 404],
  ];
  for (const [method, path, body, status] of refused) {
    const answer = await ask(method, path, body);
    expect([method, path, answer.status, typeof answer.json.message]).toEqual([method, path, status, "string"]);
  }
  expect(kindOf(await adapter.order(orderOf(1, "esim_1GB_7D_XX_V2")))).toBe("package_unknown");
});

test("a price that moved is refused by the adapter at the old price, and holds for whoever pays it", async () => {
  const { adapter, control, records } = await simulateEsimGo();
  expect(await control({ kind: "price", supplier: "esimgo", supplierPackageId: BUNDLE, usd: 3.1 })).toEqual({
    supplier: "esimgo",
    supplierPackageId: BUNDLE,
    fromUsd: PRICE,
    toUsd: 3.1,
  });
  expect(kindOf(await adapter.order(orderOf(3)))).toBe("price_changed");
  expect((await records()).orders).toEqual([]);
  expect(kindOf(await adapter.order(orderOf(3, BUNDLE, 3.1)))).toBe("done");
  await control({ kind: "price", supplier: "esimgo", supplierPackageId: BUNDLE, usd: 2 });
  expect(kindOf(await adapter.order(orderOf(3)))).toBe("done");
  expect((await records()).orders.map(({ paidUsd }) => paidUsd)).toEqual([3 * 3.1, 6]);
  await control({ kind: "price", supplier: "esimgo", supplierPackageId: BUNDLE, usd: 100_000 });
  expect(kindOf(await adapter.order(orderOf(50, BUNDLE, 100_000)))).toBe("done");
  expect(kindOf(await adapter.order(orderOf(50, BUNDLE, 100_000)))).toBe("supplier_funds");
});

test("every option for a top-up can be put on the eSIM; what its network does not carry is refused before it is sent", async () => {
  const { adapter, ask, bought, records } = await simulateEsimGo();
  const [esim] = (await bought(1)) as [EsimRef];
  const options = valueIn(await adapter.topupOptions(esim));
  expect(options.length).toBeGreaterThan(4);
  for (const { code } of options)
    expect((await ask("GET", `esims/${esim.iccid}/compatible/${code}`)).json).toEqual({ compatible: true });
  const before = valueIn(await adapter.topupEvidence(esim));
  const unfit = { reference: "U-1", esim, option: { code: UNFIT, costUsd: money(100) }, before };
  expect(await adapter.topup(unfit)).toMatchObject({ kind: "rejected", code: "refused" });
  expect((await records()).topups).toEqual([]);
  const [regional] = (await bought(1, "esim_1GB_7D_REU42_V2", 100)) as [EsimRef];
  expect(valueIn(await adapter.topupOptions(regional)).map(({ code }) => code)).toContain("esim_10GB_30D_REU42_V2");
});

test("a top-up adds to the eSIM and is on record with its price", async () => {
  const { adapter, bought, esimAt, records } = await simulateEsimGo();
  const [esim] = (await bought(1)) as [EsimRef];
  const option = valueIn(await adapter.topupOptions(esim)).find(({ code }) => code === BUNDLE)!;
  const before = valueIn(await adapter.topupEvidence(esim));
  const outcome = await adapter.topup({ reference: "U-1", esim, option, before });
  const [topup] = (await records()).topups;
  expect(outcome).toEqual({
    kind: "done",
    value: { supplierReference: topup!.supplierReference, unitCostUsd: money(PRICE) },
  });
  expect(topup).toMatchObject({ iccid: esim.iccid, package: BUNDLE, paidUsd: PRICE });
  expect(valueIn(await esimAt(esim))).toMatchObject({ status: "ready", totalBytes: 10e9 });
  expect((await records()).orders).toHaveLength(1);
  expect((await adapter.findOrder(orderOf(), aWhileAgo(), nothingLinked)).kind).toBe("found");
});

test("cancelling gives back what the eSIM and its top-ups cost; the eSIM leaves the account unless it is installed", async () => {
  const { adapter, bought, esimAt, records, control, ask } = await simulateEsimGo();
  const [one, two, three] = (await bought(3)) as [EsimRef, EsimRef, EsimRef];
  const option = { code: BUNDLE, costUsd: money(PRICE) };
  await adapter.topup({ reference: "U-1", esim: one, option, before: "[]" });
  await control({ kind: "event", iccid: two.iccid, event: "install" });
  await control({ kind: "event", iccid: three.iccid, event: "activate" });
  expect(await adapter.cancel(one)).toEqual({ kind: "done", value: { priceRefunded: true, topupsRefunded: true } });
  expect(await adapter.cancel(two)).toEqual({ kind: "done", value: { priceRefunded: true, topupsRefunded: true } });
  expect(kindOf(await adapter.cancel(three))).toBe("refused");
  expect(kindOf(await adapter.cancel(one))).toBe("refused");
  const { orders, balanceUsd } = await records();
  expect(orders[0]!.refundedUsd).toBeCloseTo(2 * PRICE, 6);
  expect(balanceUsd).toBeCloseTo(10_000_000 - PRICE, 6);
  expect(await esimAt(one)).toEqual({ kind: "not_found" });
  expect(valueIn(await esimAt(two))).toMatchObject({ status: "cancelled", installationStatus: "installed" });
  const history = (await ask("GET", `esims/${two.iccid}/history`)).json as unknown as { name: string }[];
  expect(history.map(({ name }) => name)).toEqual([
    "Bundle Applied",
    "eSIM Updated",
    "Bundle Revoked",
    "Bundle Refunded To Balance",
  ]);
});

test("without asking for it there is no refund, and a dry run says so", async () => {
  const { ask, bought, records } = await simulateEsimGo();
  const [esim] = (await bought(1)) as [EsimRef];
  const path = `esims/${esim.iccid}/bundles/${BUNDLE}`;
  expect((await ask("DELETE", `${path}?type=validate`)).json.status).toContain("without refund");
  expect((await ask("DELETE", `${path}?type=validate&refundToBalance=true`)).json.status).toContain(
    "refunded to balance",
  );
  expect((await records()).orders[0]!.refundedUsd).toBe(0);
  await ask("DELETE", path);
  expect((await records()).orders[0]!.refundedUsd).toBe(0);
  expect((await ask("GET", `esims/${esim.iccid}`)).status).toBe(403);
  expect(KEY).not.toBe("");
});
