import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { readMetrics } from "#server/files/serve-metrics.ts";
import { connectionOptions, database, one, openDatabase, sql, withinTime } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { ulid } from "#server/kernel/ids.ts";
import { otherMetrics, startMeasuring } from "#server/kernel/metrics.ts";
import { replica } from "#server/kernel/replica.ts";
import { after, HOUR, MINUTE, SECOND } from "#server/kernel/time.ts";
import { collectFrom, serveOwnMetrics } from "#server/process/share-metrics.ts";
import { direct } from "#tests/support/api.ts";
import { metricsOf } from "#tests/support/prometheus/promql.ts";
import { holding, RULES, readPanels, readRules } from "#tests/support/prometheus/rules.ts";
import { namesIn, readScrape, type Scrape } from "#tests/support/prometheus/scrape.ts";
import { openReceiver } from "#tests/support/receiver.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { until } from "#tests/support/until.ts";
import { announce, newEndpoint } from "#tests/support/webhooks.ts";
import { newAccount, newKey, system } from "#tests/support/world.ts";

// Each alert of deploy/prometheus is fired by what it is for, on what /metrics says then. How long a condition has to hold is for
// Prometheus to see; where time has to pass, the clock of whoever looks is put forward.

startMeasuring("web");
const supplier = await simulatedSupplier();
const receiver = await openReceiver();
afterAll(receiver.close);

const fired = new Set<string>();
const began = performance.now();

const metrics = async (override: Parameters<typeof system>[0] = {}) =>
  await (await readMetrics(system(override))).metrics();

async function scrape(inMs = 0): Promise<Scrape> {
  const now = () => after(new Date(), inMs);
  const text = await metrics({ clock: { now } });
  return readScrape(text, (performance.now() - began + inMs) / SECOND);
}

/** What holds between two looks with that in between. */
async function during(work: () => Promise<unknown>, inMs = 0) {
  const before = await scrape();
  await work();
  return holding([before, await scrape(inMs)]);
}

function expectFired(found: ReturnType<typeof holding>, alert: string, labels: Record<string, string> = {}): void {
  expect(Object.keys(found)).toContain(alert);
  expect(found[alert]!.some((sample) => Object.entries(labels).every(([name, is]) => sample.labels[name] === is))).toBe(
    true,
  );
  fired.add(alert);
}

const { id: accountId, code } = await newAccount({ wallet: 1_000, rateMinute: 10_000 });
const key = await newKey(code, "live");
const order = async () => {
  const headers = { "idempotency-key": ulid() };
  const body = { package_id: "esimaccess-TR_1_7" };
  return (await direct.send({ method: "POST", path: "/orders", key, headers, body })).status;
};
const open = async () =>
  (await database().query(sql`select id from orders where status in ('queued', 'processing')`)).length;
const calls = async () => (await database().query(sql`select id from supplier_calls where outcome <> 'ok'`)).length;

test("nothing is fired while all is well", async () => {
  const well = async () => {
    expect(await order()).toBe(200);
    await runJobsUntil(async () => (await open()) === 0);
  };
  await well();
  const found = await during(well);
  // How full and how busy this machine is is not ours, and a test's world has no rates.
  const notOurs = new Set(["DiskFull", "ProcessHeldUp", "OrdersRefusedOrSlow", "RateRunsOut"]);
  expect(Object.keys(found).filter((alert) => !notOurs.has(alert))).toEqual([]);
});

test("everything that alerts and dashboard ask for is there, of this process and of a worker behind it", async () => {
  // As `server/worker.ts` does it: whoever is started answers its parent.
  const program = `
    const from = (path) => import(${JSON.stringify(`${join(import.meta.dirname, "../../server")}/`)} + path);
    (await from("kernel/metrics.ts")).startMeasuring("worker");
    (await from("process/share-metrics.ts")).shareMetrics();
    process.send({ type: "ready" });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const measured = collectFrom(() => ({ send: (message: object) => void child.send(message) }));
  child.on("message", measured.take);
  try {
    await once(child, "message");
    await until(async () => (await metrics()).includes('process="worker"'));
    const text = await metrics();
    const known = namesIn(text);
    const asked = [...readRules(), ...readPanels().flatMap(({ targets = [] }) => targets)];
    const names = asked.flatMap(({ expr }) => metricsOf(expr)).filter((name) => !name.includes(":"));
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    expect(text).toMatch(/^svc_request_duration_seconds_count\{.*operation="POST \/orders".*process="web".*\} [1-9]/m);
    expect(text).toMatch(/^svc_database_up 1$/m);
    // One that says nothing holds up nobody who asks.
    child.kill("SIGSTOP");
    expect(await metrics()).not.toContain('process="worker"');
  } finally {
    child.kill("SIGKILL");
    otherMetrics().ask = async () => [];
  }
});

test("a worker whose port for its metrics is taken goes on, and serves them when it is free", async () => {
  const former = createServer().listen(0);
  await once(former, "listening");
  const { port } = former.address() as AddressInfo;
  const own = serveOwnMetrics(port);
  await once(own, "error");
  former.close();
  await until(() => own.listening);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(401);
  own.close();
});

test("a broken supplier", async () => {
  await supplier.set({ operation: "order", mode: "error_before" });
  await supplier.set({ operation: "query", mode: "garbage" });
  const fail = async () => {
    const before = await calls();
    await Promise.all(Array.from({ length: 8 }, order));
    await runJobsUntil(async () => (await calls()) >= before + 8);
  };
  // The first of its kind is no rate yet.
  await fail();
  expectFired(await during(fail), "SupplierNotAnswering", { supplier: "esimaccess" });
  expectFired(holding([await scrape(), await scrape(20 * MINUTE)]), "PurchasesWait");
  await supplier.reset();
});

test("a stopped worker", async () => {
  expectFired(await during(order, 2 * MINUTE), "JobsWait");
});

test("a dead endpoint, and one that hears too late", async () => {
  const { ctx } = await newEndpoint(`${receiver.origin}/`);
  receiver.always = { status: 500 };
  const failing = async () => {
    await announce(ctx, 3);
    await runJobsUntil(async () => receiver.received.length >= 3);
    await runJobsUntil(
      async () => (await database().prisma.webhookEndpoint.count({ where: { failingSince: { not: null } } })) > 0,
    );
  };
  expectFired(await during(failing), "EndpointsFail");
  receiver.always = {};
  const { ctx: other } = await newEndpoint(`${receiver.origin}/late`);
  const long = { ...other, clock: { now: () => after(new Date(), -10 * SECOND) } };
  const late = async () => {
    await announce(long, 3);
    await runJobsUntil(async () => receiver.received.filter(({ path }) => path === "/late").length >= 3);
    receiver.received.length = 0;
  };
  expectFired(await during(late), "WebhooksLate");
});

test("a slow database, and one that is gone", async () => {
  const slow = () => Promise.all(Array.from({ length: 80 }, () => database().query(sql`select pg_sleep(0.7)`)));
  expectFired(await during(slow), "DatabaseSlow");
  const gone = openDatabase(env().databaseUrl!, 1);
  await gone.close();
  const text = await metrics({ db: gone });
  expectFired(holding([readScrape(text, 0)]), "DatabaseDown");
  overrideEnv({ readDatabaseUrl: "postgresql://nobody:x@127.0.0.1:1/none" });
  await replica()!.look();
  expectFired(holding([await scrape()]), "ReplicaNotRead");
  await replica()!.close();
  overrideEnv({ readDatabaseUrl: undefined });
});

test("orders that are refused because the wallet is held", async () => {
  const client = new pg.Client(connectionOptions(env().databaseUrl!));
  await client.connect();
  await client.query("begin");
  await client.query("select from wallets where account_id = $1 for update", [accountId]);
  try {
    const refused = async () => expect(await order()).toBe(503);
    await refused();
    expectFired(await during(refused), "OrdersRefusedOrSlow");
  } finally {
    await client.query("rollback");
    await client.end();
  }
});

test("a cell that follows home no more, and falls behind; numbers that run out", async () => {
  const { prisma } = database();
  const cells = ["home", "east"].map((name, i) => ({ number: i + 1, name, address: "http://127.0.0.1:1" }));
  await prisma.cell.createMany({ data: cells });
  const { slot } = one(
    // Waits for transactions of whatever else is tested on this server.
    await withinTime(HOUR, (db) =>
      db.query<{ slot: string }>(sql`
        select slot_name::text as slot from pg_database d, pg_create_logical_replication_slot('cell_2_of_' || d.oid, 'pgoutput')
         where d.datname = current_database()`),
    ),
  );
  try {
    const found = holding([await scrape()]);
    expectFired(found, "CellNotFollowing", { cell: "east" });
    expect(found).not.toHaveProperty("CellBehind");
    await database().query(sql`select pg_logical_emit_message(true, 'test', repeat('x', 17 * 1024 * 1024))`);
    // Without a synchronous commit the log is written a moment later.
    await until(async () => "CellBehind" in holding([await scrape()]));
    expectFired(holding([await scrape()]), "CellBehind", { cell: "east" });
  } finally {
    await database().query(sql`select pg_drop_replication_slot(${slot}::name)`);
    await prisma.cell.deleteMany();
  }
  const used = async (share: number) => {
    await database().query(sql`select setval('cells_used', ${Math.ceil(20_000_000 * (1 + share))}::bigint)`);
    return holding([await scrape()]);
  };
  await database().query(sql`create sequence cells_used as int minvalue 20000001 maxvalue 40000000`);
  try {
    expect(await used(0.8)).not.toHaveProperty("IdsRunOut");
    expectFired(await used(0.81), "IdsRunOut", { sequence: "cells_used" });
  } finally {
    await database().query(sql`drop sequence cells_used`);
  }
});

test("a process that is held up", async () => {
  const block = async () => {
    for (let times = 0; times < 3; times++) {
      for (const end = performance.now() + 1_500; performance.now() < end; );
      await sleep(1);
    }
  };
  expectFired(await during(block), "ProcessHeldUp", { process: "web" });
});

/** On a file system of one megabyte where the machine lets us mount one; else with the numbers of one. */
test("a full disk", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-full-"));
  const program = `
    const { readMetrics } = await import(${JSON.stringify(join(import.meta.dirname, "../../server/files/serve-metrics.ts"))});
    const gone = { query: () => Promise.reject(new Error("none")), prisma: {} };
    const ctx = { db: gone, clock: { now: () => new Date() }, requestId: "r", actor: { kind: "job", name: "test" } };
    process.stdout.write(await (await readMetrics(ctx)).metrics());`;
  const mounted = `mount -t tmpfs -o size=1m none ${dataDir} && { head -c 2000000 /dev/zero > ${dataDir}/full 2>/dev/null; exec "$0" --input-type=module -e "$1"; }`;
  const { status, stdout } = spawnSync(
    "unshare",
    ["--user", "--map-root-user", "--mount", "sh", "-c", mounted, process.execPath, program],
    { encoding: "utf8", env: { ...process.env, DATA_DIR: dataDir } },
  );
  rmSync(dataDir, { recursive: true, force: true });
  const full = "svc_disk_size_bytes 1048576\nsvc_disk_available_bytes 0\n";
  expectFired(holding([readScrape(status === 0 ? stdout : full, 0)]), "DiskFull");
});

/** What takes days, money or another machine to come about: on the numbers that it comes with. */
const SAID: Record<string, string> = {
  BooksWrong: 'svc_audit_passed{kind="ledger"} 0',
  BackupsLate: 'svc_backup_seconds{kind="archive"} 4000',
  RateRunsOut: 'svc_fx_usable_seconds{currency="EUR"} 60',
  SupplierWalletLow: 'svc_supplier_runway_days{supplier="airalo"} 1',
  ServiceGone: "up 0",
};

test.each(Object.entries(SAID))("%s: on its numbers", (alert, text) => {
  expectFired(holding([readScrape(text, 0)]), alert);
});

const counted = (name: string, labels: string, good: number, all: number) =>
  `${name}_bucket{${labels}} ${good}\n${name}_count{${labels.replace(/,?le="\d+"/, "")}} ${all}`;

/** Histograms whose slow side no test can wait for: good ones and all, before and after. */
const SLOW: Record<string, [string, string]> = {
  OrdersTakeLong: ["svc_order_duration_seconds", 'supplier="airalo",le="60"'],
  PortalSlow: ["svc_request_duration_seconds", 'operation="portal page",status="2xx",le="1"'],
};

test.each(Object.entries(SLOW))("%s: beyond its objective, and not within it", (alert, [name, labels]) => {
  const at = (good: number, all: number, when: number) => readScrape(counted(name, labels, good, all), when);
  expectFired(holding([at(10, 10, 0), at(100, 110, 60)]), alert);
  expect(holding([at(10, 10, 0), at(109, 110, 60)])).not.toHaveProperty(alert);
});

test("JobsFail: when most runs fail", () => {
  const runs = (done: number, failed: number, at: number) =>
    readScrape(
      `svc_job_duration_seconds_count{job="send-mail",outcome="done"} ${done}\nsvc_job_duration_seconds_count{job="send-mail",outcome="failed"} ${failed}`,
      at,
    );
  expectFired(holding([runs(1, 1, 0), runs(2, 9, 60)]), "JobsFail", { job: "send-mail" });
});

test("no alert was left out", () => {
  const alerts = readRules().flatMap(({ alert }) => alert ?? []);
  expect([...fired].sort()).toEqual(alerts.sort());
});

test("promtool agrees, where it is installed", () => {
  for (const args of [
    ["check", "rules", RULES],
    ["test", "rules", RULES.replace(".yml", ".test.yml")],
  ]) {
    const { error, status, stdout, stderr } = spawnSync("promtool", args, { encoding: "utf8" });
    const isMissing = (error as NodeJS.ErrnoException | undefined)?.code === "ENOENT";
    expect(isMissing || status === 0, stdout + stderr).toBe(true);
  }
});
