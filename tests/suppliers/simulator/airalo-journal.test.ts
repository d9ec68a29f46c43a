import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fold } from "#server/simulator/airalo/fold.ts";
import { type Entry, emptyState, type State } from "#server/simulator/airalo/state.ts";
import { openJournal, type Stamped } from "#server/simulator/journal.ts";
import { inbox, PACKAGE, simulateAiralo } from "./airalo-buyer.ts";
import { eventually, temporaryFolder } from "./simulation.ts";

const open = (path: string) => openJournal<State, Entry>(path, emptyState(), fold);
const fileOf = (dataDir: string) => join(dataDir, "simulator", "airalo.jsonl");

/** What a SIGKILL leaves: the file as it is at this moment. */
function crashed(dataDir: string): string {
  const copy = temporaryFolder();
  mkdirSync(join(copy, "simulator"));
  copyFileSync(fileOf(dataDir), fileOf(copy));
  return copy;
}

test("the state is the fold of the file, whole again after a start at any line or in the middle of one", async () => {
  const { url } = await inbox();
  const { bought, post, set, control, live, order, found, dataDir, stop } = await simulateAiralo();
  await post("notifications/opt-in", { type: "async_orders", webhook_url: url });
  const [one, two] = await bought("a", 2);
  await set("order", "partial", { times: 2, quantity: 1 });
  await bought("b", 2);
  await control({ kind: "price", supplier: "airalo", supplierPackageId: PACKAGE, usd: 3 });
  await post("orders/topups", { package_id: `${PACKAGE}-topup`, iccid: one, description: "t" });
  await live(one, "usage", 6_000);
  await live(two, "expire");
  await set("order", "not_found_then_found", { times: 1 });
  await order("c");
  await found("filter[description]=c");
  await post("notifications/opt-out", { type: "async_orders" });
  await stop();

  const bytes = readFileSync(fileOf(dataDir));
  const entries = bytes
    .toString("utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Stamped<Entry>);
  expect(entries.length).toBeGreaterThan(15);
  expect(new Set(entries.map(({ type }) => type)).size).toBe(10);
  const folder = temporaryFolder();
  for (let cut = 0; cut <= bytes.length; cut += 61) {
    const path = join(folder, `${cut}.jsonl`);
    writeFileSync(path, bytes.subarray(0, cut));
    const expected = emptyState();
    for (const entry of entries.slice(0, bytes.toString("latin1", 0, cut).split("\n").length - 1))
      fold(expected, entry);
    const journal = open(path);
    expect(journal.state()).toEqual(expected);
    journal.close();
  }
  expect(statSync(fileOf(dataDir)).mode & 0o777).toBe(0o600);
});

test("what was accepted before a kill is delivered and announced after the next start", async () => {
  const { url, received } = await inbox();
  const before = await simulateAiralo();
  await before.set("order", "late", { latencyMs: 400 });
  const { data } = await before.post("orders-async", {
    package_id: PACKAGE,
    quantity: 2,
    description: "SO-1",
    webhook_url: url,
  });
  expect((await before.order("SO-2")).data.sims).toEqual([]);
  const dataDir = crashed(before.dataDir);
  await before.stop();

  const { found, records } = await simulateAiralo({ dataDir });
  await eventually(() => expect(received).toHaveLength(1));
  expect(received[0]!.body).toMatchObject({ request_id: data.request_id, sims: [{}, {}] });
  await eventually(async () => expect(await found("filter[order_status]=completed")).toEqual(["SO-2", "SO-1"]));
  expect((await records()).orders).toMatchObject([{ delivered: 2 }, { delivered: 1 }]);
});

test("an order that was written down but not yet delivered when the process was killed gets its eSIMs", async () => {
  const before = await simulateAiralo();
  await before.order("SO-1");
  const dataDir = crashed(before.dataDir);
  await before.stop();
  const lines = readFileSync(fileOf(dataDir), "utf8").trimEnd().split("\n");
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ type: "allocated" });
  writeFileSync(fileOf(dataDir), `${lines.slice(0, -1).join("\n")}\n`);
  const { records } = await simulateAiralo({ dataDir });
  await eventually(async () => expect((await records()).orders).toMatchObject([{ reference: "SO-1", delivered: 1 }]));
});

test("a token is still good after a new start", async () => {
  const before = await simulateAiralo();
  await before.stop();
  const { call } = await simulateAiralo({ dataDir: before.dataDir });
  expect((await call("balance", { headers: { authorization: before.authorization } })).status).toBe(200);
});
