import { describe, expect, onTestFinished, test } from "vitest";
import { esimAccess } from "#server/domain/catalogue/suppliers/esimaccess/adapter.ts";
import type { EsimRef, Supplier } from "#server/domain/catalogue/suppliers/port.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import { type Canned, cannedSupplier, NONSENSE } from "#tests/support/canned-supplier.ts";

overrideEnv({ timeScale: 0.05 });

const GB = 1024 ** 3;
const ESIM: EsimRef = {
  supplierEsimId: "25030110000001",
  iccid: "8943108170000775671",
  supplierReference: "B25030110000001",
  createdAt: new Date("2026-03-01T12:00:00Z"),
};
const BEFORE = JSON.stringify({ totalVolume: 5 * GB, totalDuration: 30 });
const TOPUP = { reference: "U-1", esim: ESIM, option: { code: "TOPUP_PAUT", costUsd: money("2.75") }, before: BEFORE };
const ORDER = { reference: "T-1", supplierPackageId: "AT_5_30", quantity: 2, unitCostUsd: money("2.75") };
const nothingLinked = async () => new Set<string>();

const granted = (obj: unknown): Canned => ({ success: true, errorCode: "0", errorMsg: null, obj });
const refusal = (errorCode: string): Canned => ({ success: false, errorCode, errorMsg: "no", obj: null });
const state = (more: object): Canned =>
  granted({
    esimList: [
      {
        esimTranNo: ESIM.supplierEsimId,
        orderNo: ESIM.supplierReference,
        iccid: ESIM.iccid,
        ac: "LPA:1$rsp.example.com$AAAA",
        smdpStatus: "RELEASED",
        esimStatus: "GOT_RESOURCE",
        totalVolume: 5 * GB,
        totalDuration: 30,
        orderUsage: 0,
        ...more,
      },
    ],
    pager: { pageNum: 1, pageSize: 500, total: 1 },
  });

/** Answers by path; what is not among them is a fault of the test. */
async function connect(answers: Record<string, Canned>) {
  const supplier = await cannedSupplier(({ path }) => answers[path.replace("/api/v1/open/", "")] ?? "cut");
  onTestFinished(supplier.close);
  const adapter = esimAccess({ url: supplier.url, accessCode: "secret" }, () => {});
  const asked = () =>
    supplier.asked.map(({ path, text }) => [path.replace("/api/v1/open/", ""), JSON.parse(text) as unknown]);
  return { adapter, asked, headers: () => supplier.asked.map(({ header }) => header("RT-AccessCode")) };
}

describe("top-up options", () => {
  const item = {
    packageCode: "TOPUP_PAUT",
    slug: "AT_5_30",
    name: "Austria 5GB 30Days",
    price: 27_500,
    currencyCode: "USD",
    volume: 5 * GB,
    dataType: 1,
    duration: 30,
    durationUnit: "DAY",
  };

  test("are those for the eSIM, in megabytes, days and dollars; unlimited has no amount", async () => {
    const { adapter, asked, headers } = await connect({
      "package/list": granted({
        packageList: [
          item,
          { ...item, packageCode: "TOPUP_D", dataType: 2, volume: GB / 2, duration: 7 },
          { ...item, packageCode: "TOPUP_U", dataType: 4 },
        ],
      }),
    });
    expect(await adapter.topupOptions(ESIM)).toEqual({
      kind: "found",
      value: [
        { code: "TOPUP_PAUT", name: "Austria 5GB 30Days", dataMb: 5120, durationDays: 30, costUsd: money("2.75") },
        { code: "TOPUP_D", name: "Austria 5GB 30Days", dataMb: 512, durationDays: 7, costUsd: money("2.75") },
        { code: "TOPUP_U", name: "Austria 5GB 30Days", dataMb: 0, durationDays: 30, costUsd: money("2.75") },
      ],
    });
    expect(asked()).toEqual([["package/list", { type: "TOPUP", iccid: ESIM.iccid }]]);
    expect(headers()).toEqual(["secret"]);
  });

  test("without a price above zero, in another currency or otherwise broken are left out, the others kept", async () => {
    const broken = [
      { price: 0 },
      { price: -27_500 },
      { price: 1.5 },
      { price: "27500" },
      { currencyCode: "EUR" },
      { currencyCode: undefined },
      { volume: -1 },
      { volume: null },
      { duration: 0 },
      { durationUnit: "MONTH" },
      { dataType: 9 },
      { packageCode: "" },
      { packageCode: "TOPUP_\0" },
      { name: "x".repeat(501) },
    ].map((more) => ({ ...item, ...more }));
    const { adapter } = await connect({
      "package/list": granted({ packageList: [...broken, null, "TOPUP", item] }),
    });
    const options = await adapter.topupOptions(ESIM);
    expect(options.kind === "found" && options.value.map(({ code }) => code)).toEqual(["TOPUP_PAUT"]);
  });

  test("of an eSIM that the supplier does not know are not found", async () => {
    const { adapter } = await connect({ "package/list": refusal("310403") });
    expect(await adapter.topupOptions(ESIM)).toEqual({ kind: "not_found" });
  });
});

describe("a top-up", () => {
  const receipt = {
    transactionId: "U-1",
    iccid: ESIM.iccid,
    expiredTime: "2026-05-01T00:00:00+0000",
    totalVolume: 10 * GB,
    totalDuration: 60,
    orderUsage: 0,
    topUpEsimTranNo: "25030110000099",
  };

  test("names the eSIM, our reference and the price that we expect to pay", async () => {
    const { adapter, asked } = await connect({ "esim/topup": granted(receipt) });
    expect(await adapter.topup(TOPUP)).toEqual({ kind: "done", value: { supplierReference: "25030110000099" } });
    expect(asked()).toEqual([
      [
        "esim/topup",
        { esimTranNo: ESIM.supplierEsimId, packageCode: "TOPUP_PAUT", transactionId: "U-1", amount: 27_500 },
      ],
    ]);
  });

  test.each([
    ["another transaction", { ...receipt, transactionId: "U-2" }],
    ["another eSIM", { ...receipt, iccid: "8943108170000775672" }],
    ["nothing", null],
    ["an empty object", {}],
  ])("whose receipt names %s may have happened", async (_name, obj) => {
    const { adapter } = await connect({ "esim/topup": granted(obj) });
    expect((await adapter.topup(TOPUP)).kind).toBe("unknown");
  });

  test.each([
    ["found when volume and days have grown", { totalVolume: 10 * GB, totalDuration: 60 }, "found"],
    ["found when only the volume has grown", { totalVolume: 10 * GB }, "found"],
    ["found when only the days have grown", { totalDuration: 37 }, "found"],
    ["not found when nothing has changed", {}, "not_found"],
    ["unknown when the volume has shrunk", { totalVolume: GB, totalDuration: 60 }, "unknown"],
    ["unknown when the days have shrunk", { totalDuration: 7 }, "unknown"],
    ["unknown when the totals cannot be read", { totalVolume: "10 GB" }, "unknown"],
    ["unknown when the answer is about another eSIM", { esimTranNo: "1" }, "unknown"],
  ])("of unknown outcome is %s", async (_name, more, kind) => {
    const { adapter } = await connect({ "esim/query": state(more) });
    const found = await adapter.findTopup(TOPUP, new Date(), nothingLinked);
    expect(found).toEqual(
      found.kind === "found" ? { kind, value: { supplierReference: null } } : expect.objectContaining({ kind }),
    );
  });

  test("is compared with what was on the eSIM before it was bought, and with nothing else", async () => {
    const { adapter } = await connect({ "esim/query": state({}) });
    const evidence = await adapter.topupEvidence(ESIM);
    expect(evidence).toEqual({ kind: "found", value: BEFORE });
    for (const before of ["", "{}", "null", "\0", '{"totalVolume":-1,"totalDuration":30}'])
      expect((await adapter.findTopup({ ...TOPUP, before }, new Date(), nothingLinked)).kind).toBe("unknown");
  });

  test("of an eSIM that the supplier does not know is neither found nor not found", async () => {
    const { adapter } = await connect({ "esim/query": refusal("310403") });
    expect((await adapter.findTopup(TOPUP, new Date(), nothingLinked)).kind).toBe("unknown");
    expect(await adapter.topupEvidence(ESIM)).toEqual({ kind: "not_found" });
  });
});

describe("cancel, suspend and resume", () => {
  const CHANGES = { cancel: "esim/cancel", suspend: "esim/suspend", resume: "esim/unsuspend" } as const;

  test("name the eSIM by the supplier's number, and are done when the supplier says so", async () => {
    const done = granted({});
    const { adapter, asked } = await connect({ "esim/cancel": done, "esim/suspend": done, "esim/unsuspend": done });
    expect(await adapter.cancel(ESIM)).toEqual({ kind: "done", value: { priceRefunded: true, topupsRefunded: true } });
    expect(await adapter.suspend(ESIM)).toEqual({ kind: "done", value: null });
    expect(await adapter.resume(ESIM)).toEqual({ kind: "done", value: null });
    expect(asked()).toEqual(Object.values(CHANGES).map((path) => [path, { esimTranNo: ESIM.supplierEsimId }]));
  });

  test.each([
    ["cancel", "GOT_RESOURCE", "refused"],
    ["cancel", "IN_USE", "refused"],
    ["cancel", "CANCEL", "done"],
    ["cancel", "REVOKE", "refused"],
    ["cancel", "SOMETHING_NEW", "unknown"],
    ["suspend", "IN_USE", "refused"],
    ["suspend", "SUSPENDED", "done"],
    ["suspend", "USED_EXPIRED", "refused"],
    ["suspend", "SOMETHING_NEW", "unknown"],
    ["resume", "SUSPENDED", "refused"],
    ["resume", "GOT_RESOURCE", "done"],
    ["resume", "IN_USE", "done"],
    ["resume", "USED_UP", "done"],
    ["resume", "CANCEL", "refused"],
  ] as const)("%s, refused because of the state %s, is %s", async (change, esimStatus, outcome) => {
    const { adapter } = await connect({ [CHANGES[change]]: refusal("200002"), "esim/query": state({ esimStatus }) });
    const got = await adapter[change](ESIM);
    expect(got.kind === "rejected" ? got.code : got.kind).toBe(outcome);
  });

  test("refused because of a state that cannot be looked at are unknown; without such an eSIM they are refused", async () => {
    for (const change of ["cancel", "suspend", "resume"] as const) {
      const silent = await connect({ [CHANGES[change]]: refusal("200002"), "esim/query": "cut" });
      expect((await silent.adapter[change](ESIM)).kind).toBe("unknown");
      const gone = await connect({ [CHANGES[change]]: refusal("200002"), "esim/query": refusal("310403") });
      expect(await gone.adapter[change](ESIM)).toMatchObject({ kind: "rejected", code: "refused" });
    }
  });
});

/** What each documented error code says of each write: `-` that nobody knows. */
const CODES: [code: string, order: string, topup: string, change: string][] = [
  ["000001", "-", "-", "-"],
  ["000101", "refused", "refused", "refused"],
  ["000102", "refused", "refused", "refused"],
  ["000103", "refused", "refused", "refused"],
  ["000104", "refused", "refused", "refused"],
  ["000105", "refused", "refused", "refused"],
  ["000106", "refused", "refused", "refused"],
  ["000107", "refused", "refused", "refused"],
  ["101001", "busy", "busy", "busy"],
  ["101002", "maintenance", "maintenance", "maintenance"],
  ["101003", "refused", "refused", "refused"],
  ["200002", "-", "refused", "-"],
  ["200005", "price_changed", "price_changed", "-"],
  ["200006", "price_changed", "price_changed", "-"],
  ["200007", "supplier_funds", "supplier_funds", "-"],
  ["200008", "-", "-", "-"],
  ["200009", "-", "-", "-"],
  ["200010", "-", "-", "-"],
  ["200011", "out_of_stock", "out_of_stock", "-"],
  ["310201", "package_unknown", "package_unknown", "-"],
  ["310211", "package_unknown", "package_unknown", "-"],
  ["310221", "package_unknown", "package_unknown", "-"],
  ["310231", "package_unknown", "package_unknown", "-"],
  ["310241", "package_unknown", "package_unknown", "-"],
  ["310243", "package_unknown", "package_unknown", "-"],
  ["310251", "-", "-", "-"],
  ["310272", "-", "refused", "refused"],
  ["310403", "-", "refused", "refused"],
  ["900001", "-", "-", "-"],
  ["999999", "-", "-", "-"],
  ["constructor", "-", "-", "-"],
];

test.each(CODES)("after error %s an order is %s, a top-up %s, a change %s", async (code, ...expected) => {
  const paths = ["order", "topup", "cancel", "suspend", "unsuspend"].map((path) => [`esim/${path}`, refusal(code)]);
  const { adapter } = await connect(Object.fromEntries(paths));
  const outcomes = [
    await adapter.order(ORDER),
    await adapter.topup(TOPUP),
    await adapter.cancel(ESIM),
    await adapter.suspend(ESIM),
    await adapter.resume(ESIM),
  ].map((outcome) => (outcome.kind === "rejected" ? outcome.code : outcome.kind === "unknown" ? "-" : outcome.kind));
  expect(outcomes).toEqual([...expected, expected[2], expected[2]]);
});

const CALLS: Record<string, (adapter: Supplier) => Promise<{ kind: string }>> = {
  listPackages: (adapter) => adapter.listPackages(),
  order: (adapter) => adapter.order(ORDER),
  findOrder: (adapter) => adapter.findOrder(ORDER, new Date(), nothingLinked),
  getOrderEsims: (adapter) => adapter.getOrderEsims("B1", "T-1"),
  getEsims: async (adapter) => (await adapter.getEsims([ESIM])).get(ESIM.supplierEsimId)!,
  topupOptions: (adapter) => adapter.topupOptions(ESIM),
  topupEvidence: (adapter) => adapter.topupEvidence(ESIM),
  topup: (adapter) => adapter.topup(TOPUP),
  findTopup: (adapter) => adapter.findTopup(TOPUP, new Date(), nothingLinked),
  cancel: (adapter) => adapter.cancel(ESIM),
  suspend: (adapter) => adapter.suspend(ESIM),
  resume: (adapter) => adapter.resume(ESIM),
  balance: (adapter) => adapter.balance(),
};

describe.each(Object.entries(NONSENSE))("an answer of %s", (_name, canned) => {
  test.each(Object.entries(CALLS))("leaves %s unknown and throws nothing", async (_call, ask) => {
    const supplier = await cannedSupplier(() => canned);
    onTestFinished(supplier.close);
    const outcome = await ask(esimAccess({ url: supplier.url, accessCode: "secret" }, () => {}));
    expect(outcome.kind).toBe("unknown");
  });
});

test("a supplier that says nothing is given up in time, and one that cannot be reached was not told anything", async () => {
  const silent = await cannedSupplier(() => "silence");
  onTestFinished(silent.close);
  const waiting = esimAccess({ url: silent.url, accessCode: "secret" }, () => {});
  expect(await Promise.all(Object.values(CALLS).map(async (ask) => (await ask(waiting)).kind))).toEqual(
    Object.keys(CALLS).map(() => "unknown"),
  );
  const gone = await cannedSupplier(() => "cut");
  gone.close();
  const absent = esimAccess({ url: gone.url, accessCode: "secret" }, () => {});
  for (const write of ["order", "topup", "cancel", "suspend", "resume"])
    expect(await CALLS[write]!(absent)).toMatchObject({ kind: "rejected", code: "not_sent" });
  for (const read of ["listPackages", "findOrder", "getOrderEsims", "getEsims", "topupOptions", "findTopup", "balance"])
    expect(await CALLS[read]!(absent)).toMatchObject({ kind: "unknown" });
});
