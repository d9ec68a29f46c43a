import { describe, expect, test } from "vitest";
import type { EsimRef } from "#server/domain/catalogue/suppliers/port.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import { BUNDLES } from "#server/simulator/esimgo/catalogue.ts";
import {
  aWhileAgo,
  BUNDLE,
  kindOf,
  nothingLinked,
  orderOf,
  PRICE,
  simulateEsimGo,
  valueIn,
} from "./esimgo-simulation.ts";
import { eventually } from "./simulation.ts";

// Calls are given up after three quarters of a second.
overrideEnv({ timeScale: 0.05 });

type Simulation = Awaited<ReturnType<typeof simulateEsimGo>>;

/** Mode and latency, what the adapter understands of an order, a top-up and a change, and whether it happened. */
const MODES: [
  mode: string,
  latencyMs: number | undefined,
  order: string,
  topup: string,
  change: string,
  happened: boolean,
][] = [
  ["ok", undefined, "done", "done", "done", true],
  ["slow", 100, "done", "done", "done", true],
  ["slow", 60_000, "unknown", "unknown", "unknown", true],
  ["late", 100, "done", "done", "done", true],
  ["reject", undefined, "out_of_stock", "refused", "refused", false],
  ["timeout_before", undefined, "unknown", "unknown", "unknown", false],
  ["timeout_after", undefined, "unknown", "unknown", "unknown", true],
  ["error_before", undefined, "unknown", "unknown", "unknown", false],
  ["error_after", undefined, "unknown", "unknown", "unknown", true],
  ["garbage", undefined, "unknown", "unknown", "unknown", true],
  ["rate_limited", undefined, "busy", "busy", "busy", false],
  ["duplicate", undefined, "done", "done", "done", true],
  ["reordered", undefined, "done", "done", "done", true],
  ["lost", undefined, "done", "done", "done", true],
];

const once = (simulation: Simulation, operation: string, mode: string, latencyMs?: number) =>
  simulation.set(operation, mode, { times: 1, latencyMs });

describe.each(MODES)("in mode %s (%s ms)", (mode, latencyMs, ordered, toppedUp, changed, happened) => {
  test("an order is understood as what it is, and found if and only if it happened", async () => {
    const simulation = await simulateEsimGo();
    const since = aWhileAgo();
    await once(simulation, "order", mode, latencyMs);
    expect(kindOf(await simulation.adapter.order(orderOf(2)))).toBe(ordered);
    const { orders, balanceUsd } = await simulation.records();
    expect(orders.map(({ quantity, paidUsd, package: item }) => [item, quantity, paidUsd])).toEqual(
      happened ? [[BUNDLE, 2, 2 * PRICE]] : [],
    );
    expect(balanceUsd).toBeCloseTo(10_000_000 - (happened ? 2 * PRICE : 0), 6);
    if (mode === "slow" && latencyMs === 60_000) {
      // Not delivered yet: it could still be anything.
      expect((await simulation.adapter.findOrder(orderOf(2), since, nothingLinked)).kind).toBe("unknown");
      return;
    }
    if (happened) await simulation.esimsOf(orders[0]!.supplierReference);
    const found = await simulation.adapter.findOrder(orderOf(2), since, nothingLinked);
    expect(found).toEqual(
      happened ? { kind: "found", value: { supplierReference: orders[0]!.supplierReference } } : { kind: "not_found" },
    );
  });

  test("a top-up is understood as what it is, and found if and only if it happened", async () => {
    const simulation = await simulateEsimGo();
    const [esim] = (await simulation.bought()) as [EsimRef];
    const since = aWhileAgo();
    const before = valueIn(await simulation.adapter.topupEvidence(esim));
    const request = { reference: "U-1", esim, option: { code: BUNDLE, costUsd: money(PRICE) }, before };
    await once(simulation, "topup", mode, latencyMs);
    expect(kindOf(await simulation.adapter.topup(request))).toBe(toppedUp);
    const { topups } = await simulation.records();
    expect(topups.map(({ iccid, paidUsd }) => [iccid, paidUsd])).toEqual(happened ? [[esim.iccid, PRICE]] : []);
    const value = { supplierReference: topups[0]?.supplierReference, unitCostUsd: money(PRICE) };
    expect(await simulation.adapter.findTopup(request, since, nothingLinked)).toEqual(
      happened ? { kind: "found", value } : { kind: "not_found" },
    );
    // The top-up's order is no order for a new eSIM.
    expect(await simulation.adapter.findOrder(orderOf(), since, async () => new Set([esim.supplierReference]))).toEqual(
      {
        kind: "not_found",
      },
    );
  });

  test("cancel, suspend and resume are understood as what they are, and their state tells", async () => {
    const simulation = await simulateEsimGo();
    const [cancelled, suspended, resumed] = (await simulation.bought(3)) as [EsimRef, EsimRef, EsimRef];
    await simulation.adapter.suspend(resumed);
    for (const operation of ["cancel", "suspend", "resume"]) await once(simulation, operation, mode, latencyMs);
    const { cancel, suspend, resume } = simulation.adapter;
    const outcomes = await Promise.all([cancel(cancelled), suspend(suspended), resume(resumed)]);
    expect(outcomes.map(kindOf)).toEqual([changed, changed, changed]);
    const statusOf = async (esim: EsimRef) => {
      const found = await simulation.esimAt(esim);
      return found.kind === "found" ? found.value.status : found.kind;
    };
    expect([await statusOf(cancelled), await statusOf(suspended), await statusOf(resumed)]).toEqual(
      happened ? ["not_found", "suspended", "ready"] : ["ready", "ready", "suspended"],
    );
    const { orders, balanceUsd } = await simulation.records();
    expect(orders[0]!.refundedUsd).toBe(happened ? PRICE : 0);
    expect(balanceUsd).toBeCloseTo(10_000_000 - (happened ? 2 : 3) * PRICE, 6);
  });
});

test("late delivers after the latency: until then the order is being processed", async () => {
  const { adapter, set, esimsOf, records } = await simulateEsimGo();
  await set("order", "late", { latencyMs: 600, times: 1 });
  const { supplierReference } = valueIn(await adapter.order(orderOf(2)));
  expect(await adapter.getOrderEsims(supplierReference, "T-1")).toEqual({
    kind: "found",
    value: { esims: [], allocating: true },
  });
  expect((await records()).orders[0]!.delivered).toBe(0);
  expect(await esimsOf(supplierReference)).toHaveLength(2);
});

test("partial delivers and charges what it was told, one less without a word, and says that this is all", async () => {
  const { adapter, set, esimsOf, records } = await simulateEsimGo();
  await set("order", "partial", { times: 1, quantity: 2 });
  const five = valueIn(await adapter.order(orderOf(5)));
  await set("order", "partial", { times: 1 });
  const three = valueIn(await adapter.order(orderOf(3)));
  expect(await esimsOf(five.supplierReference)).toHaveLength(2);
  expect(await esimsOf(three.supplierReference)).toHaveLength(2);
  await set("order", "partial", { times: 1 });
  expect(kindOf(await adapter.order(orderOf(1)))).toBe("out_of_stock");
  const { orders, balanceUsd } = await records();
  expect(orders.map(({ paidUsd }) => paidUsd)).toEqual([2 * PRICE, 2 * PRICE, 0]);
  expect(balanceUsd).toBeCloseTo(10_000_000 - 4 * PRICE, 6);
});

test("an order that is to be found later only shows up in the third list", async () => {
  const { adapter, set, records } = await simulateEsimGo();
  const since = aWhileAgo();
  await set("order", "not_found_then_found", { times: 1 });
  expect(kindOf(await adapter.order(orderOf()))).toBe("unknown");
  const kinds = [];
  for (let look = 0; look < 3; look++) kinds.push((await adapter.findOrder(orderOf(), since, nothingLinked)).kind);
  expect(kinds).toEqual(["not_found", "not_found", "found"]);
  expect((await records()).orders).toHaveLength(1);
});

/** Of looks: what is understood of the order, the eSIM, the top-up options and the catalogue. */
const LOOKS: [mode: string, latencyMs: number | undefined, understood: string][] = [
  ["slow", 100, "found"],
  ["late", 100, "found"],
  ["late", 60_000, "unknown"],
  ["reject", undefined, "unknown"],
  ["timeout_before", undefined, "unknown"],
  ["timeout_after", undefined, "unknown"],
  ["error_before", undefined, "unknown"],
  ["error_after", undefined, "unknown"],
  ["garbage", undefined, "unknown"],
  ["rate_limited", undefined, "unknown"],
  ["duplicate", undefined, "found"],
];

test.each(LOOKS)("looks in mode %s (%s ms) are %s, and well again afterwards", async (mode, latencyMs, understood) => {
  const simulation = await simulateEsimGo();
  const { adapter } = simulation;
  const [esim] = (await simulation.bought()) as [EsimRef];
  const looks: [string, () => Promise<{ kind: string }>][] = [
    ["query", () => adapter.findOrder(orderOf(), aWhileAgo(), nothingLinked)],
    ["query", () => simulation.esimAt(esim)],
    ["usage", () => simulation.esimAt(esim)],
    ["usage", () => adapter.topupEvidence(esim)],
    ["catalog", () => adapter.topupOptions(esim)],
  ];
  for (const [operation, look] of looks) {
    await simulation.set(operation, mode, { latencyMs, times: 1 });
    expect([operation, (await look()).kind]).toEqual([operation, understood]);
    await simulation.set(operation, "ok");
    expect([operation, (await look()).kind]).toEqual([operation, "found"]);
  }
  await simulation.set("query", mode, { latencyMs, times: 1 });
  const order = await adapter.getOrderEsims(esim.supplierReference, "T-1");
  // Refused with "still processing", it is waited for.
  expect(order.kind).toBe(mode === "reject" ? "found" : understood);
  if (mode === "reject") expect(order).toMatchObject({ value: { esims: [], allocating: true } });
  expect(valueIn(await adapter.getOrderEsims(esim.supplierReference, "T-1")).esims).toHaveLength(1);
});

test("what is not found at first is found after two looks", async () => {
  const simulation = await simulateEsimGo();
  const [esim] = (await simulation.bought()) as [EsimRef];
  await simulation.set("query", "not_found_then_found");
  const looks = [];
  for (let look = 0; look < 3; look++) looks.push((await simulation.esimAt(esim)).kind);
  expect(looks).toEqual(["not_found", "not_found", "found"]);
  await simulation.set("query", "not_found_then_found");
  const orders = [];
  for (let look = 0; look < 3; look++)
    orders.push((await simulation.adapter.getOrderEsims(esim.supplierReference, "T-1")).kind);
  expect(orders).toEqual(["not_found", "not_found", "found"]);
});

test("the catalogue is whole, or unknown, or as short as it was told to be", async () => {
  const { adapter, set } = await simulateEsimGo();
  const countOf = async () => {
    const answer = await adapter.listPackages();
    return answer.kind === "done" ? answer.packages.length : answer.kind;
  };
  await set("catalog", "partial", { quantity: 120 });
  expect(await countOf()).toBe(120);
  for (const mode of ["garbage", "error_after", "timeout_before", "rate_limited", "reject"]) {
    await set("catalog", mode, { times: 1 });
    expect([mode, await countOf()]).toEqual([mode, "unknown"]);
  }
  await set("catalog", "ok");
  expect(await countOf()).toBe(BUNDLES.length);
});

test("settings count down, are shown and are reset", async () => {
  const { set, control, records, adapter } = await simulateEsimGo();
  await set("order", "reject", { times: 2 });
  await adapter.order(orderOf());
  expect((await records()).modes).toMatchObject([{ operation: "order", mode: "reject", timesLeft: 1 }]);
  await control({ kind: "reset" });
  expect((await records()).modes).toEqual([]);
  await eventually(async () => expect(kindOf(await adapter.order(orderOf()))).toBe("done"));
});
