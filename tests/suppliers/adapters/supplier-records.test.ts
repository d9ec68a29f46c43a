import { describe, expect, onTestFinished, test } from "vitest";
import { esimAccess } from "#server/domain/catalogue/suppliers/esimaccess/adapter.ts";
import type { Supplier } from "#server/domain/catalogue/suppliers/port.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { type Canned, cannedSupplier, NONSENSE } from "#tests/support/canned-supplier.ts";
import { BUNDLE, connect as connectEsimGo, order as goOrder, REFERENCE } from "#tests/support/esimgo-answers.ts";
import { connect as connectAiralo, ok } from "./airalo-canned.ts";

// Reconciliation reads a supplier's own record whole, or says that it could not: half of it is nothing.

overrideEnv({ timeScale: 0.01 });

const RANGE = { from: new Date("2026-05-03T22:00:00Z"), to: new Date("2026-05-04T18:00:00Z") };

const esim = (n: number, more: object = {}) => ({
  esimTranNo: `2505041000000${n}`,
  orderNo: "B1",
  transactionId: "T-1",
  iccid: `894310817000077567${n}`,
  esimStatus: "GOT_RESOURCE",
  totalVolume: 1024,
  packageList: [{ slug: "AT_5_30", createTime: "2026-05-04T10:00:00+0000" }],
  ...more,
});
const esims = (esimList: object[], total: number) => ({
  success: true,
  errorCode: "0",
  obj: { esimList, pager: { total } },
});

async function accessWith(pages: Canned[]): Promise<Supplier> {
  const { url, close } = await cannedSupplier(({ text }) => {
    const { pager } = JSON.parse(text) as { pager: { pageNum: number } };
    return pages[pager.pageNum - 1] ?? esims([], 0);
  });
  onTestFinished(close);
  return esimAccess({ url, accessCode: "test" }, () => {});
}

const airaloOrder = (id: number, more: object = {}) => ({
  id,
  description: `T-${id}`,
  type: "sim",
  package_id: "hola-30days-3gb",
  quantity: "2",
  net_price: "6.5",
  currency: "USD",
  created_at: "2026-05-04 10:00:00",
  status: { slug: "completed" },
  sims: [{ id: 70 + id, iccid: "8944000000000000012" }],
  ...more,
});

async function airaloWith(days: Record<string, Canned[]>): Promise<Supplier> {
  const { adapter } = await connectAiralo(({ path }) => {
    const query = new URL(path, "http://x").searchParams;
    return days[query.get("filter[created_at]")!]?.[Number(query.get("page")) - 1] ?? ok([]);
  });
  return adapter;
}

const goWith = async (pages: Canned[]): Promise<Supplier> =>
  (
    await connectEsimGo({
      "GET orders": ({ path }) =>
        pages[Number(new URL(path, "http://x").searchParams.get("page")) - 1] ?? { orders: [] },
    })
  ).adapter;

const goPage = (orders: object[], pageCount = 1) => ({ orders, pageCount });

describe("the record of a range", () => {
  test("is all pages of eSIM Access, an order's eSIMs together, each with its volume and whether it is over", async () => {
    const first = esims([esim(1), esim(2, { esimStatus: "CANCEL" })], 4);
    const supplier = await accessWith([first, esims([esim(3, { orderNo: "B2", transactionId: null }), esim(3)], 4)]);
    const said = await supplier.readRecord(RANGE);
    expect(said).toMatchObject({ kind: "done", record: { unread: 0, refunds: [] } });
    expect(said.kind === "done" && said.record.purchases).toMatchObject([
      {
        supplierReference: "B1",
        reference: "T-1",
        quantity: 2,
        unitCostUsd: null,
        createdAt: new Date("2026-05-04T10:00:00Z"),
      },
      { supplierReference: "B2", reference: null, quantity: 1 },
    ]);
    expect(said.kind === "done" && said.record.purchases[0]!.esims).toMatchObject([
      { cancelled: false, totalBytes: 1024 },
      { cancelled: true },
    ]);
  });

  test("is every day of Airalo's, with prices and refunds, without what failed or lies outside", async () => {
    const meta = { last_page: 2 };
    const supplier = await airaloWith({
      "2026-05-03": [ok([airaloOrder(1, { created_at: "2026-05-03 21:59:59" })])],
      "2026-05-04": [
        ok([airaloOrder(2), airaloOrder(3, { status: "failed" })], meta),
        ok({ 2: airaloOrder(4, { type: "topup", status: { slug: "refunded" } }), 3: airaloOrder(2) }, meta),
      ],
    });
    const said = await supplier.readRecord(RANGE);
    const purchases = said.kind === "done" ? said.record.purchases : [];
    expect(purchases).toMatchObject([
      { supplierReference: "2", reference: "T-2", kind: "order", quantity: 2, refunded: false },
      { supplierReference: "4", kind: "topup", refunded: true },
    ]);
    expect(purchases[0]!.unitCostUsd!.toNumber()).toBe(6.5);
  });

  test("is every page of eSIM Go's, refunds apart, without what failed or lies outside", async () => {
    const at = { createdDate: "2026-05-04T10:00:00Z" };
    const refund = { type: "bundleRefund", item: BUNDLE, quantity: 1 };
    const supplier = await goWith([
      goPage([goOrder({ ...at, total: 9, order: [{ type: "bundle", item: BUNDLE, quantity: 2, iccids: [] }] })], 2),
      goPage(
        [
          { orderReference: "R-1", order: [refund], total: 0, ...at },
          goOrder({ ...at, orderReference: "F-1", status: "failed" }),
          goOrder({ orderReference: "O-1", createdDate: "2026-05-05T10:00:00Z" }),
          { orderReference: "B-1", order: null, total: 100, ...at },
        ],
        2,
      ),
    ]);
    const said = await supplier.readRecord(RANGE);
    expect(said).toMatchObject({
      kind: "done",
      record: {
        unread: 0,
        purchases: [{ supplierReference: REFERENCE, reference: null, kind: null, quantity: 2 }],
        refunds: [{ supplierReference: "R-1", supplierPackageId: BUNDLE }],
      },
    });
    expect(said.kind === "done" && said.record.purchases[0]!.unitCostUsd!.toNumber()).toBe(4.5);
  });

  test.each(Object.entries(NONSENSE))("is nothing when %s comes half-way", async (_name, nonsense) => {
    const meta = { last_page: 2 };
    for (const supplier of [
      await accessWith([esims([esim(1)], 2), nonsense]),
      await airaloWith({ "2026-05-04": [ok([airaloOrder(1)], meta), nonsense] }),
      await goWith([goPage([goOrder({ createdDate: "2026-05-04T10:00:00Z" })], 2), nonsense]),
    ])
      expect((await supplier.readRecord(RANGE)).kind).toBe("unknown");
  });

  test("is nothing when the pages end too early, and counts entries that make no sense", async () => {
    expect((await (await accessWith([esims([esim(1)], 3), esims([], 3)])).readRecord(RANGE)).kind).toBe("unknown");
    for (const supplier of [
      await accessWith([esims([esim(1), { esimTranNo: 7 }], 2)]),
      await airaloWith({ "2026-05-04": [ok([airaloOrder(1), airaloOrder(2, { created_at: "yesterday" })])] }),
      await goWith([
        goPage([goOrder({ createdDate: "2026-05-04T10:00:00Z" }), goOrder({ orderReference: "X", createdDate: "?" })]),
      ]),
    ]) {
      const said = await supplier.readRecord(RANGE);
      expect(said).toMatchObject({ kind: "done", record: { unread: 1 } });
      expect(said.kind === "done" && said.record.purchases).toHaveLength(1);
    }
  });
});
