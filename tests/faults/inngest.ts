import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import { freePort, newService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { openInngest } from "./inngest-server.ts";

/**
 * `npm run faults:inngest -- --server <binary or address>`: the jobs on a real Inngest server, which is killed, paused and
 * emptied while orders come in, as is the service. Exit code 1 when anything is lost or bought twice.
 */
const { server, kills } = new Command()
  .requiredOption("--server <where>", "the inngest binary (then it is killed as well), or the address of a server")
  .option("--kills <n>", "kills of the Inngest server", Number, 5)
  .parse()
  .opts<{ server: string; kills: number }>();

const SETTLES_WITHIN_MS = 5 * 60_000;
const startedAt = performance.now();
const seconds = (since = startedAt) => ((performance.now() - since) / 1_000).toFixed(1);
const say = (what: string, result: string) => process.stdout.write(`${what.padEnd(20)}${result}\n`);

const inngest = await openInngest(server);
const hookPort = await freePort();
const hooks: { type: string; order?: string }[] = [];
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  const { type, data } = JSON.parse(body);
  hooks.push({ type, order: data.order?.reference });
  response.end();
}).listen(hookPort, "127.0.0.1");

const service = await newService({
  INNGEST_BASE_URL: inngest.baseUrl,
  INNGEST_EVENT_KEY: inngest.eventKey,
  INNGEST_SIGNING_KEY: inngest.signingKey,
  WEBHOOK_ALLOWED_ORIGINS: `http://127.0.0.1:${hookPort}`,
  LOG_LEVEL: "info",
});
const placed: string[] = [];
let bought = 0;
let log = "";
let key = "";

try {
  await service.start();
  ({ liveKey: key } = service.demo());
  await service.svc("account", "set", service.demo().accountCode, "--rate-minute", "1000000", "--rate-day", "1000000");
  await service.svc("wallet", "fund", service.demo().accountCode, "100000");
  await service.call(key, "POST", "/webhooks", { url: `http://127.0.0.1:${hookPort}/hook` });
  say("registered", `after ${await since(() => lines(/functions are registered/) > 0)} s`);

  await order(20);
  say("fulfilled", `20 orders in ${await allDelivered()} s`);
  say("action settled", `top-up in ${await topUp()} s`);
  await send("fulfil-order", { orderId: "nobody's" });
  const failures = () => lines(/"job":"fulfil-order".*"job failed"/);
  await since(() => failures() >= 4);
  say("retried", `a job that fails: ${failures()} attempts`);

  if (inngest.own) await hurtInngest(inngest.own);
  await killService();
  const ran = () => new Set([...(log + service.output()).matchAll(/"job":"([a-z-]+)","/g)].map(([, job]) => job));
  const everyFewMinutes = ["sweep-stalled", "warn-failing-endpoints", "verify-domains", "notify-low-balance"];
  await since(() => everyFewMinutes.every((name) => ran().has(name)), 7 * 60_000);
  say("ran", [...ran()].sort().join(" "));

  const told = await since(() =>
    ["order.created", "order.delivered"].every((type) => {
      const seen = new Set(hooks.filter((hook) => hook.type === type).map((hook) => hook.order));
      return placed.every((reference) => seen.has(reference));
    }),
  );
  say("webhooks", `${hooks.length} for ${placed.length} orders, the last after ${told} s`);
  const { suppliers } = await service.svc<{ suppliers: { orders: { delivered: number }[] }[] }>("sim", "show");
  const sold = suppliers.flatMap(({ orders }) => orders).reduce((sum, { delivered }) => sum + delivered, 0);
  const { ok, failures: broken } = await service.svc<{ ok: boolean; failures: unknown[] }>("audit");
  say("books", `${bought} eSIMs ordered, ${sold} sold by the supplier, audit ${ok ? "ok" : JSON.stringify(broken)}`);
  if (!ok || sold !== bought) process.exitCode = 1;
  say(process.exitCode ? "NOT OK" : "ok", `${seconds()} s`);
} finally {
  await service.dispose();
  await inngest.stop();
  receiver.close();
}

async function hurtInngest(own: NonNullable<typeof inngest.own>): Promise<void> {
  for (let kill = 0; kill < kills; kill++) {
    await order(5);
    await sleep(Math.random() * 1_500);
    await own.kill();
    await order(5);
    await sleep(Math.random() * 2_000);
    await own.start();
  }
  say("server killed", `${kills} times with orders before and after: all delivered ${await allDelivered()} s later`);

  own.signal("SIGSTOP");
  const slowest = await order(10);
  await sleep(8_000);
  const alsoSlow = await order(5);
  own.signal("SIGCONT");
  const delay = Math.round(Math.max(slowest, alsoSlow));
  say("server hangs", `slowest order took ${delay} ms meanwhile; delivered ${await allDelivered()} s after`);

  await order(5);
  await own.kill();
  own.forget();
  await order(5);
  await own.start();
  say("server emptied", `delivered ${await allDelivered()} s after it was set up anew`);
}

/** The whole service, while its functions wait for the supplier. */
async function killService(): Promise<void> {
  await service.svc(
    "sim",
    "set",
    "--supplier",
    "esimaccess",
    "--operation",
    "order",
    "--mode",
    "slow",
    "--latency-ms",
    "3000",
    "--times",
    "5",
  );
  await order(5);
  await since(async () => (await statuses(placed.slice(-5))).includes("processing"));
  const { worker, simulator } = await service.processes();
  for (const pid of [service.pid(), ...worker, ...simulator]) process.kill(pid, "SIGKILL");
  log += service.output();
  await sleep(1_000);
  await service.start();
  say("service killed", `in the middle of 5 purchases: delivered ${await allDelivered()} s after it was back`);
}

/** Returns what the slowest took, in milliseconds. */
async function order(count: number): Promise<number> {
  let slowest = 0;
  for (let i = 0; i < count; i++) {
    const quantity = 1 + (i % 3);
    const begin = performance.now();
    const answer = await service.call(
      key,
      "POST",
      "/orders",
      { package_id: "esimaccess-TR_1_7", quantity },
      { "Idempotency-Key": `${Date.now()}-${Math.random()}` },
    );
    slowest = Math.max(slowest, performance.now() - begin);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.json));
    placed.push(answer.json.data.reference);
    bought += quantity;
  }
  return slowest;
}

async function topUp(): Promise<string> {
  const { json } = await service.call(key, "GET", `/orders/${placed[0]}`);
  const { iccid } = json.data.profiles[0];
  const options = await service.call(key, "GET", `/esims/${iccid}/topup-options`);
  const body = { package_code: options.json.data.items[0].package_code };
  const { json: made } = await service.call(key, "POST", `/esims/${iccid}/topups`, body, {
    "Idempotency-Key": "topup",
  });
  return await since(async () => {
    const { status } = (await service.call(key, "GET", `/actions/${made.data.action_id}`)).json.data;
    if (status === "failed") throw new Error("The top-up failed.");
    return status === "succeeded";
  });
}

async function allDelivered(): Promise<string> {
  return await since(async () => (await statuses(placed)).every((status) => status === "delivered"), SETTLES_WITHIN_MS);
}

async function statuses(references: string[]): Promise<string[]> {
  return await Promise.all(
    references.map(async (reference) => (await service.call(key, "GET", `/orders/${reference}`)).json.data.status),
  );
}

async function since(condition: () => boolean | Promise<boolean>, withinMs = 2 * 60_000): Promise<string> {
  const begin = performance.now();
  await until(condition, withinMs);
  return seconds(begin);
}

function lines(pattern: RegExp): number {
  return service
    .output()
    .split("\n")
    .filter((line) => pattern.test(line)).length;
}

/** As anybody with the event key could. */
async function send(job: string, data: object): Promise<void> {
  const body = JSON.stringify({ name: `service/${job}`, data });
  const answer = await fetch(`${inngest.baseUrl}/e/${inngest.eventKey}`, { method: "POST", body });
  if (!answer.ok) throw new Error(await answer.text());
}
