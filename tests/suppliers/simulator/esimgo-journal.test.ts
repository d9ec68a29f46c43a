import { fork } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { esimGo } from "#server/domain/catalogue/suppliers/esimgo/adapter.ts";
import type { EsimRef } from "#server/domain/catalogue/suppliers/port.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import { controlSimulator } from "#server/simulator/control.ts";
import { fold } from "#server/simulator/esimgo/fold.ts";
import { type Entry, emptyState, type State } from "#server/simulator/esimgo/state.ts";
import { openJournal, type Stamped } from "#server/simulator/journal.ts";
import { aWhileAgo, BUNDLE, KEY, nothingLinked, orderOf, PRICE, simulateEsimGo, valueIn } from "./esimgo-simulation.ts";
import { eventually, temporaryFolder } from "./simulation.ts";

overrideEnv({ timeScale: 0.05 });

const MAIN = join(import.meta.dirname, "../../../server/simulator/main.ts");
const fileOf = (dataDir: string) => join(dataDir, "simulator", "esimgo.jsonl");

test("the state is the fold of the file, whole again after a start at any line or in the middle of one", async () => {
  const { adapter, bought, set, control, stop, dataDir } = await simulateEsimGo();
  const [one, two, three] = (await bought(3)) as [EsimRef, EsimRef, EsimRef];
  await set("order", "not_found_then_found", { times: 1 });
  await adapter.order(orderOf());
  await adapter.findOrder(orderOf(), aWhileAgo(), nothingLinked);
  await control({ kind: "price", supplier: "esimgo", supplierPackageId: BUNDLE, usd: 2 });
  await adapter.topup({ reference: "U", esim: two, option: { code: BUNDLE, costUsd: money(PRICE) }, before: "[]" });
  await control({ kind: "event", iccid: two.iccid, event: "exhaust" });
  await adapter.cancel(one);
  await adapter.suspend(three);
  await set("query", "late", { latencyMs: 1 });
  await stop();

  const bytes = readFileSync(fileOf(dataDir));
  const entries = bytes
    .toString("utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Stamped<Entry>);
  expect(new Set(entries.map(({ type }) => type)).size).toBeGreaterThanOrEqual(9);
  const folder = temporaryFolder();
  for (let cut = 0; cut <= bytes.length; cut += 101) {
    const path = join(folder, `${cut}.jsonl`);
    writeFileSync(path, bytes.subarray(0, cut));
    const expected = emptyState();
    const wholeLines = bytes.toString("latin1", 0, cut).split("\n").length - 1;
    for (const entry of entries.slice(0, wholeLines)) fold(expected, entry);
    const journal = openJournal<State, Entry>(path, emptyState(), fold);
    expect(journal.state()).toEqual(expected);
    journal.close();
  }
});

test("an order accepted before a kill is delivered after the next start, once", async () => {
  const before = await simulateEsimGo();
  await before.set("order", "late", { latencyMs: 400, times: 1 });
  const { supplierReference } = valueIn(await before.adapter.order(orderOf(2)));
  // What a SIGKILL leaves: the file as it is at this moment, here with a line that was never finished.
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, "simulator"));
  copyFileSync(fileOf(before.dataDir), fileOf(dataDir));
  appendFileSync(fileOf(dataDir), '{"at":"2026-');
  await before.stop();
  const after = await simulateEsimGo({ dataDir });
  expect(await after.esimsOf(supplierReference)).toHaveLength(2);
  const { orders, balanceUsd, esims } = await after.records();
  expect([orders.length, esims.length]).toEqual([1, 2]);
  expect(balanceUsd).toBeCloseTo(10_000_000 - 2 * PRICE, 6);
});

test("a killed process has lost nothing that it answered, and sold nothing twice", async () => {
  const dataDir = temporaryFolder();
  const launch = async () => {
    const child = fork(MAIN, { env: { ...process.env, DATA_DIR: dataDir }, execArgv: [], silent: true });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [message] = (await once(child, "message")) as [{ addresses: Record<string, string> }];
    const adapter = esimGo({ url: message.addresses.esimgo!, apiKey: KEY, refunds: true }, () => {});
    return { child, adapter };
  };
  const answered: string[] = [];
  for (let round = 0; round < 2; round++) {
    const { child, adapter } = await launch();
    let killed = false;
    const clients = Array.from({ length: 5 }, async () => {
      while (!killed) {
        const outcome = await adapter.order(orderOf());
        if (outcome.kind === "done") answered.push(outcome.value.supplierReference);
      }
    });
    await eventually(() => expect(answered.length).toBeGreaterThan(round * 15 + 5));
    child.kill("SIGKILL");
    killed = true;
    await Promise.all(clients);
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
  const { adapter } = await launch();
  const { suppliers } = await controlSimulator(dataDir, { kind: "show" });
  const { orders, balanceUsd } = suppliers.find(({ supplier }) => supplier === "esimgo")!;
  const sold = orders.map(({ supplierReference }) => supplierReference);
  expect(answered.filter((reference) => !sold.includes(reference))).toEqual([]);
  expect(balanceUsd).toBeCloseTo(10_000_000 - sold.length * PRICE, 6);
  for (const reference of answered.slice(-5))
    expect(valueIn(await adapter.getOrderEsims(reference, "T-1")).esims).toHaveLength(1);
});
