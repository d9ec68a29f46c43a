import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { changeAccount, createAccount } from "#server/domain/reseller/accounts/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { programOf } from "#tests/support/ordering-program.ts";
import { freePort, newService, type Service } from "#tests/support/service.ts";
import { onServiceDatabase } from "#tests/support/service-database.ts";
import { until } from "#tests/support/until.ts";

let service: Service;
let program: ReturnType<typeof programOf>;
let hookPort: number;
const received: { headers: Record<string, unknown>; body: string }[] = [];
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  received.push({ headers: request.headers, body });
  response.end();
});

beforeAll(async () => {
  hookPort = await freePort();
  receiver.listen(hookPort, "127.0.0.1");
  service = await newService({ WEBHOOK_ALLOWED_ORIGINS: `http://127.0.0.1:${hookPort}` }, { first: true });
  program = programOf(service);
  await service.start();
  // The tests look often.
  await onServiceDatabase(service, (ctx) => changeAccount(ctx, service.demo().accountCode, { rateMinute: 1_000_000 }));
});

afterAll(async () => {
  receiver.close();
  await service.dispose();
});

test("the first start shows the demo keys, and the whole flow plays with keys made by svc", async () => {
  expect(service.output()).toContain(service.demo().testKey);
  expect(service.output()).toMatch(/Ready on http:\/\/localhost:\d+\n$/);
  const account = await service.svc<{ account_code: string }>(
    "account",
    "create",
    "--name",
    "Reise & Meer GmbH",
    "--email",
    "a@example.com",
    "--currency",
    "EUR",
    "--markup",
    "20",
  );
  await service.svc("wallet", "fund", account.account_code, "50");
  const { key } = await service.svc<{ key: string }>(
    "key",
    "create",
    account.account_code,
    "--env",
    "live",
    "--scopes",
    "all",
  );

  expect((await service.call(key, "POST", "/auth/test", {})).json.data.authentication.environment).toBe("live");
  const { json: list } = await service.call(key, "GET", "/packages?country=TR&type=local&limit=1");
  const item = list.data.items[0];
  const { json: quote } = await service.call(key, "POST", "/quotes", { package_id: item.package_id, quantity: 2 });
  expect(quote.data.funds).toMatchObject({ sufficient: true, charged_on_order: true });
  const { json: hook } = await service.call(key, "POST", "/webhooks", { url: `http://127.0.0.1:${hookPort}/hook` });
  expect(hook.data.secret).toMatch(/^whsec_/);
  const placed = await service.call(
    key,
    "POST",
    "/orders",
    { package_id: item.package_id, quantity: 2, max_unit_price: quote.data.unit_price },
    { "Idempotency-Key": "one" },
  );
  expect(placed.json.data.status).toBe("queued");
  const told = (event: string) => received.filter(({ headers }) => headers["x-svc-event"] === event);
  await until(() => told("order.created").length > 0 && told("order.delivered").length > 0);
  expect(received).toHaveLength(2);
  const { json: done } = await service.call(key, "GET", `/orders/${placed.json.data.reference}`);
  expect(done.data).toMatchObject({ status: "delivered", delivered_quantity: 2 });
  expect(JSON.parse(told("order.delivered")[0]!.body).data.order).toEqual(done.data);
  const { json: balance } = await service.call(key, "GET", "/account/balance");
  expect(balance.data.wallet_balance).toBeCloseTo(50 - 2 * quote.data.unit_price, 4);
  const records = await service.svc<{ suppliers: { orders: { delivered: number }[] }[] }>("sim", "show");
  expect(records.suppliers[0]!.orders.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(2);
});

test("what svc changes is in force for the next request", async () => {
  const {
    code: account,
    key,
    keyPrefix,
  } = await onServiceDatabase(service, async (ctx) => {
    const { code } = await createAccount(ctx, { companyName: "N", email: "a@example.com", currency: "USD" });
    return { code, ...(await createKey(ctx, code, { environment: "test", name: "test key", scopes: SCOPES })) };
  });
  const code = async () => (await service.call(key, "GET", "/packages?limit=1")).json.error?.code ?? "ok";
  expect(await code()).toBe("ok");
  const price = async () => (await service.call(key, "GET", "/packages/esimaccess-TR_1_7")).json.data.price as number;
  const before = await price();
  await service.svc("account", "set", account, "--test-enabled", "false");
  expect(await code()).toBe("access_denied");
  await service.svc("account", "set", account, "--test-enabled", "true", "--markup", "100");
  expect(await price()).toBeGreaterThan(before * 1.5);
  await service.svc("key", "revoke", keyPrefix);
  expect(await code()).toBe("authentication_failed");
});

test("a wrong start says why in a sentence", async () => {
  const archive = join(service.dataDir, "wal");
  mkdirSync(archive);
  const twin = await newService({ DATA_DIR: service.dataDir });
  await expect(twin.start()).rejects.toThrow(/Another service is running on the data directory/);
  // What waits there to be copied is the other one's.
  expect(existsSync(archive)).toBe(true);
  rmdirSync(archive);
  const samePort = await newService({ PORT: String(service.port) });
  await expect(samePort.start()).rejects.toThrow(`Port ${service.port} is in use by another program.`);
  const badValue = await newService({ PORT: "web" });
  await expect(badValue.start()).rejects.toThrow('The environment variable PORT is "web"');
  const noDatabase = await newService({ DATABASE_URL: "postgresql://u:p@127.0.0.1:1/x", MASTER_KEY: "m".repeat(40) });
  await expect(noDatabase.start()).rejects.toThrow(
    /The database that DATABASE_URL names \(127.0.0.1:1\/x\) cannot be used: connect ECONNREFUSED/,
  );
  for (const other of [samePort, badValue, noDatabase]) await other.dispose();
});

test("wrong usage of svc exits with 2, a refusal with 1 and a sentence", async () => {
  await expect(service.svc("account", "create")).rejects.toMatchObject({ code: 2 });
  await expect(service.svc("account", "fly")).rejects.toMatchObject({ code: 2 });
  await expect(service.svc("fx", "set", "EUR", "abc")).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"abc" is not a plain decimal number'),
  });
  await expect(service.svc("wallet", "fund", "ACC-NONE", "5")).rejects.toMatchObject({
    code: 1,
    stderr: "There is no account with the code ACC-NONE.\n",
  });
});

/** Sold while the database was last in use before it is copied. */
let kept: string;
async function sell(): Promise<string> {
  const { liveKey } = service.demo();
  const { reference } = await program.order(liveKey);
  await until(async () => (await program.status(liveKey, reference)) === "delivered");
  return reference;
}

test("SIGTERM finishes what is in flight, stops the children and PostgreSQL last and cleanly", async () => {
  const { liveKey } = service.demo();
  const inFlight = Promise.all(Array.from({ length: 20 }, () => program.order(liveKey)));
  const ended = service.end("SIGTERM");
  for (const placed of await inFlight.catch(() => [])) expect(["queued", undefined]).toContain(placed?.status);
  expect(await ended).toBe(0);
  expect(await service.processes()).toEqual({ worker: [], simulator: [], postgres: [] });
});

test("Ctrl-C in the terminal of npm start, which every process hears, ends PostgreSQL last and cleanly", async () => {
  if (service.isRunning()) await service.end();
  await service.start({ npm: "start" });
  const log = () => readFileSync(join(service.dataDir, "postgres.log"), "utf8");
  const before = log().length;
  expect(await program.answers()).toBe(true);
  kept = await sell();
  // With what was in flight when it was stopped before.
  const { liveKey } = service.demo();
  const isOver = async (state: string) =>
    (await service.call(liveKey, "GET", `/orders?status=${state}&limit=1`)).json.data?.items.length === 0;
  await until(async () => (await isOver("queued")) && (await isOver("processing")));
  await service.end("SIGINT", { group: true });
  await until(async () => (await service.processes()).postgres.length === 0);
  expect(log().slice(before)).toContain("database system is shut down");
  expect(log().slice(before)).not.toMatch(/terminating any other active|was not properly shut down/);
  expect(await program.answers()).toBe(false);
});

test("svc works on the stopped service, and leaves it stopped", async () => {
  expect(await service.svc("ledger", "verify")).toMatchObject({ ok: true, failures: [] });
  expect(await service.svc("audit")).toMatchObject({ ok: true, failures: [] });
  expect(await service.svc("catalog", "sync")).toMatchObject({ added: 0, changed: 0, withdrawn: 0 });
  expect((await service.processes()).postgres).toEqual([]);
});

test("a database restored from before is noticed; nothing is sold on it before that is said, and then nothing is lost or numbered twice", async () => {
  const [database, backup] = ["postgres", "backup"].map((name) => join(service.dataDir, name)) as [string, string];
  // With its owner, whom PostgreSQL insists on.
  execFileSync("cp", ["-a", database, backup]);
  await service.start();
  const lost = [await sell(), await sell()];
  await service.end();
  rmSync(database, { recursive: true });
  renameSync(backup, database);

  await expect(service.start()).rejects.toThrow(/lacks ledger entries of one account that checkpoint \d+ signed/);
  await service.svc("ledger", "checkpoint", "--restored", "the disk was lost");
  await service.start();
  expect(await program.status(service.demo().liveKey, kept)).toBe("delivered");
  const next = await sell();
  expect(Number(next.slice(4))).toBeGreaterThan(Math.max(...lost.map((reference) => Number(reference.slice(4)))));
  // What was sold since has no order any more: people are told of each.
  const { stdout } = (await service.svc("reconcile", "suppliers").catch((error) => error)) as { stdout: string };
  const theirs = { what: "order", finding: "theirs_only", outcome: "waiting" };
  expect(JSON.parse(stdout)).toMatchObject({ status: "done", open: 2, differences: [theirs, theirs] });
  expect(await service.svc("audit")).toMatchObject({ ok: true });
  expect(await service.svc("ledger", "verify")).toMatchObject({ ok: true });
});
