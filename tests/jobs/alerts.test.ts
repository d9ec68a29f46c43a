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
import { sayDisk } from "#server/domain/control/health/index.ts";
import { syncEsims } from "#server/domain/selling/esim-reports/index.ts";
import { placeOrder } from "#server/domain/selling/orders/index.ts";
import { readMetrics } from "#server/files/serve-metrics.ts";
import { connectionOptions, database, openDatabase, sql } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { ulid } from "#server/kernel/ids.ts";
import { otherMetrics, startMeasuring } from "#server/kernel/metrics.ts";
import { replica } from "#server/kernel/replica.ts";
import { after, HOUR, MINUTE, SECOND } from "#server/kernel/time.ts";
import { collectFrom, HEALTH_PATH, serveOwnMetrics } from "#server/process/share-metrics.ts";
import { direct } from "#tests/support/api.ts";
import { metricsOf } from "#tests/support/prometheus/promql.ts";
import { firing, RULES, readPanels, readRules } from "#tests/support/prometheus/rules.ts";
import { namesIn, readScrape } from "#tests/support/prometheus/scrape.ts";
import { FIRED_IN, watchMetrics } from "#tests/support/prometheus/watch.ts";
import { openReceiver } from "#tests/support/receiver.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { until } from "#tests/support/until.ts";
import { announce, newEndpoint } from "#tests/support/webhooks.ts";
import { claim, enter, newAccount, newKey, system } from "#tests/support/world.ts";

// Each alert of deploy/prometheus is fired by what it is for, on what /metrics says then, and for as long as its rule wants. Where time
// has to pass, the clock of whoever looks is put forward, never the numbers.

startMeasuring("web");
const supplier = await simulatedSupplier();
const receiver = await openReceiver();
afterAll(receiver.close);

const metrics = async (inMs: number) =>
  await (await readMetrics(system({ clock: { now: () => after(new Date(), inMs) } }))).metrics();
const readNow = () => metrics(0);
const watch = watchMetrics(metrics);
const { expectFired } = watch;

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
const settled = () => runJobsUntil(async () => (await open()) === 0);
const well = async () => {
  expect(await order()).toBe(200);
  await settled();
};

test("nothing is fired while all is well", async () => {
  await well();
  // What is planned for later is not late because a test's clock went ahead.
  const found = await watchMetrics(readNow).during(well, { times: 2, everyMs: 8 * MINUTE });
  // How full and how busy this machine is is not ours; no job engine runs here, and a test's world has no rates.
  const notOurs = new Set(["DiskFull", "ProcessHeldUp", "OrdersRefusedOrSlow", "JobsStopped", "RateRunsOut"]);
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
    await until(async () => (await readNow()).includes('process="worker"'));
    const text = await readNow();
    const known = namesIn(text);
    const asked = [...readRules(), ...readPanels().flatMap(({ targets = [] }) => targets)];
    const names = asked.flatMap(({ expr }) => metricsOf(expr)).filter((name) => !name.includes(":"));
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    expect(text).toMatch(/^svc_request_duration_seconds_count\{.*operation="POST \/orders".*process="web".*\} [1-9]/m);
    expect(text).toMatch(/^svc_database_up\{cell="home"\} 1$/m);
    // One that says nothing holds up nobody who asks.
    child.kill("SIGSTOP");
    expect(await readNow()).not.toContain('process="worker"');
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
  expect((await fetch(`http://127.0.0.1:${port}${HEALTH_PATH}`)).status).toBe(200);
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
  const found = await watch.during(fail, { times: 2, everyMs: 2.5 * MINUTE });
  expectFired(found, "SupplierNotAnswering", { cell: "home", supplier: "esimaccess" });
  expectFired(await watch.lasting(20 * MINUTE), "PurchasesWait");
  await supplier.reset();
});

test("orders that had to wait for more than a minute", async () => {
  await settled();
  const ctx = { ...(await enter(code)), clock: { now: () => after(new Date(), -2 * MINUTE) } };
  const late = async () => {
    await placeOrder(ctx, { packageId: "esimaccess-TR_1_7", quantity: 1 }, claim());
    await settled();
  };
  expect(await watch.during(well)).not.toHaveProperty("OrdersTakeLong");
  expectFired(await watch.during(late), "OrdersTakeLong", { cell: "home" });
});

test("a supplier that answers, and says nothing of use about any eSIM", async () => {
  // One that has a single eSIM is told like any other.
  await order();
  await settled();
  await database().query(sql`update esims set status = 'expired' where id < (select max(id) from esims)`);
  const look = async () => {
    await database().query(sql`update esims set synced_at = now() - interval '2 days', asked_at = null`);
    await syncEsims(system(), "esimaccess");
  };
  const afterTwoLooks = async () => {
    await look();
    await look();
    // The rule wants it at two looks of its own.
    const longAgo = () => metrics(3 * HOUR + 2 * MINUTE);
    return await watchMetrics(longAgo).lasting(6 * MINUTE);
  };
  expect(await afterTwoLooks()).not.toHaveProperty("LooksBringNothing");
  await supplier.set({ operation: "query", mode: "garbage" });
  expectFired(await afterTwoLooks(), "LooksBringNothing", { cell: "home", supplier: "esimaccess" });
  await supplier.reset();
});

test("a worker that takes nothing", async () => {
  expectFired(await watch.during(order, { times: 2, everyMs: 2 * MINUTE }), "JobsWait");
  await settled();
});

test("a dead endpoint, and one that hears too late", async () => {
  const { ctx } = await newEndpoint(`${receiver.origin}/`);
  receiver.always = { status: 500 };
  await announce(ctx, 3);
  await runJobsUntil(async () => receiver.received.length >= 3);
  await runJobsUntil(
    async () => (await database().prisma.webhookEndpoint.count({ where: { failingSince: { not: null } } })) > 0,
  );
  expectFired(await watch.lasting(16 * MINUTE), "EndpointsFail");
  receiver.always = {};
  const { ctx: other } = await newEndpoint(`${receiver.origin}/late`);
  const long = { ...other, clock: { now: () => after(new Date(), -10 * SECOND) } };
  const late = async () => {
    await announce(long, 3);
    await runJobsUntil(async () => receiver.received.filter(({ path }) => path === "/late").length >= 3);
    receiver.received.length = 0;
  };
  expectFired(await watch.during(late), "WebhooksLate");
});

/** Of a histogram without labels of its own: what was longer than the bound. */
const longer = async (name: string, bound: string) => {
  const own = readScrape(await readNow(), 0).samples.filter(({ labels }) => labels.__name__!.startsWith(name));
  const all = own.find(({ labels }) => labels.__name__ === `${name}_count`)!.value;
  return all - own.find(({ labels }) => labels.le === bound)!.value;
};
test("a slow database, and a replica that is gone", async () => {
  const slow = () => Promise.all(Array.from({ length: 50 }, () => database().query(sql`select pg_sleep(0.6)`)));
  expectFired(await watch.during(slow, { times: 2, everyMs: 2.5 * MINUTE }), "DatabaseSlow", { cell: "home" });
  // Behind a pooler each statement takes a connection in another way.
  const { databaseUrl, directDatabaseUrl } = env();
  overrideEnv({ directDatabaseUrl: `${databaseUrl}&application_name=direct` });
  const pooled = openDatabase(databaseUrl!, 1);
  overrideEnv({ directDatabaseUrl });
  const before = await longer("svc_pool_wait_seconds", "0.25");
  await Promise.all(Array.from({ length: 3 }, () => pooled.query(sql`select pg_sleep(0.3)`)));
  await pooled.close();
  expect((await longer("svc_pool_wait_seconds", "0.25")) - before).toBeGreaterThanOrEqual(2);
  overrideEnv({ readDatabaseUrl: "postgresql://nobody:x@127.0.0.1:1/none" });
  await replica()!.look();
  expectFired(await watch.lasting(6 * MINUTE), "ReplicaNotRead");
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
    expectFired(await watch.during(refused), "OrdersRefusedOrSlow");
  } finally {
    await client.query("rollback");
    await client.end();
  }
});

test("a process that is held up, for seconds of each minute", async () => {
  const block = async () => {
    for (const end = performance.now() + 700; performance.now() < end; );
    await sleep(1);
  };
  const before = await longer("svc_event_loop_delay_seconds", "0.25");
  await block();
  // All that was due meanwhile was late, by 600 ms or more, 500, 400 and 300.
  expect((await longer("svc_event_loop_delay_seconds", "0.25")) - before).toBeGreaterThanOrEqual(4);
  expectFired(await watch.during(block, { times: 3, everyMs: 3 * MINUTE }), "ProcessHeldUp", { process: "web" });
});

/** On a file system of one megabyte where the machine lets us mount one; else with the numbers of one. */
test("a full disk", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-full-"));
  const program = `
    const { readMetrics } = await import(${JSON.stringify(join(import.meta.dirname, "../../server/files/serve-metrics.ts"))});
    const gone = { query: () => Promise.reject(new Error("none")), prisma: {} };
    const ctx = { db: gone, clock: { now: () => new Date() }, requestId: "r", actor: { kind: "job", name: "test" } };
    const { measureDisk, sayDisk } = await import(${JSON.stringify(join(import.meta.dirname, "../../server/domain/control/health/index.ts"))});
    process.stdout.write(await (await readMetrics(ctx)).metrics());
    process.stderr.write(JSON.stringify(sayDisk(await measureDisk())));`;
  const mounted = `mount -t tmpfs -o size=1m none ${dataDir} && { head -c 2000000 /dev/zero > ${dataDir}/full 2>/dev/null; exec "$0" --input-type=module -e "$1"; }`;
  const { status, stdout, stderr } = spawnSync(
    "unshare",
    ["--user", "--map-root-user", "--mount", "sh", "-c", mounted, process.execPath, program],
    { encoding: "utf8", env: { ...process.env, DATA_DIR: dataDir } },
  );
  rmSync(dataDir, { recursive: true, force: true });
  const full = "svc_disk_size_bytes 1048576\nsvc_disk_available_bytes 0\n";
  const text = status === 0 ? stdout : full;
  expectFired(firing([readScrape(text, 0), readScrape(text, 90)]), "DiskFull");
  // People are called for it without a Prometheus, too.
  const said =
    status === 0 ? JSON.parse(stderr.slice(stderr.indexOf("["))) : sayDisk({ size: 1_048_576, available: 0 });
  expect(said).toMatchObject([{ urgent: true, alarm: { cause: "disk", critical: true, runbook: "disk-full" } }]);
  expect(sayDisk({ size: 10_000_000, available: 1_000_000 })).toEqual([]);
  expect(sayDisk({ size: 0, available: 0 })).toEqual([]);
});

test("no alert was left out, here or in any other file", () => {
  const alerts = readRules().flatMap(({ alert }) => alert ?? []);
  expect(Object.keys(FIRED_IN).sort()).toEqual(alerts.sort());
  watch.expectAllFired("jobs/alerts");
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
