import { appendFileSync, copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fold } from "#server/simulator/esimaccess/fold.ts";
import { type Entry, emptyState, type State } from "#server/simulator/esimaccess/state.ts";
import { openJournal, type Stamped } from "#server/simulator/journal.ts";
import { eventually, receiver, simulate, temporaryFolder, windowAround } from "./simulation.ts";

const open = (path: string) => openJournal<State, Entry>(path, emptyState(), fold);
const fileOf = (dataDir: string) => join(dataDir, "simulator", "esimaccess.jsonl");
const price = (packageCode: string): Entry => ({ type: "price_moved", packageCode, price: 1 });

/** A day at the supplier: orders, top-ups, cancels, life events, modes and prices. */
async function playEverything(simulation: Awaited<ReturnType<typeof simulate>>): Promise<void> {
  const { bought, post, set, control, query, order } = simulation;
  const [one, two, three] = await bought("a", 3);
  await set("order", "partial", { times: 2, quantity: 1 });
  await bought("b", 2);
  await set("query", "not_found_then_found");
  await query(windowAround());
  await set("query", "ok");
  await control({ kind: "price", supplier: "esimaccess", supplierPackageId: "TR_5_30", usd: 3 });
  await post("esim/topup", { iccid: two!.iccid, packageCode: "TR_10_30", transactionId: "u" });
  await control({ kind: "event", iccid: two!.iccid, event: "usage" });
  await post("esim/suspend", { iccid: two!.iccid });
  await post("esim/cancel", { iccid: one!.iccid });
  await post("esim/revoke", { iccid: three!.iccid });
  await set("order", "not_found_then_found", { times: 1 });
  await order("c");
  await query(windowAround());
}

test("the state is the fold of the file, whole again after a start at any line or in the middle of one", async () => {
  const simulation = await simulate();
  await playEverything(simulation);
  await simulation.stop();
  const bytes = readFileSync(fileOf(simulation.dataDir));
  const entries = bytes
    .toString("utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Stamped<Entry>);
  expect(entries.length).toBeGreaterThan(20);

  const folder = temporaryFolder();
  for (let cut = 0; cut <= bytes.length; cut += 37) {
    const path = join(folder, `${cut}.jsonl`);
    writeFileSync(path, bytes.subarray(0, cut));
    const wholeLines = bytes.toString("latin1", 0, cut).split("\n").length - 1;
    const expected = emptyState();
    for (const entry of entries.slice(0, wholeLines)) fold(expected, entry);
    const journal = open(path);
    expect(journal.state()).toEqual(expected);
    expect(statSync(path).size).toBe(bytes.subarray(0, cut).lastIndexOf("\n") + 1);
    journal.append(price("next"));
    journal.close();
    expect(open(path).state().prices.get("next")).toBe(1);
  }
});

test("an order accepted before a kill is delivered and announced after the next start", async () => {
  const before = await simulate();
  await before.set("catalog", "reject");
  await before.set("order", "late", { latencyMs: 400, times: 1 });
  const { obj } = await before.order("t", 2);
  // What a SIGKILL leaves: the file as it is at this moment, here with a line that was never finished.
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, "simulator"));
  copyFileSync(fileOf(before.dataDir), fileOf(dataDir));
  appendFileSync(fileOf(dataDir), '{"at":"2026-');
  await before.stop();

  const inbox = await receiver();
  const after = await simulate({ dataDir, notify: { esimaccess: inbox.url } });
  expect((await after.order("t", 2)).obj).toEqual(obj);
  expect(await eventually(() => after.query({ orderNo: obj!.orderNo }))).toHaveLength(2);
  const { orders, balanceUsd, modes } = await after.records();
  expect(orders).toHaveLength(1);
  expect(balanceUsd).toBe(10_000_000 - 5.6);
  expect(modes).toMatchObject([{ operation: "catalog", mode: "reject", timesLeft: null }]);
  await eventually(() => expect(inbox.received).toHaveLength(1));
});

test("a line that is broken in the middle is not passed over", () => {
  const path = join(temporaryFolder(), "j.jsonl");
  const journal = open(path);
  journal.append(price("a"));
  journal.close();
  const first = readFileSync(path, "utf8");
  writeFileSync(path, `${first}nonsense\n${first}`);
  expect(() => open(path)).toThrow(`is damaged at byte ${first.length}`);
  writeFileSync(path, `${first}nonsense\n`);
  expect(open(path).state().prices.size).toBe(1);
});

test("two that hold the same file see what the other wrote before they write themselves", () => {
  const path = join(temporaryFolder(), "j.jsonl");
  const [one, two] = [open(path), open(path)];
  for (let n = 0; n < 50; n++) {
    (n % 2 ? one : two).append(price(`p${n}`));
    expect(one.state().prices).toEqual(two.state().prices);
  }
  expect(open(path).state().prices.size).toBe(50);
});

test("the records are for the owner's eyes only", async () => {
  const { dataDir } = await simulate();
  for (const name of ["esimaccess.jsonl", "address.json"])
    expect(statSync(join(dataDir, "simulator", name)).mode & 0o777).toBe(0o600);
});
