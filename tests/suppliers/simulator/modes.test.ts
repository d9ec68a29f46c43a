import { describe, expect, test } from "vitest";
import { eventually, PAGER, type Said, simulate, windowAround } from "./simulation.ts";

type Simulation = Awaited<ReturnType<typeof simulate>>;

/** The HTTP status, or that nothing came while one waited. */
async function ask({ send }: Simulation, path: string, body: unknown): Promise<number | "silence"> {
  try {
    return (await send(path, body, { signal: AbortSignal.timeout(400) })).status;
  } catch {
    return "silence";
  }
}

const orderOf = (transactionId: string) => ({ transactionId, packageInfoList: [{ packageCode: "TR_5_30", count: 2 }] });

describe("what happened, by the supplier's own record", () => {
  test.each([
    ["timeout_before", "silence", 0],
    ["timeout_after", "silence", 1],
    ["error_before", 500, 0],
    ["error_after", 500, 1],
    ["not_found_then_found", 500, 1],
    ["rate_limited", 429, 0],
    ["reject", 200, 0],
    ["garbage", 200, 1],
    ["duplicate", 200, 1],
  ] as const)("order in mode %s answers %s and sells %i", async (mode, answer, sold) => {
    const simulation = await simulate();
    await simulation.set("order", mode, { times: 1 });
    expect(await ask(simulation, "esim/order", orderOf("t"))).toBe(answer);
    const { orders, balanceUsd, modes } = await simulation.records();
    expect(orders).toHaveLength(sold);
    expect(balanceUsd).toBe(10_000_000 - sold * 5.6);
    expect(modes).toEqual([]);
    expect(await ask(simulation, "esim/order", orderOf("t"))).toBe(200);
    expect((await simulation.records()).orders).toHaveLength(1);
  });

  test.each([
    ["timeout_after", true],
    ["timeout_before", false],
    ["error_after", true],
    ["error_before", false],
    ["garbage", true],
    ["rate_limited", false],
    ["reject", false],
    ["not_found_then_found", false],
  ] as const)("topup, cancel, suspend and resume in mode %s: it happened is %s", async (mode, happened) => {
    const simulation = await simulate();
    const [cancelled, suspended, resumed, topped] = await simulation.bought("t", 4);
    await simulation.post("esim/suspend", { iccid: resumed!.iccid });
    for (const operation of ["topup", "cancel", "suspend", "resume"])
      await simulation.set(operation, mode, { times: 1 });
    await ask(simulation, "esim/cancel", { iccid: cancelled!.iccid });
    await ask(simulation, "esim/suspend", { iccid: suspended!.iccid });
    await ask(simulation, "esim/unsuspend", { iccid: resumed!.iccid });
    await ask(simulation, "esim/topup", { iccid: topped!.iccid, packageCode: "TR_5_30", transactionId: "u" });
    const { esims, topups } = await simulation.records();
    const status = esims.map((esim) => esim.status.split(" ")[0]);
    expect(status).toEqual(
      happened
        ? ["CANCEL", "SUSPENDED", "GOT_RESOURCE", "GOT_RESOURCE"]
        : ["GOT_RESOURCE", "GOT_RESOURCE", "SUSPENDED", "GOT_RESOURCE"],
    );
    expect(topups).toHaveLength(happened ? 1 : 0);
  });
});

test("reject says what the supplier would say, and never denies an order that it has sold", async () => {
  const { set, order, post, query } = await simulate();
  const first = await order("known");
  for (const operation of ["order", "query", "topup", "cancel", "suspend", "resume", "usage", "catalog"])
    await set(operation, "reject");
  const codes = await Promise.all(
    [
      "esim/order",
      "esim/query",
      "esim/topup",
      "esim/cancel",
      "esim/suspend",
      "esim/unsuspend",
      "esim/usage/query",
      "package/list",
    ].map(async (path) => (await post(path, { transactionId: "new" })).errorCode),
  );
  expect(codes).toEqual(["200011", "900001", "310243", "200002", "200002", "200002", "900001", "900001"]);
  expect((await order("known")).obj).toEqual(first.obj);
  await set("query", "ok");
  expect(await eventually(() => query({ orderNo: first.obj!.orderNo }))).toHaveLength(1);
});

test("slow answers after the latency, with what was done at once", async () => {
  const { set, order, records } = await simulate();
  await set("order", "slow", { latencyMs: 1_500, times: 1 });
  const startedAt = performance.now();
  let answered = false;
  const answer = order("t").finally(() => {
    answered = true;
  });
  await eventually(async () => expect((await records()).orders).toHaveLength(1));
  expect(answered).toBe(false);
  expect((await answer).success).toBe(true);
  expect(performance.now() - startedAt).toBeGreaterThan(1_490);
});

test("partial delivers and charges what it was told, one less without a word", async () => {
  const { set, order, query, records } = await simulate();
  await set("order", "partial", { times: 1, quantity: 2 });
  const five = await order("five", 5);
  await set("order", "partial", { times: 1 });
  const three = await order("three", 3);
  expect(await eventually(() => query({ orderNo: five.obj!.orderNo }))).toHaveLength(2);
  expect(await eventually(() => query({ orderNo: three.obj!.orderNo }))).toHaveLength(2);
  const { orders, balanceUsd } = await records();
  expect(orders).toMatchObject([
    { reference: "five", quantity: 5, delivered: 2, paidUsd: 5.6 },
    { reference: "three", quantity: 3, delivered: 2, paidUsd: 5.6 },
  ]);
  expect(balanceUsd).toBe(10_000_000 - 11.2);
});

test("late accepts at once and allocates after the latency", async () => {
  const { set, order, post, query } = await simulate();
  await set("order", "late", { latencyMs: 2_500, times: 1 });
  const orderedAt = performance.now();
  const { obj } = await order("t");
  expect((await post("esim/query", { orderNo: obj!.orderNo, pager: PAGER })).errorCode).toBe("200010");
  expect(await eventually(() => query({ orderNo: obj!.orderNo }))).toHaveLength(1);
  expect(performance.now() - orderedAt).toBeGreaterThan(2_500);
});

test("an order that is found later is missing from two searches by time, not from its own query", async () => {
  const { set, order, query, records } = await simulate();
  await set("order", "not_found_then_found", { times: 1 });
  expect((await order("t")).errorCode).toBe("000001");
  const [sold] = (await records()).orders;
  await eventually(() => query({ orderNo: sold!.supplierReference }));
  const seen = [];
  for (let search = 0; search < 3; search++) seen.push((await query(windowAround())).length);
  expect(seen).toEqual([0, 0, 1]);
});

test("queries that find later answer twice as if nothing existed", async () => {
  const { set, bought, post, query } = await simulate();
  const [esim] = await bought("t");
  const code = async (by: object): Promise<Said["errorCode"]> =>
    (await post("esim/query", { ...by, pager: PAGER })).errorCode;
  await set("query", "not_found_then_found");
  expect(await code({ orderNo: esim!.orderNo })).toBe("310272");
  expect(await query(windowAround())).toEqual([]);
  expect(await query({ orderNo: esim!.orderNo })).toHaveLength(1);
});

test("--times is exact when many calls come at once, and a reset ends what has no number", async () => {
  const { set, order, records, control } = await simulate();
  await set("order", "reject", { times: 7 });
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => order(`t${n}`)));
  expect(answers.filter(({ success }) => !success)).toHaveLength(7);
  expect((await records()).orders).toHaveLength(33);
  await set("order", "reject");
  for (let n = 0; n < 3; n++) expect((await order("u")).errorCode).toBe("200011");
  await control({ kind: "reset" });
  expect((await order("u")).success).toBe(true);
});

test("a catalogue can be short, empty for a while, or unreadable; nothing else changes with it", async () => {
  const { set, post, order, send } = await simulate();
  const count = async () => ((await post("package/list", {})).obj!.packageList as unknown[]).length;
  const whole = await count();
  await set("catalog", "partial", { quantity: 10, times: 1 });
  expect(await count()).toBe(10);
  await set("catalog", "not_found_then_found");
  expect([await count(), await count(), await count()]).toEqual([0, 0, whole]);
  await set("catalog", "garbage", { times: 1 });
  expect(await (await send("package/list", {})).text()).toContain("<html>");
  await set("catalog", "timeout_before");
  expect((await order("t")).success).toBe(true);
});
