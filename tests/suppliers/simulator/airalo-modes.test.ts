import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { airalo } from "#server/domain/catalogue/suppliers/airalo/adapter.ts";
import type { Delivered, EsimRef, Found, Outcome } from "#server/domain/catalogue/suppliers/port.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import { controlSimulator, type SimulatorCommand } from "#server/simulator/control.ts";
import { startSimulators } from "#server/simulator/start-simulators.ts";
import { CLIENT_ID, PACKAGE, PRICE, SECRET } from "./airalo-buyer.ts";
import { eventually } from "./simulation.ts";

// Calls are given up after half a second, orders and top-ups after 1.2.
overrideEnv({ timeScale: 0.05 });

const dataDir = mkdtempSync(join(tmpdir(), "simulator-"));
const running = await startSimulators({ dataDir, notify: { airalo: "http://127.0.0.1:1/nobody" } });
afterAll(async () => {
  await running.close();
  rmSync(dataDir, { recursive: true, force: true });
});
const settings = { url: running.addresses.airalo, clientId: CLIENT_ID, clientSecret: SECRET };
const adapter = airalo({ ...settings, isAsync: false }, () => {});
const asyncAdapter = airalo({ ...settings, isAsync: true }, () => {});
// Both have their token before the first order, whose time is short.
await adapter.balance();
const control = <C extends SimulatorCommand>(command: C) => controlSimulator(dataDir, command);
const set = (operation: string, mode: string, more: { latencyMs?: number; quantity?: number; times?: number } = {}) =>
  control({ kind: "set", supplier: "airalo", operation, mode, times: 1, ...more });
const records = async () => (await control({ kind: "show" })).suppliers.find(({ supplier }) => supplier === "airalo")!;
const sold = async (reference: string) =>
  (await records()).orders.filter((order) => order.reference === reference && order.delivered > 0);

beforeEach(async () => void (await control({ kind: "reset" })));

let count = 0;
const nextReference = () => `SO-${++count}-`;
const buy = (reference: string, quantity = 1) => ({
  reference,
  supplierPackageId: PACKAGE,
  quantity,
  unitCostUsd: money(PRICE),
});
const nothingLinked = async () => new Set<string>();
const find = (reference: string) => adapter.findOrder(buy(reference), new Date(), nothingLinked);
const said = (outcome: Outcome<unknown> | Found<unknown>) =>
  outcome.kind === "rejected" ? outcome.code : outcome.kind;

async function delivered(supplierReference: string, reference: string): Promise<Delivered> {
  const found = await adapter.getOrderEsims(supplierReference, reference);
  if (found.kind !== "found") throw new Error(found.kind);
  return found.value;
}

async function bought(): Promise<EsimRef> {
  const reference = nextReference();
  const outcome = await adapter.order(buy(reference));
  if (outcome.kind !== "done") throw new Error(outcome.kind);
  const { supplierReference } = outcome.value;
  const [esim] = (await delivered(supplierReference, reference)).esims;
  return { ...esim!, supplierReference, createdAt: new Date() };
}

/** What the adapter makes of it, how many were sold, and whether the order is then found. */
const ORDER_MODES: [mode: string, latencyMs: number | undefined, said: string, sold: number][] = [
  ["ok", undefined, "done", 1],
  ["slow", 200, "done", 1],
  ["slow", 60_000, "unknown", 1],
  ["reject", undefined, "out_of_stock", 0],
  ["timeout_before", undefined, "unknown", 0],
  ["timeout_after", undefined, "unknown", 1],
  ["error_before", undefined, "unknown", 0],
  ["error_after", undefined, "unknown", 1],
  ["garbage", undefined, "unknown", 1],
  ["rate_limited", undefined, "busy", 0],
  ["duplicate", undefined, "done", 1],
  ["reordered", undefined, "done", 1],
  ["lost", undefined, "done", 1],
];

describe("order", () => {
  test.each(ORDER_MODES)(
    "%s (%j ms) is %s, and the search finds what was sold: %i",
    async (mode, latencyMs, kind, n) => {
      const reference = nextReference();
      await set("order", mode, { latencyMs });
      expect(said(await adapter.order(buy(reference)))).toBe(kind);
      expect(await sold(reference)).toHaveLength(n);
      const found = await find(reference);
      expect(found.kind).toBe(n === 1 ? "found" : "not_found");
      if (found.kind !== "found") return;
      const { esims, allocating } = await delivered(found.value.supplierReference, reference);
      expect(allocating).toBe(false);
      expect(esims.map(({ iccid }) => iccid)).toEqual((await sold(reference))[0]!.esims);
      expect(esims[0]).toMatchObject({ status: "ready", totalBytes: 5 * 1024 ** 3, usedBytes: 0 });
    },
  );

  test.each(ORDER_MODES)(
    "%s (%j ms) in asynchronous mode comes to the same in the end",
    async (mode, latencyMs, _, n) => {
      const reference = nextReference();
      await set("order", mode, { latencyMs: latencyMs && Math.min(latencyMs, 4_000) });
      const outcome = await asyncAdapter.order(buy(reference));
      const known: Record<string, string> = { reject: "done", rate_limited: "busy", ok: "done", slow: "done" };
      const notices: Record<string, string> = { duplicate: "done", reordered: "done", lost: "done" };
      expect(said(outcome)).toBe(
        mode === "slow" && latencyMs! > 1_200 ? "unknown" : ({ ...known, ...notices }[mode] ?? "unknown"),
      );
      const supplierReference = outcome.kind === "done" ? outcome.value.supplierReference : "request:unknown";
      if (n === 0 && mode !== "reject") {
        expect(await delivered(supplierReference, reference)).toMatchObject({ esims: [], allocating: true });
        return;
      }
      const end = await eventually(async () => {
        const now = await delivered(supplierReference, reference);
        if (now.allocating) throw new Error("still allocating");
        return now;
      });
      expect(end.esims).toHaveLength(n);
    },
  );

  test("partial delivers and charges what it was told", async () => {
    const reference = nextReference();
    await set("order", "partial", { quantity: 2 });
    const outcome = await adapter.order(buy(reference, 5));
    if (outcome.kind !== "done") throw new Error(outcome.kind);
    expect(await delivered(outcome.value.supplierReference, reference)).toMatchObject({
      esims: [{}, {}],
      allocating: false,
    });
    expect(await sold(reference)).toMatchObject([{ quantity: 5, delivered: 2, paidUsd: 2 * PRICE }]);
  });

  test("late is accepted at once, waited for, and delivered after its time", async () => {
    for (const supplier of [adapter, asyncAdapter]) {
      const reference = nextReference();
      await set("order", "late", { latencyMs: 1_500 });
      const outcome = await supplier.order(buy(reference, 2));
      if (outcome.kind !== "done") throw new Error(outcome.kind);
      const { supplierReference } = outcome.value;
      expect(await delivered(supplierReference, reference)).toMatchObject({ esims: [], allocating: true });
      await eventually(async () => {
        expect(await delivered(supplierReference, reference)).toMatchObject({ esims: [{}, {}], allocating: false });
      });
    }
  });

  test("not_found_then_found is missing from two searches and found by the third", async () => {
    const reference = nextReference();
    await set("order", "not_found_then_found");
    expect(said(await adapter.order(buy(reference)))).toBe("unknown");
    expect([said(await find(reference)), said(await find(reference)), said(await find(reference))]).toEqual([
      "not_found",
      "not_found",
      "found",
    ]);
  });
});

/** For questions: what the adapter makes of an answer that is missing, wrong or a refusal. */
const QUESTION_MODES: [mode: string, said: string][] = [
  ["ok", "found"],
  ["slow", "found"],
  ["reject", "unknown"],
  ["timeout_before", "unknown"],
  ["timeout_after", "unknown"],
  ["error_before", "unknown"],
  ["error_after", "unknown"],
  ["garbage", "unknown"],
  ["rate_limited", "unknown"],
];

describe("query", () => {
  test.each([...QUESTION_MODES, ["not_found_then_found", "not_found"]])(
    "%s is %s to whoever asks about an order or an eSIM",
    async (mode, kind) => {
      const esim = await bought();
      const reference = (await records()).orders.at(-1)!.reference;
      const ask = async (question: () => Promise<Found<unknown>>) => {
        await set("query", mode, { latencyMs: 100 });
        const answer = await question();
        return said(answer);
      };
      expect(await ask(() => find(reference))).toBe(kind);
      expect(await ask(() => adapter.getOrderEsims(esim.supplierReference, reference))).toBe(kind);
      expect(await ask(async () => (await adapter.getEsims([esim])).get(esim.supplierEsimId)!)).toBe(kind);
      expect(await ask(() => adapter.topupEvidence(esim))).toBe(kind);
    },
  );
});

describe("usage", () => {
  test.each([...QUESTION_MODES, ["not_found_then_found", "unknown"]])(
    "%s is %s, and never taken for nothing used",
    async (mode, kind) => {
      const esim = await bought();
      await control({ kind: "event", iccid: esim.iccid, event: "usage", usedMb: 100 });
      await set("usage", mode, { latencyMs: 100 });
      const found = (await adapter.getEsims([esim])).get(esim.supplierEsimId)!;
      expect(said(found)).toBe(kind);
      if (found.kind === "found")
        expect(found.value).toMatchObject({ usedBytes: 100 * 1024 ** 2, status: "activated" });
    },
  );
});

describe("catalog", () => {
  test.each(QUESTION_MODES)("%s is %s", async (mode, kind) => {
    await set("catalog", mode, { latencyMs: 100 });
    const answer = await adapter.listPackages();
    expect(answer.kind).toBe(kind === "found" ? "done" : "unknown");
    if (answer.kind === "done") expect(answer.packages.length).toBeGreaterThan(600);
  });

  test("partial and not_found_then_found list less, which the catalogue has to notice", async () => {
    await set("catalog", "partial", { quantity: 3 });
    expect(await adapter.listPackages()).toMatchObject({ kind: "done" });
    await set("catalog", "not_found_then_found");
    expect(await adapter.listPackages()).toEqual({ kind: "done", packages: [], refused: [] });
  });
});

describe("topup", () => {
  const OPTION = { code: `${PACKAGE}-topup`, costUsd: money(PRICE) };

  test.each([
    ["ok", undefined, "done", true],
    ["slow", 200, "done", true],
    ["slow", 60_000, "unknown", true],
    ["late", 60_000, "unknown", true],
    ["partial", undefined, "done", true],
    ["reject", undefined, "refused", false],
    ["timeout_before", undefined, "unknown", false],
    ["timeout_after", undefined, "unknown", true],
    ["error_before", undefined, "unknown", false],
    ["error_after", undefined, "unknown", true],
    ["garbage", undefined, "unknown", true],
    ["rate_limited", undefined, "busy", false],
    ["not_found_then_found", undefined, "unknown", false],
    ["duplicate", undefined, "done", true],
  ] as const)(
    "%s (%j ms) is %s, and is found afterwards when it happened: %j",
    async (mode, latencyMs, kind, happened) => {
      const esim = await bought();
      const before = await adapter.topupEvidence(esim);
      if (before.kind !== "found") throw new Error(before.kind);
      const request = { reference: `AT-${nextReference()}`, esim, option: OPTION, before: before.value };
      await set("topup", mode, { latencyMs });
      expect(said(await adapter.topup(request))).toBe(kind);
      const topups = (await records()).topups.filter(({ iccid }) => iccid === esim.iccid);
      expect(topups).toHaveLength(happened ? 1 : 0);
      const found = await adapter.findTopup(request, new Date(), nothingLinked);
      const [topup] = topups;
      expect(found).toEqual(
        topup
          ? {
              kind: "found",
              value: { supplierReference: topup.supplierReference, unitCostUsd: money(topup.paidUsd) },
            }
          : { kind: "not_found" },
      );
      const options = await adapter.topupOptions(esim);
      expect(options.kind === "found" && options.value.map(({ code }) => code)).toContain(OPTION.code);
    },
  );
});

test("what the supplier does not offer cannot be set either", async () => {
  for (const operation of ["cancel", "suspend", "resume"])
    await expect(set(operation, "reject")).rejects.toThrow(`The supplier airalo has no operation "${operation}".`);
});

test("an eSIM's life looks to the adapter like what it is", async () => {
  const esim = await bought();
  const look = async () => {
    const found = (await adapter.getEsims([esim])).get(esim.supplierEsimId)!;
    return found.kind === "found" ? [found.value.status, found.value.installationStatus] : [found.kind];
  };
  const seen = [await look()];
  for (const event of ["activate", "exhaust", "expire", "delete"]) {
    await control({ kind: "event", iccid: esim.iccid, event });
    seen.push(await look());
  }
  expect(seen).toEqual([
    ["ready", "not_installed"],
    ["activated", "installed"],
    ["exhausted", "installed"],
    ["expired", "installed"],
    ["expired", "installed"],
  ]);
  expect(await adapter.topupOptions(esim)).toEqual({ kind: "found", value: [] });
  const option = { code: `${PACKAGE}-topup`, costUsd: money(PRICE) };
  expect(await adapter.topup({ reference: "AT-late", esim, option, before: "[]" })).toMatchObject({ code: "refused" });
});
