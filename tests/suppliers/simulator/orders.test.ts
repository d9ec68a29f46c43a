import { expect, test } from "vitest";
import { luhnDigit } from "#server/simulator/sim-numbers.ts";
import { eventually, PACKAGE, PAGER, simulate, windowAround } from "./simulation.ts";

const PRICE = 28_000;
const line = { packageCode: PACKAGE, count: 2 };

test("a repeated transaction id gets the same order number and is sold once, also when both race", async () => {
  const { order, records } = await simulate();
  const answers = await Promise.all(Array.from({ length: 20 }, () => order("same", 2)));
  expect(new Set(answers.map(({ obj }) => obj?.orderNo)).size).toBe(1);
  const { orders, balanceUsd } = await records();
  expect(orders).toHaveLength(1);
  expect(balanceUsd).toBe(10_000_000 - 2 * 2.8);
});

test("a price or amount that is not the one that holds is refused and sells nothing", async () => {
  const { post, control, records } = await simulate();
  const buy = (more: object, lineMore: object) =>
    post("esim/order", { transactionId: "t", packageInfoList: [{ ...line, ...lineMore }], ...more });
  expect((await buy({}, { price: PRICE + 1 })).errorCode).toBe("200005");
  expect((await buy({ amount: PRICE }, { price: PRICE })).errorCode).toBe("200006");
  await control({ kind: "price", supplier: "esimaccess", supplierPackageId: PACKAGE, usd: 3.1 });
  expect((await buy({ amount: 2 * PRICE }, { price: PRICE })).errorCode).toBe("200005");
  expect((await records()).orders).toHaveLength(0);
  expect((await buy({ amount: 62_000 }, { price: 31_000 })).success).toBe(true);
  expect((await records()).orders[0]).toMatchObject({ reference: "t", package: PACKAGE, quantity: 2, paidUsd: 6.2 });
});

test("an order answers 200010 while it is allocated, and its profiles when it is", async () => {
  const { order, post, query } = await simulate();
  const { obj } = await order("t", 3);
  const by = { orderNo: obj!.orderNo };
  expect((await post("esim/query", { ...by, pager: PAGER })).errorCode).toBe("200010");
  expect(await query(windowAround())).toEqual([]);
  const esims = await eventually(() => query(by));
  expect(esims).toHaveLength(3);
  expect(new Set(esims.flatMap(({ iccid, esimTranNo, ac }) => [iccid, esimTranNo, ac])).size).toBe(9);
  for (const { iccid, ac, ...esim } of esims) {
    expect(iccid).toMatch(/^\d{19,20}$/);
    expect(luhnDigit(iccid.slice(0, -1))).toBe(Number(iccid.at(-1)));
    expect(ac).toMatch(/^LPA:1\$rsp\.esimaccess-sim\.example\$[0-9A-F]{32}$/);
    expect(esim).toMatchObject({
      transactionId: "t",
      esimStatus: "GOT_RESOURCE",
      smdpStatus: "RELEASED",
      orderUsage: 0,
      eid: "",
      totalDuration: 30,
    });
    expect(esim.totalVolume).toBe(5 * 1024 ** 3);
  }
});

test("an eSIM is found by ICCID, by its own number and by the time of its allocation, page by page", async () => {
  const { bought, query, post } = await simulate();
  const esims = await bought("t", 7);
  const [first] = esims;
  expect(await query({ iccid: first!.iccid })).toEqual([first]);
  expect(await query({ esimTranNo: first!.esimTranNo })).toEqual([first]);
  expect(await query(windowAround())).toEqual(esims);
  const second = await post("esim/query", { ...windowAround(), pager: { pageNum: 2, pageSize: 5 } });
  expect(second.obj).toMatchObject({ esimList: esims.slice(5), pager: { pageNum: 2, pageSize: 5, total: 7 } });
  expect(await query({ startTime: "2020-01-01T00:00:00Z", endTime: "2020-01-02T00:00:00+0000" })).toEqual([]);
});

test("malformed questions are named and harm nobody", async () => {
  const { post, order, send, addresses } = await simulate();
  const code = async (path: string, body: unknown) => (await post(path, body)).errorCode;
  expect(await code("esim/query", { iccid: "1" })).toBe("000105");
  expect(await code("esim/query", { iccid: "1", pager: { pageNum: 1, pageSize: 501 } })).toBe("000107");
  expect(await code("esim/query", { iccid: "1", pager: PAGER })).toBe("310403");
  expect(await code("esim/query", { orderNo: "B1", pager: PAGER })).toBe("310272");
  expect(await code("esim/query", { pager: PAGER })).toBe("000105");
  expect(await code("esim/order", { packageInfoList: [line] })).toBe("000105");
  expect(await code("esim/order", { transactionId: null, packageInfoList: [line] })).toBe("000106");
  expect(await code("esim/order", { transactionId: "x".repeat(51), packageInfoList: [line] })).toBe("000107");
  expect(await code("esim/order", { transactionId: "t", packageInfoList: [{ ...line, packageCode: "XX_1_1" }] })).toBe(
    "310241",
  );
  expect((await order("t", 31)).errorCode).toBe("200008");
  expect(await code("esim/order", { transactionId: "t", packageInfoList: [null] })).toBe("000106");
  expect(await code("esim/order", [])).toBe("000104");
  expect(await code("esim/order", { transactionId: "y".repeat(1_100_000) })).toBe("000104");

  const url = `${addresses.esimaccess}/api/v1/open/balance/query`;
  const raw = async (init: RequestInit) => ((await (await fetch(url, init)).json()) as { errorCode: string }).errorCode;
  expect(await raw({ method: "POST", body: "{}" })).toBe("000101");
  expect(await raw({ method: "GET", headers: { "RT-AccessCode": "a" } })).toBe("000103");
  expect(await raw({ method: "POST", headers: { "RT-AccessCode": "a" }, body: "{" })).toBe("000104");
  expect((await send("no/such/path", {})).status).toBe(404);
  expect((await send("__proto__", {})).status).toBe(404);
  expect((await order("t")).success).toBe(true);
});

test("a cancel gives the price and the top-ups back once, and only while nothing was downloaded", async () => {
  const { bought, post, control, records } = await simulate();
  const [fresh, installed] = await bought("t", 2);
  await post("esim/topup", {
    esimTranNo: fresh!.esimTranNo,
    packageCode: `TOPUP_${await codeOf(post)}`,
    transactionId: "up",
  });
  await control({ kind: "event", iccid: installed!.iccid, event: "install" });
  expect((await post("esim/cancel", { iccid: installed!.iccid })).errorCode).toBe("200002");
  expect((await post("esim/cancel", { esimTranNo: fresh!.esimTranNo })).obj).toEqual({});
  expect((await post("esim/cancel", { esimTranNo: fresh!.esimTranNo })).errorCode).toBe("200002");
  const { balanceUsd, orders, esims } = await records();
  expect(balanceUsd).toBe(10_000_000 - 2.8);
  expect(orders[0]).toMatchObject({ paidUsd: 5.6, refundedUsd: 5.6 });
  expect(esims[0]!.status).toBe("CANCEL / RELEASED");
});

test("suspend keeps the status for the resume; revoke is final and gives nothing back", async () => {
  const { bought, post, query, control, records } = await simulate();
  const [esim] = await bought("t");
  const by = { esimTranNo: esim!.esimTranNo };
  await control({ kind: "event", iccid: esim!.iccid, event: "activate" });
  expect((await post("esim/unsuspend", by)).errorCode).toBe("200002");
  expect((await post("esim/suspend", by)).success).toBe(true);
  expect((await query(by))[0]!.esimStatus).toBe("SUSPENDED");
  expect((await post("esim/suspend", by)).errorCode).toBe("200002");
  expect((await post("esim/unsuspend", by)).success).toBe(true);
  expect((await query(by))[0]!.esimStatus).toBe("IN_USE");
  expect((await post("esim/revoke", by)).success).toBe(true);
  expect((await query(by))[0]!.esimStatus).toBe("REVOKE");
  expect((await post("esim/unsuspend", by)).errorCode).toBe("200002");
  expect((await records()).balanceUsd).toBe(10_000_000 - 2.8);
});

test("a top-up adds data and days at its price, revives a used-up eSIM, and there are ten at most", async () => {
  const { bought, post, query, control, records } = await simulate();
  const [esim] = await bought("t");
  const by = { esimTranNo: esim!.esimTranNo };
  const packageCode = `TOPUP_${await codeOf(post)}`;
  await control({ kind: "event", iccid: esim!.iccid, event: "exhaust" });
  expect((await post("esim/topup", { ...by, packageCode, transactionId: "u", amount: 1 })).errorCode).toBe("200006");
  expect((await post("esim/topup", { ...by, packageCode: "TOPUP_NONE", transactionId: "u" })).errorCode).toBe("310243");
  const first = await post("esim/topup", { ...by, packageCode, transactionId: "u0", amount: PRICE });
  expect(first.obj).toMatchObject({
    transactionId: "u0",
    iccid: esim!.iccid,
    totalVolume: 10 * 1024 ** 3,
    totalDuration: 60,
    orderUsage: 5 * 1024 ** 3,
  });
  expect((await query(by))[0]!.esimStatus).toBe("IN_USE");
  for (let n = 1; n < 10; n++)
    expect((await post("esim/topup", { ...by, packageCode, transactionId: `u${n}` })).success).toBe(true);
  expect((await post("esim/topup", { ...by, packageCode, transactionId: "u10" })).errorCode).toBe("200002");
  const { topups, balanceUsd } = await records();
  expect(topups).toHaveLength(10);
  expect(topups[0]).toMatchObject({ reference: "u0", iccid: esim!.iccid, package: packageCode, paidUsd: 2.8 });
  expect(balanceUsd).toBe(10_000_000 - 11 * 2.8);
});

test("usage is told for up to ten eSIMs, in bytes", async () => {
  const { bought, post, control } = await simulate();
  const [esim] = await bought("t");
  await control({ kind: "event", iccid: esim!.iccid, event: "usage", usedMb: 100 });
  const { obj } = await post("esim/usage/query", { esimTranNoList: [esim!.esimTranNo, "unknown"] });
  expect(obj!.esimUsageList).toMatchObject([
    { esimTranNo: esim!.esimTranNo, dataUsage: 100 * 1024 ** 2, totalData: 5 * 1024 ** 3 },
  ]);
  expect((await post("esim/usage/query", { esimTranNoList: Array.from({ length: 11 }, String) })).errorCode).toBe(
    "000107",
  );
});

test("a day pass is bought for as many days as asked for", async () => {
  const { post, query, records } = await simulate();
  const { obj } = await post("esim/order", {
    transactionId: "t",
    amount: 17_500,
    packageInfoList: [{ packageCode: "TR_0.5_1_Daily", count: 1, periodNum: 5, price: 17_500 }],
  });
  const [esim] = await eventually(() => query({ orderNo: obj!.orderNo }));
  expect(esim).toMatchObject({ totalDuration: 5, totalVolume: 5 * 512 * 1024 ** 2 });
  expect((await records()).orders[0]!.paidUsd).toBe(1.75);
  const fixed = await post("esim/order", { transactionId: "u", packageInfoList: [{ ...line, periodNum: 5 }] });
  expect(fixed.errorCode).toBe("200008");
});

async function codeOf(
  post: (path: string, body: unknown) => Promise<{ obj: Record<string, unknown> | null }>,
): Promise<string> {
  const { obj } = await post("package/list", { slug: PACKAGE });
  return (obj!.packageList as { packageCode: string }[])[0]!.packageCode;
}
