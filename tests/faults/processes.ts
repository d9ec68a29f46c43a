import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { startPostgres } from "#server/process/embedded-postgres.ts";
import { openBalancer } from "../support/balancer.ts";
import { startCluster } from "../support/cluster.ts";
import { startRedis } from "../support/redis-server.ts";
import { callApi } from "../support/service.ts";
import { until } from "../support/until.ts";

/**
 * `npm run faults:processes -- --minutes 5`: web processes and workers are restarted one after the other, again and again,
 * while clients send requests. Exit code 1 when one request fails, or the books do not balance.
 */
const options = new Command()
  .option("--minutes <n>", "how long", Number, 3)
  .option("--clients <n>", "side by side", Number, 8)
  .option("--processes <n>", "web processes, and workers", Number, 2)
  .option("--redis <url>", "a Redis server; a small one of our own without it")
  .option("--proxy <url>", "a proxy in front of the ports 4790 and up; a small one of our own without it")
  .parse()
  .opts<{ minutes: number; clients: number; processes: number; redis?: string; proxy?: string }>();

const say = (what: string, result: string) => process.stdout.write(`${what.padEnd(16)}${result}\n`);
const dataDir = mkdtempSync(join(tmpdir(), "svc-faults-"));
const postgres = await startPostgres({ dataDir, password: "faults" });
const redis = options.redis ? null : await startRedis();
const ports = options.proxy ? Array.from({ length: options.processes }, (_, i) => 4_790 + i) : undefined;
const cluster = await startCluster(postgres.url, {
  webs: options.processes,
  workers: options.processes,
  ports,
  settings: { REDIS_URL: options.redis ?? redis!.url },
});
const balancer = options.proxy ? null : await openBalancer(cluster.nodes.map(({ port }) => port));
const url = options.proxy ?? balancer!.url;
const answers = new Map<string, number>();
const placed: string[] = [];
let slowest = 0;
let restarts = 0;
let running = true;

try {
  const { account_code } = await cluster.svc<{ account_code: string }>(
    ...["account", "create", "--name", "Faults", "--email", "f@example.com", "--currency", "USD", "--plan", "scale"],
    ...["--rate-minute", "10000000", "--rate-day", "100000000"],
  );
  await cluster.svc("wallet", "fund", account_code, "1000000");
  const { key } = await cluster.svc<{ key: string }>("key", "create", account_code, "--env", "live", "--scopes", "all");
  const clients = Array.from({ length: options.clients }, (_, n) => client(key, n));
  const end = Date.now() + options.minutes * 60_000;
  for (let i = 0; Date.now() < end; i = (i + 1) % options.processes) {
    const pair = [cluster.nodes[i]!, cluster.workers[i]!];
    const codes = await Promise.all(pair.map((each) => each.stop()));
    if (codes.some((code) => code !== 0)) answers.set(`ended with ${codes}`, 1);
    await Promise.all(pair.map((each) => each.start()));
    restarts++;
  }
  running = false;
  await Promise.all(clients);
  const open = async () => {
    const lists = await Promise.all(
      ["queued", "processing"].map((status) => callApi(url, key, "GET", `/orders?status=${status}&limit=1`)),
    );
    return lists.reduce((sum, { json }) => sum + json.data.items.length, 0);
  };
  await until(async () => (await open()) === 0, 10 * 60_000);
  const sold = (await cluster.sold())
    .flatMap(({ orders }) => orders)
    .reduce((sum, { delivered }) => sum + delivered, 0);
  const audit = await cluster.svc<{ ok: boolean }>("audit");
  const requests = [...answers.values()].reduce((sum, count) => sum + count, 0);
  const failed = [...answers].filter(([status]) => status !== "200");
  say("restarts", `${restarts} of a web process and a worker`);
  say("requests", `${requests}, the slowest took ${Math.round(slowest)} ms`);
  say("failed", failed.length === 0 ? "none" : JSON.stringify(failed));
  say("orders", `${placed.length}, ${sold} eSIMs sold by the supplier, audit ${audit.ok ? "ok" : "NOT OK"}`);
  if (failed.length > 0 || sold !== placed.length || !audit.ok) process.exitCode = 1;
} finally {
  running = false;
  balancer?.close();
  await cluster.dispose();
  await redis?.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Every third request is an order. */
async function client(key: string, n: number): Promise<void> {
  const order = { package_id: "esimaccess-TR_1_7", quantity: 1 };
  for (let i = n; running; i++) {
    const begin = performance.now();
    const asked =
      i % 3 === 0
        ? callApi(url, key, "POST", "/orders", order, { "Idempotency-Key": randomUUID() })
        : callApi(url, key, "GET", i % 3 === 1 ? "/account" : "/packages?limit=5");
    const answer = await asked.catch((error: Error) => ({ status: String(error.cause ?? error), json: null }));
    slowest = Math.max(slowest, performance.now() - begin);
    answers.set(String(answer.status), (answers.get(String(answer.status)) ?? 0) + 1);
    if (i % 3 === 0 && answer.status === 200) placed.push(answer.json.data.reference);
  }
}
