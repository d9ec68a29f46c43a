import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { controlSimulator } from "#server/simulator/control.ts";
import { buyer, eventually, temporaryFolder } from "./simulation.ts";

type Ready = { type: "ready"; addresses: { esimaccess: string; fx: string; control: string } };

const MAIN = join(import.meta.dirname, "../../../server/simulator/main.ts");

async function launch(dataDir: string) {
  const child = fork(MAIN, { env: { ...process.env, DATA_DIR: dataDir }, execArgv: [], silent: true });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [message] = (await once(child, "message")) as [Ready];
  return { child, addresses: message.addresses };
}

async function ended(child: ChildProcess): Promise<number | string> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode ?? child.signalCode!;
}

test("a killed process starts again on the same ports and has lost nothing that it answered", async () => {
  const dataDir = temporaryFolder();
  const answered: string[] = [];
  let addresses: Ready["addresses"] | undefined;
  for (let round = 0; round < 3; round++) {
    const running = await launch(dataDir);
    addresses ??= running.addresses;
    expect(running.addresses).toEqual(addresses);
    const { order } = buyer(running.addresses.esimaccess);
    const calls = Array.from({ length: 40 }, async (_, n) => {
      const said = await order(`${round}-${n}`);
      answered.push(String(said.obj!.orderNo));
    });
    await eventually(() => expect(answered.length).toBeGreaterThan(round * 40));
    running.child.kill("SIGKILL");
    await Promise.allSettled(calls);
    await ended(running.child);
  }
  const { addresses: last } = await launch(dataDir);
  const { query } = buyer(last.esimaccess);
  const { suppliers } = await controlSimulator(dataDir, { kind: "show" });
  const [records] = suppliers;
  const sold = records!.orders.map(({ supplierReference }) => supplierReference);
  expect(answered.filter((orderNo) => !sold.includes(orderNo))).toEqual([]);
  expect(records!.balanceUsd).toBeCloseTo(10_000_000 - sold.length * 2.8, 6);
  for (const orderNo of sold) await eventually(async () => expect(await query({ orderNo })).toHaveLength(1));
});

test("the process ends with its parent and on SIGTERM", async () => {
  const [one, two] = await Promise.all([launch(temporaryFolder()), launch(temporaryFolder())]);
  one.child.disconnect();
  two.child.kill("SIGTERM");
  expect(await Promise.all([ended(one.child), ended(two.child)])).toEqual([0, 0]);
});

test("a start that cannot be says why and fails", async () => {
  const child = fork(MAIN, { env: { ...process.env, DATA_DIR: "relative" }, execArgv: [], silent: true });
  let words = "";
  child.stderr!.on("data", (chunk) => {
    words += chunk;
  });
  expect(await ended(child)).toBe(1);
  expect(words).toBe('The simulators could not start: DATA_DIR must be an absolute path, not "relative".\n');
});

test("commands from several processes at once are all on record, each of them whole", async () => {
  const dataDir = temporaryFolder();
  const script = `
    import { openSuppliers } from ${JSON.stringify(new URL("../../../server/simulator/suppliers.ts", import.meta.url))};
    const { esimaccess } = openSuppliers(${JSON.stringify(join(dataDir, "simulator"))});
    for (let n = 1; n <= 300; n++) esimaccess.movePrice("TR_5_30", n * Number(process.env.STEP));`;
  const writers = [0.01, 0.1, 1].map((step) =>
    spawn(process.execPath, ["--input-type=module", "-e", script], {
      env: { ...process.env, STEP: String(step) },
      stdio: "inherit",
    }),
  );
  expect(await Promise.all(writers.map(ended))).toEqual([0, 0, 0]);
  const lines = readFileSync(join(dataDir, "simulator", "esimaccess.jsonl"), "utf8")
    .trimEnd()
    .split("\n");
  const moves = lines.map((line) => JSON.parse(line) as { type: string }).filter(({ type }) => type === "price_moved");
  expect(moves).toHaveLength(900);
});
