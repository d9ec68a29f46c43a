import { expect, onTestFinished, test } from "vitest";
import { esimAccess } from "#server/domain/catalogue/suppliers/esimaccess/adapter.ts";
import type { EsimRef } from "#server/domain/catalogue/suppliers/port.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { after, MINUTE, SECOND } from "#server/kernel/time.ts";
import { type Asked, type Canned, cannedSupplier } from "#tests/support/canned-supplier.ts";

overrideEnv({ timeScale: 0.05 });

const GB = 1024 ** 3;
const T = new Date("2026-03-01T12:00:00.000Z");

/** One eSIM as the supplier's documents show it. */
const record = (more: object = {}) => ({
  esimTranNo: "25030110000001",
  orderNo: "B25030110000001",
  transactionId: "T-1",
  imsi: "232104070077567",
  iccid: "8943108170000775671",
  msisdn: "436789040077567",
  smsStatus: 2,
  dataType: 1,
  ac: "LPA:1$rsp.example.com$AAAABBBBCCCCDDDD",
  qrCodeUrl: "https://p.qrsim.net/x.png",
  smdpStatus: "ENABLED",
  eid: "89049032000000000000000000000001",
  activeType: 1,
  activateTime: "2026-03-02T08:30:00+0000",
  expiredTime: "2026-04-01T10:30:00+0200",
  totalVolume: 5 * GB,
  totalDuration: 30,
  durationUnit: "DAY",
  orderUsage: 1_000_000,
  esimStatus: "IN_USE",
  pin: "1111",
  puk: "11111111",
  apn: "drei.at",
  packageList: [{ packageName: "Austria 5GB 30Days", packageCode: "PAUT", slug: "AT_5_30", duration: 30 }],
  ...more,
});

const list = (esimList: object[], total = esimList.length): Canned => ({
  success: true,
  errorCode: "0",
  errorMsg: null,
  obj: { esimList, pager: { pageSize: 500, pageNum: 1, total } },
});
const refusal = (errorCode: string): Canned => ({ success: false, errorCode, errorMsg: "no", obj: null });

type Query = {
  orderNo?: string;
  esimTranNo?: string;
  startTime?: string;
  endTime?: string;
  pager: { pageNum: number; pageSize: number };
};

async function connect(answer: (query: Query) => Canned) {
  const supplier = await cannedSupplier(({ text }: Asked) => answer(JSON.parse(text) as Query));
  onTestFinished(supplier.close);
  const adapter = esimAccess({ url: supplier.url, accessCode: "secret" }, () => {});
  return { adapter, queries: () => supplier.asked.map(({ text }) => JSON.parse(text) as Query) };
}

const ref = (n: number, order = n, createdAt = T): EsimRef => ({
  supplierEsimId: `E${n}`,
  iccid: `89431081700007${String(n).padStart(5, "0")}`,
  supplierReference: `B${order}`,
  createdAt,
});
const recordOf = ({ supplierEsimId, iccid, supplierReference }: EsimRef) =>
  record({ esimTranNo: supplierEsimId, iccid, orderNo: supplierReference });

test("one eSIM is asked for by its number and read with its EID, its usage and its times in UTC", async () => {
  const { adapter, queries } = await connect(() => list([record()]));
  const esim = { ...ref(1), supplierEsimId: "25030110000001" };
  const answers = await adapter.getEsims([esim]);
  expect(queries()).toEqual([{ esimTranNo: "25030110000001", pager: { pageNum: 1, pageSize: 500 } }]);
  expect(answers.get(esim.supplierEsimId)).toEqual({
    kind: "found",
    value: {
      supplierEsimId: "25030110000001",
      iccid: "8943108170000775671",
      imsi: "232104070077567",
      activationCode: "LPA:1$rsp.example.com$AAAABBBBCCCCDDDD",
      smdpAddress: "rsp.example.com",
      status: "activated",
      installationStatus: "installed",
      supplierStatus: "IN_USE",
      supplierSmdpStatus: "ENABLED",
      totalBytes: 5 * GB,
      usedBytes: 1_000_000,
      apn: "drei.at",
      networkName: null,
      eid: "89049032000000000000000000000001",
      device: null,
      installedAt: null,
      activatedAt: new Date("2026-03-02T08:30:00Z"),
      expiresAt: new Date("2026-04-01T08:30:00Z"),
    },
  });
});

test.each([
  ["GETTING_RESOURCE", "", "provisioning", "not_installed"],
  ["GOT_RESOURCE", "RELEASED", "ready", "not_installed"],
  ["GOT_RESOURCE", "DOWNLOAD", "installed", "installed"],
  ["GOT_RESOURCE", "ENABLED", "installed", "installed"],
  ["GOT_RESOURCE", "DELETED", "installed", "deleted"],
  ["IN_USE", "DISABLED", "activated", "installed"],
  ["IN_USE", "DELETED", "activated", "deleted"],
  ["USED_UP", "ENABLED", "exhausted", "installed"],
  ["SUSPENDED", "ENABLED", "suspended", "installed"],
  ["UNUSED_EXPIRED", "RELEASED", "expired", "not_installed"],
  ["USED_EXPIRED", "ENABLED", "expired", "installed"],
  ["CANCEL", "RELEASED", "cancelled", "not_installed"],
  ["REVOKE", "ENABLED", "cancelled", "installed"],
  ["REVOKED", "ENABLED", "cancelled", "installed"],
  ["SOMETHING_NEW", "ENABLED", null, "installed"],
])("%s with the profile %s is read as %s, %s", async (esimStatus, smdpStatus, status, installationStatus) => {
  const { adapter } = await connect(() => list([record({ esimTranNo: "E1", esimStatus, smdpStatus })]));
  expect((await adapter.getEsims([ref(1)])).get("E1")).toMatchObject({
    kind: "found",
    value: { status, installationStatus, supplierStatus: esimStatus },
  });
});

test("what is told in passing and cannot be read was not told; what must be there makes the record unreadable", async () => {
  const odd = record({ esimTranNo: "E1", eid: 7, activateTime: "yesterday", expiredTime: "2026-13-45T99:00:00Z" });
  const vague = await connect(() => list([odd]));
  expect((await vague.adapter.getEsims([ref(1)])).get("E1")).toMatchObject({
    kind: "found",
    value: { eid: null, activatedAt: null, expiresAt: null },
  });
  for (const broken of [
    { totalVolume: -1 },
    { orderUsage: 1.5 },
    { iccid: 894310817 },
    { ac: "http://example.com" },
    { esimStatus: "\0" },
    { apn: "half a \ud83d pair" },
  ]) {
    const { adapter } = await connect(() => list([record({ esimTranNo: "E1", ...broken })]));
    expect((await adapter.getEsims([ref(1)])).get("E1")).toMatchObject({ kind: "unknown" });
  }
});

test("eSIMs bought within minutes cost one call, whatever their number", async () => {
  const esims = Array.from({ length: 200 }, (_, n) => ref(n, n, after(T, n * SECOND)));
  const { adapter, queries } = await connect(() => list(esims.map(recordOf)));
  const answers = await adapter.getEsims(esims.toReversed());
  expect([...answers.values()].every(({ kind }) => kind === "found")).toBe(true);
  expect(answers.size).toBe(200);
  expect(queries()).toEqual([
    { startTime: "2026-03-01T11:55:00Z", endTime: "2026-03-01T12:08:19Z", pager: { pageNum: 1, pageSize: 500 } },
  ]);
});

test("what a window does not show is asked for by order, what an order does not show by its number", async () => {
  const [a, b, c, d, e] = [ref(1), ref(2, 9), ref(3, 9), ref(4, 9), ref(5)];
  const { adapter, queries } = await connect(({ orderNo, esimTranNo }) => {
    if (orderNo) return list([recordOf(b!), recordOf(c!)]);
    if (esimTranNo) return esimTranNo === "E4" ? list([recordOf(d!)]) : refusal("310403");
    return list([recordOf(a!), { esimTranNo: "E2", broken: true }, null as never]);
  });
  const answers = await adapter.getEsims([a!, b!, c!, d!, e!]);
  expect(Object.fromEntries([...answers].map(([id, { kind }]) => [id, kind]))).toEqual({
    E1: "found",
    E2: "found",
    E3: "found",
    E4: "found",
    E5: "not_found",
  });
  expect(queries().map(({ orderNo, esimTranNo }) => orderNo ?? esimTranNo ?? "window")).toEqual([
    "window",
    "B9",
    "E4",
    "E5",
  ]);
});

test("an order that is being allocated and an order that is unknown hide none but their own eSIMs", async () => {
  const { adapter } = await connect(({ orderNo, esimTranNo }) =>
    orderNo === "B7" ? refusal("310272") : esimTranNo === "E1" ? list([recordOf(ref(1))]) : refusal("200010"),
  );
  const answers = await adapter.getEsims([ref(1), ref(2, 7), ref(3, 7), ref(4)]);
  expect([...answers].sort().map(([id, { kind }]) => `${id} ${kind}`)).toEqual([
    "E1 found",
    "E2 not_found",
    "E3 not_found",
    "E4 unknown",
  ]);
});

test("a window is searched only as far as that is cheaper than to ask for each order", async () => {
  const crowd = Array.from({ length: 500 }, (_, n) => recordOf(ref(1_000 + n)));
  const few = await connect(({ esimTranNo }) =>
    esimTranNo ? list([recordOf(ref(Number(esimTranNo.slice(1))))]) : list(crowd, 1_000_000),
  );
  expect([...(await few.adapter.getEsims([ref(1), ref(2)])).values()].map(({ kind }) => kind)).toEqual([
    "found",
    "found",
  ]);
  expect(few.queries().map(({ esimTranNo, pager }) => esimTranNo ?? pager.pageNum)).toEqual([1, "E1", "E2"]);

  const endless = await connect(({ esimTranNo }) => (esimTranNo ? refusal("310403") : list(crowd, 18_000)));
  const many = Array.from({ length: 40 }, (_, n) => ref(n));
  expect((await endless.adapter.getEsims(many)).size).toBe(40);
  expect(endless.queries().filter(({ startTime }) => startTime)).toHaveLength(20);
});

test("eSIMs bought on other days are other windows, and a lone one needs none", async () => {
  const later = after(T, 11 * MINUTE);
  const esims = [ref(1), ref(2), ref(3, 3, later)];
  const { adapter, queries } = await connect(() => list(esims.map(recordOf)));
  await adapter.getEsims(esims);
  expect(queries().map(({ startTime, esimTranNo }) => startTime ?? esimTranNo)).toEqual(["2026-03-01T11:55:00Z", "E3"]);
  expect(await adapter.getEsims([])).toEqual(new Map());
});

test.each([
  ["busy", refusal("900001")],
  ["broken", "<html>"],
  ["silent", "cut" as const],
  ["limiting", { status: 429, text: "" }],
])("a supplier that is %s is asked once, and all that is left is unknown", async (_name, canned) => {
  const { adapter, queries } = await connect(() => canned);
  const answers = await adapter.getEsims([ref(1), ref(2), ref(3, 2), ref(4, 4, new Date())]);
  expect([...answers.values()].map(({ kind }) => kind)).toEqual(["unknown", "unknown", "unknown", "unknown"]);
  expect(queries()).toHaveLength(1);
});

test("an answer about another eSIM or another order is taken for neither", async () => {
  const { adapter } = await connect(() => list([record({ esimTranNo: "E9", orderNo: "B9" })]));
  expect((await adapter.getEsims([ref(1)])).get("E1")).toMatchObject({ kind: "unknown" });
  expect(await adapter.getOrderEsims("B1", "T-1")).toMatchObject({ kind: "unknown" });
  expect(await adapter.getOrderEsims("B9", "T-1")).toMatchObject({ kind: "found", value: { allocating: false } });
});

test("an order counts as unknown to the supplier only when every page was seen", async () => {
  const request = { reference: "T-9", supplierPackageId: "AT_5_30", quantity: 1, unitCostUsd: undefined as never };
  const find = async (answer: (query: Query) => Canned) => {
    const { adapter, queries } = await connect(answer);
    const found = await adapter.findOrder(request, T, async () => new Set());
    return [found.kind, queries().length];
  };
  const page = (size: number) => Array.from({ length: size }, (_, n) => recordOf(ref(n)));
  const noPager = (esimList: object[]): Canned => ({ success: true, errorCode: null, obj: { esimList } });
  expect(await find(() => list([]))).toEqual(["not_found", 1]);
  expect(await find(() => list(page(100), 300))).toEqual(["not_found", 3]);
  expect(await find(({ pager }) => list(pager.pageNum === 1 ? page(100) : [], 300))).toEqual(["unknown", 2]);
  expect(await find(({ pager }) => noPager(pager.pageNum === 1 ? page(500) : page(3)))).toEqual(["not_found", 2]);
  expect(await find(() => list(page(500), 1_000_000))).toEqual(["unknown", 20]);
  expect(await find(() => refusal("200010"))).toEqual(["unknown", 1]);
  expect(await find(() => list([{ orderNo: 7, transactionId: "T-9" }]))).toEqual(["unknown", 1]);
  const broken = { orderNo: "B5", transactionId: "T-9", iccid: null };
  expect(await find(({ pager }) => list(pager.pageNum === 2 ? [broken] : page(500), 501))).toEqual(["found", 2]);
});
