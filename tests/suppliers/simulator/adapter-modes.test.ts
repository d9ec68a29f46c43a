import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { esimAccess } from "#server/domain/catalogue/suppliers/esimaccess/adapter.ts";
import type { EsimRef, Outcome } from "#server/domain/catalogue/suppliers/port.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import { controlSimulator, type SimulatorCommand } from "#server/simulator/control.ts";
import { BASE_PACKAGES, findBasePackage } from "#server/simulator/esimaccess/catalogue.ts";
import { startSimulators } from "#server/simulator/start-simulators.ts";
import { buyer, PACKAGE } from "./simulation.ts";

// Calls are given up after a second.
overrideEnv({ timeScale: 0.06 });

const dataDir = mkdtempSync(join(tmpdir(), "simulator-"));
const running = await startSimulators({ dataDir });
afterAll(async () => {
  await running.close();
  rmSync(dataDir, { recursive: true, force: true });
});
const adapter = esimAccess({ url: running.addresses.esimaccess, accessCode: "test" }, () => {});
const control = <C extends SimulatorCommand>(command: C) => controlSimulator(dataDir, command);
const records = async () => (await control({ kind: "show" })).suppliers[0]!;
const set = (operation: string, mode: string, latencyMs?: number) =>
  control({ kind: "set", supplier: "esimaccess", operation, mode, times: 1, latencyMs });
const { bought, post } = buyer(running.addresses.esimaccess);
const esims = (await Promise.all(["a", "b", "c", "d"].map((reference) => bought(reference, 25)))).flat();

/** An eSIM that no other test has. */
function fresh(): EsimRef {
  const { esimTranNo, iccid, orderNo } = esims.pop()!;
  return { supplierEsimId: esimTranNo, iccid, supplierReference: orderNo, createdAt: new Date() };
}

const OPTION = { code: `TOPUP_${findBasePackage(PACKAGE)!.packageCode}`, costUsd: money("2.8") };
const nothingLinked = async () => new Set<string>();

/** Mode and latency, what the adapter understands (a refusal: topup's, else), and whether it happened. */
const MODES: [mode: string, latencyMs: number | undefined, topup: string, change: string, happened: boolean][] = [
  ["ok", undefined, "done", "done", true],
  ["slow", 100, "done", "done", true],
  ["late", 100, "done", "done", true],
  ["late", 60_000, "unknown", "unknown", true],
  ["partial", undefined, "done", "done", true],
  ["reject", undefined, "package_unknown", "refused", false],
  ["timeout_before", undefined, "unknown", "unknown", false],
  ["timeout_after", undefined, "unknown", "unknown", true],
  ["error_before", undefined, "unknown", "unknown", false],
  ["error_after", undefined, "unknown", "unknown", true],
  ["garbage", undefined, "unknown", "unknown", true],
  ["rate_limited", undefined, "busy", "busy", false],
  ["not_found_then_found", undefined, "refused", "refused", false],
  ["duplicate", undefined, "done", "done", true],
  ["reordered", undefined, "done", "done", true],
  ["lost", undefined, "done", "done", true],
];

const kindOf = (outcome: Outcome<unknown>) => (outcome.kind === "rejected" ? outcome.code : outcome.kind);

const statusAt = async ({ iccid }: EsimRef) =>
  (await records()).esims.find((esim) => esim.iccid === iccid)!.status.split(" ")[0];

describe.each(MODES)("in mode %s (%s ms)", (mode, latencyMs, topupOutcome, changeOutcome, happened) => {
  test("a top-up is understood as what it is, and its search tells whether it happened", async () => {
    const esim = fresh();
    const before = await adapter.topupEvidence(esim);
    const request = { reference: "U-1", esim, option: OPTION, before: before.kind === "found" ? before.value : "" };
    await set("topup", mode, latencyMs);
    expect(kindOf(await adapter.topup(request))).toBe(topupOutcome);
    const topups = (await records()).topups.filter(({ iccid }) => iccid === esim.iccid);
    expect(topups.map(({ reference, paidUsd }) => [reference, paidUsd])).toEqual(happened ? [["U-1", 2.8]] : []);
    expect((await adapter.findTopup(request, new Date(), nothingLinked)).kind).toBe(happened ? "found" : "not_found");
  });

  test.each([
    ["cancel", "GOT_RESOURCE", "CANCEL", "cancelled"],
    ["suspend", "GOT_RESOURCE", "SUSPENDED", "suspended"],
    ["resume", "SUSPENDED", "GOT_RESOURCE", "ready"],
  ] as const)("a %s is understood as what it is, and asked for again it is done", async (operation, was, is, ours) => {
    const esim = fresh();
    if (operation === "resume") await post("esim/suspend", { esimTranNo: esim.supplierEsimId });
    await set(operation, mode, latencyMs);
    expect(kindOf(await adapter[operation](esim))).toBe(changeOutcome);
    expect(await statusAt(esim)).toBe(happened ? is : was);
    await set(operation, "ok");
    expect((await adapter[operation](esim)).kind).toBe("done");
    expect((await adapter.getEsims([esim])).get(esim.supplierEsimId)).toMatchObject({
      kind: "found",
      value: { status: ours },
    });
  });

  test("a query and a catalogue that are asked for are read or nothing is concluded from them", async () => {
    const esim = fresh();
    const read = topupOutcome === "done" || (happened && latencyMs === 100);
    await set("query", mode, latencyMs);
    const looked = (await adapter.getEsims([esim])).get(esim.supplierEsimId)!.kind;
    const absent = mode === "not_found_then_found";
    expect(looked).toBe(read ? "found" : absent ? "not_found" : "unknown");
    await set("query", mode, latencyMs);
    expect((await adapter.topupEvidence(esim)).kind).toBe(looked);
    await set("catalog", mode, latencyMs);
    const options = await adapter.topupOptions(esim);
    expect(options.kind).toBe(read || absent ? "found" : "unknown");
    await set("catalog", mode, latencyMs);
    const listed = await adapter.listPackages();
    expect(listed.kind).toBe(read || absent ? "done" : "unknown");
    if (listed.kind !== "done" || options.kind !== "found") return;
    const whole = absent ? 0 : BASE_PACKAGES.length - (mode === "partial" ? 1 : 0);
    expect(listed).toMatchObject({ packages: { length: whole }, refused: [] });
    expect(options.value.length > 0).toBe(!absent);
  });
});

test("a price that moved since the options were read is refused, not paid", async () => {
  const esim = fresh();
  const options = await adapter.topupOptions(esim);
  const option = options.kind === "found" && options.value.find(({ code }) => code === OPTION.code);
  expect(option).toMatchObject({ ...OPTION, dataMb: 5120, durationDays: 30 });
  await control({ kind: "price", supplier: "esimaccess", supplierPackageId: OPTION.code, usd: 3 });
  const request = { reference: "U-1", esim, option: OPTION, before: "" };
  expect(await adapter.topup(request)).toMatchObject({ kind: "rejected", code: "price_changed" });
  expect((await records()).topups.filter(({ iccid }) => iccid === esim.iccid)).toEqual([]);
  const dearer = { ...request, option: { ...OPTION, costUsd: money(3) } };
  expect(await adapter.topup(dearer)).toMatchObject({ kind: "done" });
  await control({ kind: "price", supplier: "esimaccess", supplierPackageId: OPTION.code, usd: 2.8 });
});

test("an eSIM's life is read as it goes on: installed, activated, used, topped up, exhausted, expired, deleted", async () => {
  const esim = fresh();
  const read = async () => {
    const found = (await adapter.getEsims([esim])).get(esim.supplierEsimId)!;
    if (found.kind !== "found") throw new Error(found.kind);
    return found.value;
  };
  const live = async (event: string, usedMb?: number) => {
    await control({ kind: "event", iccid: esim.iccid, event, usedMb });
    return await read();
  };
  expect(await read()).toMatchObject({
    status: "ready",
    installationStatus: "not_installed",
    eid: null,
    activatedAt: null,
  });
  const installed = await live("install");
  expect(installed).toMatchObject({ status: "installed", installationStatus: "installed" });
  expect(installed.eid).toMatch(/^\d{32}$/);
  const activated = await live("activate");
  expect(activated.status).toBe("activated");
  expect(Math.abs(activated.activatedAt!.getTime() - Date.now())).toBeLessThan(60_000);
  expect(activated.expiresAt!.getTime() - activated.activatedAt!.getTime()).toBe(30 * 86_400_000);
  expect((await live("usage", 100)).usedBytes).toBe(100 * 1024 ** 2);
  expect(await live("exhaust")).toMatchObject({ status: "exhausted", usedBytes: 5 * 1024 ** 3 });
  expect((await adapter.topup({ reference: "U-1", esim, option: OPTION, before: "" })).kind).toBe("done");
  expect(await read()).toMatchObject({ status: "activated", totalBytes: 10 * 1024 ** 3 });
  expect((await live("expire")).status).toBe("expired");
  expect(await live("delete")).toMatchObject({ status: "expired", installationStatus: "deleted" });
  expect(await adapter.topup({ reference: "U-2", esim, option: OPTION, before: "" })).toMatchObject({
    code: "refused",
  });
  expect(await adapter.cancel(esim)).toMatchObject({ kind: "rejected", code: "refused" });
});

test("many eSIMs of many orders are read, also when one of them is not known", async () => {
  const some = Array.from({ length: 8 }, fresh);
  const stranger = { ...some[0]!, supplierEsimId: "0", supplierReference: "B0" };
  const answers = await adapter.getEsims([...some, stranger]);
  expect(answers.size).toBe(9);
  expect([...answers].filter(([, { kind }]) => kind !== "found")).toEqual([["0", { kind: "not_found" }]]);
});
