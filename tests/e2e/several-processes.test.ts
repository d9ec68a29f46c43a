import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { withdrawPackage } from "#server/domain/catalogue/catalog/index.ts";
import { setAccountMarkup } from "#server/domain/catalogue/pricing/index.ts";
import { fundWallet } from "#server/domain/money/ledger/index.ts";
import { createUser } from "#server/domain/people/staff/index.ts";
import { changeAccount, createAccount } from "#server/domain/reseller/accounts/index.ts";
import { createKey, revokeKey } from "#server/domain/reseller/keys/index.ts";
import { connectionOptions } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { openBalancer } from "#tests/support/balancer.ts";
import { type Cluster, startCluster } from "#tests/support/cluster.ts";
import { startRedis } from "#tests/support/redis-server.ts";
import { callApi, freePort } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";

// Two web processes and two workers, started at once on an empty database, behave as one service.

const KEYS = 100;
let cluster: Cluster;
let redis: Awaited<ReturnType<typeof startRedis>>;
let key: string;
let account: string;
const hooks: { id: string; type: string }[] = [];
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  hooks.push(JSON.parse(body));
  response.end();
});

const call = (node: number, ...rest: Parameters<typeof callApi> extends [string, ...infer R] ? R : never) =>
  callApi(cluster.nodes[node]!.url, ...rest);
const ORDER = { package_id: "esimaccess-TR_1_7", quantity: 1 };

const newReseller = (limits: { rateMinute?: number; rateDay?: number } = {}) =>
  cluster.onDatabase(async (ctx) => {
    const asked = { companyName: "N", email: "n@example.com", currency: "USD", plan: "scale", ...limits } as const;
    const { code } = await createAccount(ctx, asked);
    const { key, keyPrefix } = await createKey(ctx, code, { environment: "live", name: "all", scopes: SCOPES });
    return { account: code, key, prefix: keyPrefix };
  });

/** A few at a time, as clients do. */
async function sideBySide(count: number, work: (i: number) => Promise<void>): Promise<void> {
  let next = 0;
  const hand = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: 10 }, hand));
}

beforeAll(async () => {
  const hookPort = await freePort();
  receiver.listen(hookPort, "127.0.0.1");
  redis = await startRedis();
  const template = inject("databaseUrl");
  const name = `cluster_${process.pid}`;
  const client = new pg.Client(connectionOptions(template.replace("/service?", "/postgres?")));
  await client.connect();
  await client.query(`create database ${name} template service`);
  await client.end();
  const settings = { REDIS_URL: redis.url, WEBHOOK_ALLOWED_ORIGINS: `http://127.0.0.1:${hookPort}` };
  cluster = await startCluster(template.replace("/service?", `/${name}?`), { webs: 2, workers: 2, settings });
  ({ account, key } = await newReseller({ rateMinute: 1_000_000, rateDay: 1_000_000 }));
  await cluster.onDatabase((ctx) => fundWallet(ctx, account, money(100_000)));
  await call(0, key, "POST", "/webhooks", { url: `http://127.0.0.1:${hookPort}/hook` });
});

const slug = `shop-${process.pid}`;
const shop = async (node: number) => (await fetch(`${cluster.nodes[node]!.url}/store/${slug}`)).text();

afterAll(async () => {
  await cluster?.dispose();
  await redis.stop();
  receiver.close();
});

test("a brand has a shop in both, and a change of it is known in both at once", async () => {
  for (const brand_name of ["First Voyage", "Second Voyage"]) {
    await call(0, key, "POST", "/brand", { brand_name, portal_slug: slug });
    const brands = await Promise.all([0, 1].map((node) => call(node, key, "GET", "/brand")));
    expect(brands.map(({ json }) => json.data.name)).toEqual([brand_name, brand_name]);
    // Shop pages are kept for 30 seconds: the last test looks at them again.
    if (brand_name === "First Voyage") for (const node of [0, 1]) expect(await shop(node)).toContain(brand_name);
  }
});

test(`${KEYS} keys, each sent twice to both at once, are ${KEYS} orders, each bought and told once`, async () => {
  const references = new Set<string>();
  await sideBySide(KEYS, async () => {
    const header = { "Idempotency-Key": randomUUID() };
    const answers = await Promise.all([0, 1, 0, 1].map((node) => call(node, key, "POST", "/orders", ORDER, header)));
    expect(answers.map(({ status, json }) => json.error?.code ?? status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ json }) => JSON.stringify(json.data))).size).toBe(1);
    references.add(answers[0]!.json.data.reference);
  });
  expect(references.size).toBe(KEYS);
  const told = (type: string) => hooks.filter((hook) => hook.type === type);
  await until(() => told("order.created").length >= KEYS && told("order.delivered").length >= KEYS);
  expect([told("order.created").length, told("order.delivered").length]).toEqual([KEYS, KEYS]);
  expect(new Set(hooks.map(({ id }) => id)).size).toBe(2 * KEYS);
  const sold = (await cluster.sold()).flatMap(({ orders }) => orders);
  expect(sold.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(KEYS);
  expect(await cluster.svc("audit")).toMatchObject({ ok: true });
});

test("one limit holds over both", async () => {
  let [passed, refused] = [0, 0];
  // All of it in one minute: where the machine was too busy for that, again.
  await until(async () => {
    const { key } = await newReseller({ rateMinute: 300 });
    [passed, refused] = [0, 0];
    const startedAt = Date.now();
    await sideBySide(400, async (i) => {
      const { status } = await call(i % 2, key, "GET", "/account");
      if (status === 200) passed++;
      if (status === 429) refused++;
    });
    return Date.now() - startedAt < 60_000;
  });
  expect(Math.abs(passed - 300)).toBeLessThanOrEqual(3);
  expect(passed + refused).toBe(400);
});

describe("what changes is in force in both for the next request:", () => {
  const both = <T>(ask: (node: number) => Promise<T>) => Promise.all([0, 1].map(ask));

  test("prices, packages, accounts and keys", async () => {
    const reseller = await newReseller();
    const price = (node: number) => call(node, reseller.key, "GET", "/packages/esimaccess-TR_1_7");
    const change = (changes: Parameters<typeof changeAccount>[2]) =>
      cluster.onDatabase((ctx) => changeAccount(ctx, reseller.account, changes));
    const [before] = await both(price);
    await cluster.onDatabase((ctx) => setAccountMarkup(ctx, reseller.account, money(150)));
    const [one, other] = await both(price);
    expect(one!.json.data.price).toBe(other!.json.data.price);
    expect(one!.json.data.price).toBeGreaterThan(before!.json.data.price * 1.5);
    await cluster.onDatabase((ctx) => withdrawPackage(ctx, "esimaccess-TR_3_30"));
    const withdrawn = await both((node) => call(node, reseller.key, "GET", "/packages/esimaccess-TR_3_30"));
    expect(withdrawn.map(({ status }) => status)).toEqual([404, 404]);
    await change({ liveEnabled: false });
    expect((await both(price)).map(({ json }) => json.error.code)).toEqual(["access_denied", "access_denied"]);
    await change({ liveEnabled: true });
    await cluster.onDatabase((ctx) => revokeKey(ctx, reseller.prefix));
    expect((await both(price)).map(({ status }) => status)).toEqual([401, 401]);
  });

  test("a session, from its beginning to its end", async () => {
    const [email, password] = ["staff@example.com", "correct horse battery staple"];
    await cluster.onDatabase((ctx) => createUser(ctx, account, { email, password, role: "owner" }));
    const cookies = new Map<string, string>();
    const visit = async (node: number, path: string, form?: Record<string, string>) => {
      const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
      const body = form && new URLSearchParams(form);
      const init: RequestInit = {
        method: form ? "POST" : "GET",
        redirect: "manual",
        headers: { cookie },
        ...(body && { body }),
      };
      const answer = await fetch(`${cluster.nodes[node]!.url}${path}`, init);
      for (const line of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        cookies.set(name!, value!);
      }
      return answer;
    };
    const { csrfToken } = (await (await visit(0, "/api/auth/csrf")).json()) as { csrfToken: string };
    await visit(0, "/api/auth/callback/password", { csrfToken, email, password, json: "true" });
    const signedIn = new Map(cookies);
    expect((await both((node) => visit(node, "/live"))).map(({ status }) => status)).toEqual([200, 200]);
    await visit(0, "/api/auth/signout", { csrfToken, json: "true" });
    for (const [name, value] of signedIn) cookies.set(name, value);
    expect((await both((node) => visit(node, "/live"))).map(({ status }) => status)).toEqual([307, 307]);
  });
});

test("a rolling restart loses no request, and none that is under way", async () => {
  const balancer = await openBalancer(cluster.nodes.map(({ port }) => port));
  let running = true;
  const failures: unknown[] = [];
  const placed: string[] = [];
  const client = async (n: number) => {
    for (let i = 0; running; i++) {
      const header = { "Idempotency-Key": randomUUID() };
      const buys = (n + i) % 3 === 0;
      const asked = buys
        ? callApi(balancer.url, key, "POST", "/orders", ORDER, header)
        : callApi(balancer.url, key, "GET", "/account");
      const answer = await asked.catch((error) => ({ status: 0, json: String(error) }));
      if (answer.status !== 200) failures.push([buys, answer.status, answer.json]);
      else if (buys) placed.push(answer.json.data.reference);
      // No more orders than the supplier takes in the time the test has; reads leave the processes what they need to start.
      await sleep(buys ? 500 : 20);
    }
  };
  const clients = Array.from({ length: 6 }, (_, n) => client(n));
  try {
    for (const [i, node] of cluster.nodes.entries()) {
      const before = placed.length;
      await until(() => placed.length > before + 5);
      const codes = await Promise.all([node.stop(), cluster.workers[i]!.stop()]);
      expect(codes).toEqual([0, 0]);
      await Promise.all([node.start(), cluster.workers[i]!.start()]);
    }
  } finally {
    running = false;
    await Promise.all(clients);
    balancer.close();
  }
  expect(failures).toEqual([]);
  await until(
    async () => (await call(0, key, "GET", "/orders?status=processing&limit=1")).json.data.items.length === 0,
  );
  for (const reference of placed.slice(-5))
    expect((await call(1, key, "GET", `/orders/${reference}`)).json.data.status).toBe("delivered");
  expect(await cluster.svc("audit")).toMatchObject({ ok: true });
});

test("what is under way when a process is told to stop is answered", async () => {
  const [{ iccid }] = (await call(0, key, "GET", "/esims?limit=1")).json.data.items;
  const slow = { kind: "set", supplier: "esimaccess", operation: "query", mode: "slow", latencyMs: 1_500, times: 1 };
  await cluster.simulate(slow);
  const refreshed = call(0, key, "POST", `/esims/${iccid}/refresh`, {});
  await until(async () => (await cluster.sold()).every(({ modes }) => modes.length === 0));
  const stopped = cluster.nodes[0]!.stop();
  expect((await refreshed).status).toBe(200);
  expect(await stopped).toBe(0);
});

test("shop pages show the changed brand in both", async () => {
  await cluster.nodes[0]!.start();
  for (const node of [0, 1]) await until(async () => (await shop(node)).includes("Second Voyage"));
});
