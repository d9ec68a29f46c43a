import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Command } from "commander";
import { eventShapes } from "#server/api/v1/events.ts";
import { openKeyring } from "#server/domain/control/secrets/index.ts";
import { fundWallet } from "#server/domain/money/ledger/index.ts";
import { createAccount, enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { systemContext } from "#server/kernel/context.ts";
import { database, openDatabase } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { money } from "#server/kernel/money.ts";
import { DAY } from "#server/kernel/time.ts";
import { startPostgres } from "#server/process/embedded-postgres.ts";
import { ensureBuild } from "#server/process/ensure-build.ts";
import { FULL, fillAccount } from "../bench/volume/fill.ts";
import { newService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { type OrderLoad, startOrderLoad } from "./order-load.ts";
import { openProxy } from "./proxy.ts";
import { ask, die, PASSWORD, type Server } from "./replicas.ts";

/**
 * `npm run faults:move`: the whole service works while its database moves to another cluster by `svc cell move`, again and again:
 * undisturbed, and with the command, the source or the target killed in the pause. Exit code 1 when an answered purchase is lost or
 * there twice, both can be written to, or the service does not come back.
 */
const options = new Command()
  .option("--orders <n>", "in the database before", Number, Number(process.env.ORDERS ?? 100_000))
  .option("--rounds <n>", "moves", Number, 4)
  .parse()
  .opts<{ orders: number; rounds: number }>();

const ORDERS_BETWEEN = 20;
const TIME_SCALE = 0.02;
const MASTER_KEY = "a master key for fault runs, long enough to be one";
const SETTINGS = ["wal_level=logical", "max_wal_size=4GB"];
/** Who dies, and at which word of the command. */
const DEATHS = [
  null,
  { who: "command", at: "the source is closed" },
  { who: "source", at: "the source is closed" },
  { who: "target", at: "everything has arrived" },
  { who: "command", at: "the target is the same" },
  { who: "command", at: "the target is open" },
] as const;

const say = (what: string, result: string) => process.stdout.write(`${what.padEnd(12)}${result}\n`);
const folder = mkdtempSync(join(tmpdir(), "svc-move-"));
await ensureBuild((line) => say("build", line));

async function start(name: string): Promise<Server> {
  const dataDir = join(folder, name);
  const postgres = await startPostgres({ dataDir, password: PASSWORD, settings: SETTINGS });
  return { ...postgres, dataDir, socket: join(new URL(postgres.url).searchParams.get("host")!, ".s.PGSQL.5432") };
}

let source = await start("0");
let target: Server | undefined;
let leadsTo = source;
const address = await openProxy(() => ({ path: leadsTo.socket }));
// What the command runs to switch the address.
process.on("SIGUSR2", () => {
  if (target) leadsTo = target;
});
const DATABASE_URL = `postgresql://postgres:${PASSWORD}@127.0.0.1:${address.port}/service`;
const service = await newService({ DATABASE_URL, MASTER_KEY, TIME_SCALE: String(TIME_SCALE) });
const db = openDatabase(DATABASE_URL, 4);
let load: OrderLoad | undefined;
const faults: string[] = [];

try {
  await service.start();
  await fill();
  load = await startOrderLoad(service, db, folder);
  for (let round = 1; round <= options.rounds; round++) {
    const before = ordersSince(0);
    await until(() => ordersSince(0) >= before + ORDERS_BETWEEN);
    await move(round);
  }
  await load.finish();
  await compare();
} finally {
  load?.stop();
  await db.close();
  await service.dispose();
  address.close();
  await source.stop();
  await target?.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) say("FAULT", fault);
say(faults.length === 0 ? "ok" : "NOT OK", "");
process.exit(faults.length === 0 ? 0 : 1);

/** A year of another reseller, with chains that verify. */
async function fill(): Promise<void> {
  overrideEnv({ databaseUrl: DATABASE_URL, masterKey: MASTER_KEY, logLevel: "silent" });
  setEventShapes(eventShapes);
  await openKeyring(database());
  const ctx = systemContext({ kind: "command", name: "faults" });
  const { code } = await createAccount(ctx, { companyName: "Volume", email: "v@example.com", currency: "USD" });
  await fundWallet(ctx, code, money(1_000_000_000));
  const share = options.orders / FULL.orders;
  const volume = Object.fromEntries(
    Object.entries(FULL).map(([name, n]) => [name, Math.round(n * share)]),
  ) as typeof FULL;
  // No worker knows of orders that were filled in.
  await fillAccount(await enterAccount(ctx, code, "live"), { ...volume, open: 0 }, (line) => say("fill", line.trim()));
  await database().query({ text: "analyze", values: [], name: "" });
  await database().close();
}

function ordersSince(moment: number): number {
  return load!.answeredAt().filter((at) => at > moment).length;
}

async function mayWrite(server: Server): Promise<boolean> {
  return await ask(server, "begin", "create table probe ()", "rollback").then(
    () => true,
    () => false,
  );
}

async function move(round: number): Promise<void> {
  const death = DEATHS[(round - 1) % DEATHS.length];
  target = await start(String(round));
  let ended = await command(death);
  if (death) {
    if (death.who === "source") source = leadsTo = await start(String(round - 1));
    if (death.who === "target") target = await start(String(round));
    if ((await mayWrite(source)) && (await mayWrite(target))) faults.push(`round ${round}: both can be written to`);
    ended = await command(null);
  }
  if (ended.code !== 0) throw new Error(`round ${round}: svc cell move ended with ${ended.code}: ${ended.said.at(-1)}`);
  const movedAt = Date.now();
  await until(() => ordersSince(movedAt) > 0);
  const times = load!.answeredAt();
  const gaps = times.slice(1).map((at, i) => ({ at, ms: at - times[i]! }));
  const gap = Math.max(...gaps.filter(({ at }) => at > ended.began).map(({ ms }) => ms));
  say(
    `round ${round}`,
    `${death ? `${death.who} killed when ${death.at}; then ` : ""}${ended.said.filter((line) => /rows are|is open after|leads to/.test(line)).join(", ")}; no order was answered for ${gap} ms at most; the command took ${((movedAt - ended.began) / 1_000).toFixed(1)} s`,
  );
  if (await mayWrite(source)) faults.push(`round ${round}: the former database can still be written to`);
  await source.stop();
  rmSync(source.dataDir, { recursive: true, force: true });
  source = target;
  target = undefined;
}

type Death = (typeof DEATHS)[number];

/** Runs `svc cell move`; kills at its word. */
async function command(death: Death | undefined): Promise<{ code: number | null; said: string[]; began: number }> {
  const began = Date.now();
  const env: NodeJS.ProcessEnv = { ...process.env, DATABASE_URL, MASTER_KEY, DATA_DIR: join(folder, "svc") };
  const child = spawn(
    process.execPath,
    [
      ...["server/cli/main.ts", "cell", "move", "--from", source.url, "--to", target!.url],
      ...["--switch", `kill -USR2 ${process.pid}`],
    ],
    { env, stdio: ["ignore", "ignore", "pipe"] },
  );
  const said: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => {
    said.push(line);
    if (!death || !line.startsWith(death.at)) return;
    if (death.who === "command") child.kill("SIGKILL");
    else void die(death.who === "source" ? source : target!, "SIGKILL");
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, said, began };
}

async function compare(): Promise<void> {
  const compared = await load!.compare(DAY * TIME_SCALE);
  faults.push(...compared.faults);
  say("answered", compared.answered);
}
