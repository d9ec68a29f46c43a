import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Prisma } from "#generated/prisma/client.ts";
import { migrate } from "#prisma/migrate.ts";
import { supplierWebhookUrl } from "#server/domain/catalogue/suppliers/index.ts";
import { createCell } from "#server/domain/control/cells/index.ts";
import { createUser } from "#server/domain/people/staff/index.ts";
import { createAccount, enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { changeBrand } from "#server/domain/reseller/brand/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { claimLostNames, giveBackNames, tellCell, withNames } from "#server/domain/reseller/names/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { connectionOptions, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import type { JobPayloads } from "#server/kernel/jobs.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { type Cluster, startCluster } from "#tests/support/cluster.ts";
import { cookieHeader, postSignIn, sendRaw } from "#tests/support/http-session.ts";
import { sendBytes } from "#tests/support/raw-request.ts";
import { callApi, freePort, type Service } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";

// Two installations with a database each are one service: whichever of them is asked, the account's own answers.

const secret = "a secret of all cells for tests, long enough";
const PASSWORD = "correct horse battery staple";
type CellName = "home" | "east";
type Reseller = { code: string; key: string; email: string; slug: string };

const clusters = {} as Record<CellName, Cluster>;
const resellers = {} as Record<CellName, Reseller>;
let homeUrl: string;
let eastUrl: string;
let everywhere: pg.Client;

const other = (cell: CellName): CellName => (cell === "home" ? "east" : "home");
const BOTH = ["home", "east"] as const;

/** Verbs in a cell, as a command there runs them. */
const inCell = <T>(cell: CellName, work: (ctx: Ctx) => Promise<T>): Promise<T> => {
  overrideEnv({ cell: { name: cell, secret } });
  return clusters[cell].onDatabase(work);
};
const at = (cell: CellName) => clusters[cell].nodes[0]!;
const asService = (cell: CellName) => at(cell) as unknown as Service;
const call = (cell: CellName, key: string, method: "GET" | "POST", path: string, body?: object) =>
  callApi(at(cell).url, key, method, path, body);

const newReseller = (cell: CellName): Promise<Reseller> =>
  inCell(cell, async (ctx) => {
    const email = `owner@${cell}.example`;
    const { code } = await createAccount(ctx, { companyName: `Of ${cell}`, email, currency: "USD", plan: "scale" });
    const { key } = await createKey(ctx, code, { environment: "live", name: "all", scopes: SCOPES });
    await createUser(ctx, code, { email, role: "owner", password: PASSWORD });
    const slug = `${cell}-shop-${process.pid}`;
    await changeBrand(await enterAccount(ctx, code, "live"), { name: `Voyages of ${cell}`, portalSlug: slug });
    return { code, key, email, slug };
  });

beforeAll(async () => {
  const template = inject("databaseUrl");
  const urlOf = (name: string) => template.replace("/service?", `/${name}?`);
  everywhere = new pg.Client(connectionOptions(urlOf("postgres")));
  await everywhere.connect();
  const [homeName, eastName] = [`cells_${process.pid}_home`, `cells_${process.pid}_east`];
  for (const name of [homeName, eastName]) await everywhere.query(`create database ${name} template service`);
  [homeUrl, eastUrl] = [urlOf(homeName), urlOf(eastName)];
  // One address of this machine is cells', all others are strangers'.
  const common = { CELLS_SECRET: secret, TRUSTED_PROXIES: "127.0.0.1/32" };
  const eastPort = await freePort();
  const settings = { ...common, CELL: "home" };
  clusters.home = await startCluster(homeUrl, { webs: 1, workers: 0, settings });
  const wanted = {
    ...{ name: "east", database: eastUrl, address: `http://127.0.0.1:${eastPort}` },
    ...{ homeAddress: at("home").url, homeDatabase: homeUrl },
  };
  await inCell("home", (ctx) => createCell(ctx, wanted, { migrate, say: () => {} }));
  clusters.east = await startCluster(eastUrl, {
    ...{ webs: 1, workers: 0, ports: [eastPort] },
    settings: { ...common, CELL: "east", MASTER_KEY: "another master key of the cell east, long enough" },
  });
  for (const cell of BOTH) resellers[cell] = await newReseller(cell);
});

afterAll(async () => {
  for (const cell of BOTH) await clusters[cell]?.dispose();
  overrideEnv({ cell: undefined });
  const onEast = new pg.Client(connectionOptions(eastUrl));
  await onEast.connect();
  await onEast.query("alter subscription shared disable");
  await onEast.query("alter subscription shared set (slot_name = none)");
  await onEast.query("drop subscription shared");
  await onEast.end();
  const slots = "select pg_drop_replication_slot(slot_name) from pg_replication_slots where database = $1";
  const homeName = new URL(homeUrl).pathname.slice(1);
  await until(() =>
    everywhere.query(slots, [homeName]).then(
      () => true,
      () => false,
    ),
  );
  await everywhere.end();
});

describe.each(BOTH)("an account of %s", (cell) => {
  test("is answered at the other cell's address as at its own, by its key", async () => {
    const { key, code } = resellers[cell];
    for (const path of ["/account", "/brand", "/orders", "/packages?page_size=2"]) {
      const [own, elsewhere] = await Promise.all(BOTH.map((where) => call(where, key, "GET", path)));
      expect(own!.status, path).toBe(200);
      expect(elsewhere!.json.data, path).toEqual(own!.json.data);
    }
    expect((await call(other(cell), key, "GET", "/account")).json.data.account_code ?? code).toBe(code);
    const refused = await call(other(cell), key, "POST", "/quotes", { package_id: "nothing", quantity: 1 });
    expect(refused.json.error.code).toBe("package_not_found");
  });

  test("is asked over MCP, and its events are listened to, at the other cell's address", async () => {
    const headers = {
      authorization: `Bearer ${resellers[cell].key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
    const answer = await fetch(`${at(other(cell)).url}/mcp`, { method: "POST", headers, body });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("serverInfo")]);
  });

  test("made a key a moment ago: it works everywhere with the next request", async () => {
    const made = await inCell(cell, (ctx) =>
      createKey(ctx, resellers[cell].code, { environment: "live", name: "new", scopes: SCOPES }),
    );
    const statuses = await Promise.all(
      BOTH.map(async (where) => (await call(where, made.key, "GET", "/account")).status),
    );
    expect(statuses).toEqual([200, 200]);
  });

  test("has its shop at both addresses, by its slug and under its own domain", async () => {
    const { code, slug } = resellers[cell];
    const domain = `shop.${cell}.example`;
    const own = { kind: "domain", name: domain, taken: "taken" } as const;
    await inCell(cell, (ctx) =>
      withNames(ctx, [own], async () => {
        const { id: accountId } = (await enterAccount(ctx, code, "live")).account;
        const where = { accountId, environment: "live" };
        await ctx.db.prisma.brand.updateMany({ where, data: { customDomain: domain } });
        await ctx.db.prisma.brand.updateMany({ where, data: { domainVerifiedAt: new Date() } });
      }),
    );
    for (const where of BOTH) {
      const bySlug = await sendRaw(asService(where), `/store/${slug}/en`);
      expect([bySlug.status, bySlug.body]).toEqual([200, expect.stringContaining(`Voyages of ${cell}`)]);
      const byDomain = await sendRaw(asService(where), "/en", { headers: { host: domain } });
      expect([byDomain.status, byDomain.body]).toEqual([200, expect.stringContaining(`Voyages of ${cell}`)]);
      expect((await sendRaw(asService(where), `/api/domains/check?domain=${domain}`)).status).toBe(200);
      expect((await sendRaw(asService(where), "/en", { headers: { host: "shop.nobody.example" } })).status).toBe(404);
    }
  });

  test("is signed in to at the other cell's address, and out again", async () => {
    const where = asService(other(cell));
    const { email } = resellers[cell];
    const wrong = await postSignIn(where, { email, password: "wrong wrong wrong wrong" });
    expect([wrong.session, wrong.status]).toEqual([null, 401]);
    const { session, cookies } = await postSignIn(where, { email, password: PASSWORD });
    expect(session).not.toBeNull();
    const kept = cookieHeader(cookies);
    expect(/(?:^|; )cell=([a-z]*)/.exec(kept)?.[1]).toBe(cell === "home" ? "" : cell);
    const open = (cookie: string) => sendRaw(where, "/live", { headers: { cookie } });
    expect([(await open(kept)).status, (await open(kept)).body]).toEqual([200, expect.stringContaining(email)]);
    for (const forged of [`cell=${other(cell)}`, "cell=nowhere", "cell=%00"])
      expect((await open(`${session}; ${forged}`)).status, forged).toBe(307);
    const csrf = await sendRaw(where, "/api/auth/csrf", { headers: { cookie: kept } });
    const { csrfToken } = JSON.parse(csrf.body) as { csrfToken: string };
    const out = await sendRaw(where, "/api/auth/signout", {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        cookie: `${kept}; ${cookieHeader(csrf.cookies)}`,
      },
      body: new URLSearchParams({ csrfToken, json: "true" }).toString(),
    });
    expect(out.cookies.find((cookie) => cookie.startsWith("cell="))).toMatch(/^cell=; .*Max-Age=0/);
    expect((await open(kept)).status).toBe(307);
  });
});

test("who asks for a new password is mailed by their own cell, and a link of that mail leads there", async () => {
  const body = JSON.stringify({ json: { email: resellers.east.email } });
  const headers = { "content-type": "application/json", "x-svc-portal": "1", "sec-fetch-site": "same-origin" };
  const asked = await sendRaw(asService("home"), "/api/trpc/people/auth.requestReset", {
    method: "POST",
    headers,
    body,
  });
  expect(asked.status).toBe(200);
  const waiting = (cell: CellName) =>
    inCell(cell, async ({ db }) => (await db.query(sql`select from outbox_jobs where job = 'send-recovery'`)).length);
  expect([await waiting("home"), await waiting("east")]).toEqual([0, 1]);
  const link = await sendRaw(asService("home"), "/recovery/0123456789?cell=east");
  expect([link.status, link.cookies.join()]).toEqual([200, expect.stringMatching(/^cell=east; /)]);
});

test("of both cells that take one slug at the same moment one has it", async () => {
  for (let i = 0; i < 6; i++) {
    const portal_slug = `wanted-${process.pid}-${i}`;
    const answers = await Promise.all(
      BOTH.map((cell) => call(cell, resellers[cell].key, "POST", "/brand", { portal_slug })),
    );
    expect(answers.map(({ status }) => status).sort(), portal_slug).toEqual([200, 409]);
    const winner = BOTH[answers.findIndex(({ status }) => status === 200)]!;
    for (const where of BOTH)
      expect((await sendRaw(asService(where), `/store/${portal_slug}/en`)).body).toContain(`Voyages of ${winner}`);
  }
  const mine = (cell: CellName) =>
    call(other(cell), resellers[cell].key, "POST", "/brand", { portal_slug: resellers[cell].slug });
  for (const cell of BOTH) expect((await mine(cell)).status).toBe(200);
});

test("a supplier's webhook is remembered once in every cell, whichever it reached", async () => {
  const body = JSON.stringify({
    notifyType: "ORDER_STATUS",
    notifyId: "n-1",
    content: { orderNo: "B1", orderStatus: "GOT_RESOURCE" },
  });
  const path = await inCell("home", async () => new URL(supplierWebhookUrl("esimaccess", "http://h")).pathname);
  const headers = { "content-type": "application/json" };
  expect((await sendRaw(asService("home"), path, { method: "POST", headers, body })).status).toBe(200);
  const jobs = await inCell("home", ({ db }) =>
    db.query<{ payload: JobPayloads["tell-cell"] }>(sql`select payload from outbox_jobs where job = 'tell-cell'`),
  );
  expect(jobs).toHaveLength(1);
  for (let i = 0; i < 2; i++) await inCell("home", (ctx) => tellCell(ctx, jobs[0]!.payload));
  for (const cell of BOTH) expect(await inCell(cell, ({ db }) => db.prisma.supplierWebhook.count()), cell).toBe(1);
  const passedOn = await inCell("east", ({ db }) => db.query(sql`select from outbox_jobs where job = 'tell-cell'`));
  expect(passedOn).toHaveLength(0);
});

test("an account that changes its shop's address again and again is told to stop, and may take what is kept for it", async () => {
  const { key, slug } = resellers.east;
  const answers = [];
  for (let i = 0; i < 10; i++)
    answers.push(await call("east", key, "POST", "/brand", { portal_slug: `tried-${process.pid}-${i}` }));
  const refused = answers.findIndex(({ status }) => status !== 200);
  expect([refused > 0, refused <= 8]).toEqual([true, true]);
  for (const { status, json, headers } of answers.slice(refused))
    expect([status, json.error.code, json.error.details, headers.get("retry-after")]).toEqual([
      429,
      "rate_limit_exceeded",
      { field: "portal_slug" },
      "86400",
    ]);
  expect((await call("east", key, "POST", "/brand", { portal_slug: slug })).status).toBe(200);
});

test("names that a cell does not use go back to home, and those that home forgot are claimed anew", async () => {
  const { slug, key } = resellers.east;
  const arrived = (where: Prisma.CellNameWhereInput, count: number) =>
    until(() => inCell("east", async ({ db }) => (await db.prisma.cellName.count({ where })) === count));
  const claimedAt = new Date(0);
  const { count } = await inCell("home", ({ db }) => db.prisma.cellName.updateMany({ data: { claimedAt } }));
  await arrived({ claimedAt }, count);
  const unused = await inCell("east", (ctx) => giveBackNames(ctx));
  expect(unused).toBeGreaterThan(0);
  await arrived({ number: 1 }, unused);
  expect(await inCell("east", (ctx) => giveBackNames(ctx))).toBe(0);
  expect((await call("home", key, "GET", "/account")).status).toBe(200);
  // As after a restore of home to a moment before.
  await inCell("home", ({ db }) => db.prisma.cellName.updateMany({ where: { name: slug }, data: { number: 1 } }));
  await arrived({ name: slug, number: 1 }, 1);
  await until(async () => (await sendRaw(asService("home"), `/store/${slug}/en`)).status === 404);
  expect(await inCell("east", (ctx) => claimLostNames(ctx))).toBe(1);
  await until(async () => (await sendRaw(asService("home"), `/store/${slug}/en`)).status === 200);
});

describe("a stranger", () => {
  const raw = (bytes: string) => sendBytes(bytes.replaceAll("\n", "\r\n"), { port: at("home").port });

  test("is no cell", async () => {
    const body = JSON.stringify({ name: { kind: "slug", name: "stolen" }, cell: "east" });
    const signature = "0".repeat(64);
    const headers = {
      ...{ "x-cell-time": String(Date.now()) },
      ...{ "x-cell-signature": signature, "x-cell-signature-2": signature },
    };
    for (const path of ["names", "names/returned", "hints", "sums", "nothing"])
      for (const cell of BOTH) {
        const sent = { method: path === "sums" ? "GET" : "POST", headers, body: path === "sums" ? undefined : body };
        expect([401, 404], path).toContain((await sendRaw(asService(cell), `/internal/cells/${path}`, sent)).status);
      }
    expect(await inCell("home", ({ db }) => db.prisma.cellName.count({ where: { name: "stolen" } }))).toBe(0);
  });

  test("says who they are by their address, which the other cell believes of a cell alone", async () => {
    const { code } = resellers.east;
    const { key } = await inCell("east", (ctx) =>
      createKey(ctx, code, { environment: "live", name: "from one place", scopes: SCOPES, allowedIps: ["127.0.0.7"] }),
    );
    const statusFrom = (localAddress: string, more: Record<string, string> = {}) =>
      sendRaw(asService("home"), "/api/v1/account", { localAddress, headers: { "x-api-key": key, ...more } });
    expect((await statusFrom("127.0.0.7")).status).toBe(200);
    expect((await statusFrom("127.0.0.8")).status).toBe(403);
    expect((await statusFrom("127.0.0.8", { "x-forwarded-for": "127.0.0.7" })).status).toBe(403);
  });

  test("hides no request behind another, and makes no circle", async () => {
    const { key } = resellers.east;
    const hidden = `GET /api/v1/account HTTP/1.1\nHost: h\nX-Api-Key: ${key}\n\n`;
    const head = `POST /api/v1/quotes HTTP/1.1\nHost: h\nX-Api-Key: ${key}\nContent-Type: application/json\n`;
    for (const lengths of [
      "Content-Length: 0\nContent-Length: 5",
      "Content-Length: 5\nTransfer-Encoding: chunked",
      "Transfer-Encoding: xchunked",
      "Transfer-Encoding : chunked",
      "Transfer-Encoding: chunked\nTransfer-Encoding: identity",
    ]) {
      const { status, answers } = await raw(`${head}${lengths}\n\n${hidden}`);
      expect([status === 400 || status === null, answers <= 1], lengths).toEqual([true, true]);
    }
    const absolute = `GET http://h/api/v1/account HTTP/1.1\nHost: h\nConnection: close\nX-Api-Key: ${key}\n\n`;
    expect((await raw(absolute)).status).toBe(200);
    for (const path of ["/internal/cells/../../api/v1/account", "//internal/cells/sums", "/internal%2fcells/sums"])
      expect((await raw(`GET ${path} HTTP/1.1\nHost: h\nConnection: close\n\n`)).status, path).toBe(400);
    const circle = `GET /api/v1/account HTTP/1.1\nHost: h\nVia: 1.1 cell-west\nConnection: close\nX-Api-Key: ${key}\n\n`;
    const { status, body } = await raw(circle);
    expect([status, body]).toEqual([503, expect.stringContaining("service_unavailable")]);
  });
});

describe("when a cell", () => {
  test("stands still, nobody else waits, and who waited is answered when it goes on", async () => {
    at("east").signal("SIGSTOP");
    const waiting = Array.from({ length: 10 }, () => call("home", resellers.east.key, "GET", "/account"));
    for (let i = 0; i < 20; i++) expect((await call("home", resellers.home.key, "GET", "/account")).status).toBe(200);
    expect((await sendRaw(asService("home"), `/store/${resellers.home.slug}/en`)).status).toBe(200);
    at("east").signal("SIGCONT");
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(10).fill(200));
  });

  test("is gone, its accounts are told to try again, and the other's notice nothing", async () => {
    await at("east").stop("SIGKILL");
    const { status, headers, json } = await call("home", resellers.east.key, "GET", "/account");
    expect([status, json.error.code, headers.get("retry-after")]).toEqual([503, "service_unavailable", "5"]);
    const page = await sendRaw(asService("home"), `/store/${resellers.east.slug}/en`);
    expect([page.status, page.body]).toEqual([503, expect.stringContaining("</html>")]);
    const { email } = resellers.east;
    expect((await postSignIn(asService("home"), { email, password: PASSWORD })).status).toBe(503);
    expect((await call("home", resellers.home.key, "GET", "/account")).status).toBe(200);
    expect(
      (await postSignIn(asService("home"), { email: resellers.home.email, password: PASSWORD })).session,
    ).not.toBeNull();
    await at("east").start();
    expect((await call("home", resellers.east.key, "GET", "/account")).status).toBe(200);
  });

  test("is home and is gone, the others go on, and take no new names", async () => {
    await at("home").stop("SIGKILL");
    const { key } = resellers.east;
    expect((await call("east", key, "GET", "/account")).status).toBe(200);
    // On a busy machine its page may take longer to make than one may.
    const shop = async () => (await sendRaw(asService("east"), `/store/${resellers.east.slug}/en`)).status;
    await until(async () => (await shop()) === 200);
    expect((await call("east", key, "POST", "/brand", { brand_name: "Goes on" })).status).toBe(200);
    const renamed = await call("east", key, "POST", "/brand", { portal_slug: `late-${process.pid}` });
    expect([renamed.status, renamed.json.error.message]).toEqual([
      503,
      expect.stringMatching(/home, which does not answer/),
    ]);
    expect((await call("east", resellers.home.key, "GET", "/account")).status).toBe(503);
  });
});
