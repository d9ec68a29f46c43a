import { describe, expect, test } from "vitest";
import {
  findRequest,
  flushRequestLog,
  listRequestChoices,
  listRequestErrors,
  readQuotaUse,
  searchRequests,
} from "#server/domain/reseller/request-log/index.ts";
import type { AccountCtx, Environment } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { direct } from "#tests/support/api.ts";
import { caller } from "#tests/support/caller.ts";
import { endPartitions, keepDaysLater } from "#tests/support/partitions.ts";
import { enter, newAccount, newKey, newPackage } from "#tests/support/world.ts";

/** An account whose programs have asked for a few things in the environment. */
async function newTraffic(environment: Environment = "test") {
  const { code } = await newAccount({ wallet: 100 });
  const api = caller(await newKey(code, environment));
  const { packageId } = await newPackage();
  await api.get("/packages?limit=1");
  const order = await api.order(packageId, 2);
  const refused = await api.post("/orders", { package_id: packageId, quantity: 99 }, { "Idempotency-Key": "refused" });
  await flushRequestLog(database());
  const ctx: AccountCtx = await enter(code, environment);
  return { ctx, order, refused: refused.json, packageId, code };
}

const operationsOf = async (ctx: AccountCtx, search: Partial<Parameters<typeof searchRequests>[1]> = {}) =>
  (await searchRequests(ctx, { limit: 50, ...search })).items.map(({ operation }) => operation);

describe("the request log", () => {
  test("is filtered by what was asked, how it ended, by which key and when", async () => {
    const { ctx } = await newTraffic();
    expect(await operationsOf(ctx)).toEqual(["POST /orders", "POST /orders", "GET /packages"]);
    expect(await operationsOf(ctx, { kind: "refused" })).toEqual(["POST /orders"]);
    expect(await operationsOf(ctx, { method: "POST" })).toHaveLength(2);
    expect(await operationsOf(ctx, { idempotency: "refused" })).toEqual(["POST /orders"]);
    expect(await operationsOf(ctx, { operation: "GET /packages" })).toEqual(["GET /packages"]);
    expect(await operationsOf(ctx, { code: "validation_error" })).toHaveLength(1);
    expect(await operationsOf(ctx, { code: "conflict" })).toEqual([]);
    expect(await operationsOf(ctx, { from: new Date(Date.now() + 60_000) })).toEqual([]);
    const { keys, operations, codes } = await listRequestChoices(ctx);
    expect(operations).toEqual(["GET /packages", "POST /orders"]);
    expect(codes).toEqual(["validation_error"]);
    expect(await operationsOf(ctx, { key: keys[0]!.prefix })).toHaveLength(3);
    expect(await operationsOf(ctx, { key: keys[0]!.prefix, method: "GET" })).toEqual(["GET /packages"]);
    expect(await operationsOf(ctx, { operation: "POST /orders", method: "POST" })).toHaveLength(2);
    expect(await operationsOf(ctx, { operation: "POST /orders", method: "GET" })).toEqual([]);
    expect(await operationsOf(ctx, { key: "svc_test_nobodys0" })).toEqual([]);
  });

  test("says which key is nearest to a limit of its own, and of which", async () => {
    const { ctx, code } = await newTraffic();
    const { prisma } = database();
    const { id: accountId } = ctx.account;
    const { id, publicId } = await prisma.apiKey.findFirstOrThrow({ where: { accountId } });
    // Whatever minute it was, or two.
    await prisma.keyUsage.deleteMany({ where: { keyId: id } });
    const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000);
    const used = { minute, requests: 9, errors: 8, durationMs: 9 };
    await prisma.keyUsage.create({ data: { ...used, keyId: id, counted: 3 } });
    expect(await readQuotaUse(ctx)).toEqual({ key: "test", per: "minute", used: 3, limit: 1_200 });
    await prisma.account.update({ where: { id: accountId }, data: { rateDay: 4 } });
    expect(await readQuotaUse(ctx)).toEqual({ key: "test", per: "day", used: 3, limit: 4 });
    // Another key may have a limit of its own; one that has ended is refused for more than that.
    await newKey(code);
    const other = { accountId, publicId: { not: publicId } };
    await prisma.apiKey.updateMany({ where: other, data: { name: "other", rateMinute: 1 } });
    const { id: keyId } = await prisma.apiKey.findFirstOrThrow({ where: other });
    await prisma.keyUsage.create({ data: { ...used, keyId, counted: 1 } });
    expect(await readQuotaUse(ctx)).toEqual({ key: "other", per: "minute", used: 1, limit: 1 });
    await prisma.apiKey.updateMany({ where: other, data: { revokedAt: new Date() } });
    expect(await readQuotaUse(ctx)).toEqual({ key: "test", per: "day", used: 3, limit: 4 });
    expect(await readQuotaUse(await enter((await newAccount()).code))).toBeNull();
  });

  test("keeps a request that was answered with nothing, also when it is written alone", async () => {
    const { code } = await newAccount();
    const key = await newKey(code);
    const ask = async (headers: Record<string, string> = {}) => {
      const got = await direct.send({ method: "GET", path: "/packages?limit=1", key, headers });
      await flushRequestLog(database());
      return got;
    };
    expect((await ask({ "If-None-Match": "*" })).status).toBe(304);
    const ctx = await enter(code, "test");
    const [kept] = (await searchRequests(ctx, { limit: 50 })).items;
    expect(await findRequest(ctx, kept!.requestId)).toMatchObject({ status: 304, answer: "" });
  });

  test("is read page by page without a gap or a repetition, also where times are equal", async () => {
    const { ctx } = await newTraffic();
    await database().query(sql`update api_requests set created_at = now() where account_id = ${ctx.account.id}`);
    const seen: number[] = [];
    for (let beforeId: number | undefined; ; ) {
      const page = await searchRequests(ctx, { limit: 1, beforeId });
      seen.push(...page.items.map(({ id }) => id));
      if (!page.hasMore) break;
      beforeId = page.nextCursor!;
    }
    expect(seen).toHaveLength(3);
    expect(new Set(seen).size).toBe(3);
  });

  test("shows what was sent, why it was refused and what it made", async () => {
    const { ctx, order, refused, packageId } = await newTraffic();
    const wrong = (await findRequest(ctx, refused.meta.request_id))!;
    expect(wrong).toMatchObject({ status: 422, code: "validation_error", related: [] });
    expect(wrong.message).toBe(refused.error.message);
    expect(JSON.parse(wrong.body!)).toEqual({ package_id: packageId, quantity: 99 });
    const [placed] = (
      await searchRequests(ctx, { limit: 1, operation: "POST /orders", method: "POST", beforeId: wrong.id })
    ).items;
    const right = (await findRequest(ctx, placed!.requestId))!;
    expect(right.related).toMatchObject([{ kind: "order", id: order.id, made: true }]);
  });

  test("shows headers, idempotency key and answer, by which a request is found and repeated; nothing that opens anything is kept", async () => {
    const { code } = await newAccount({ wallet: 100 });
    const key = await newKey(code, "test");
    const { packageId } = await newPackage();
    const send = (method: string, path: string, body?: object) =>
      direct.send({
        ...{ method, path, key, body, peer: "198.51.100.77" },
        headers: {
          "Idempotency-Key": "shop-1",
          Cookie: "session=canary",
          "X-Shop-Token": "canary",
          "User-Agent": "shop/1",
        },
      });
    const ordered = await send("POST", "/orders", { package_id: packageId, quantity: 2 });
    const again = await send("POST", "/orders", { package_id: packageId, quantity: 2 });
    const { profiles, reference } = ordered.json.data;
    const webhook = await send("POST", "/webhooks", { url: "https://93.184.216.34/hook", events: ["*"] });
    const [read] = [
      await send("GET", `/orders/${reference}?api_key=${key}`),
      await send("GET", `/esims/${profiles[0].iccid}`),
    ];
    await send("POST", "/quotes", { package_id: packageId, quantity: 1, [key]: `mine is ${key}` });
    await flushRequestLog(database());

    const rows = await database().query<{ all: string }>(sql`
      select concat(r, x) as all from api_requests r join api_exchanges x on x.id = r.id join accounts a on a.id = r.account_id where a.code = ${code}`);
    expect(rows).toHaveLength(6);
    const kept = rows.map((row) => row.all).join();
    const opens = [key.slice(17), webhook.json.data.secret, "canary"];
    for (const { activation_code, smdp_address } of profiles)
      opens.push(activation_code, activation_code.split("$")[2], smdp_address);
    for (const secret of opens) expect(kept).not.toContain(secret);

    const ctx = await enter(code, "test");
    const found = (await findRequest(ctx, again.json.meta.request_id))!;
    expect(found).toMatchObject({ idempotencyKey: "shop-1", ip: "198.51.100.77" });
    expect(Object.fromEntries(found.headers!)).toMatchObject({
      authorization: `Bearer ${key.slice(0, 17)}•••`,
      "user-agent": "shop/1",
      cookie: "•••",
    });
    expect(JSON.parse(found.answer!).data).toMatchObject({ reference, activation_code: "•••" });
    // The repetition made nothing: it leads to what the first one made, as does whoever asks for it.
    const order = { kind: "order", made: false, id: ordered.json.data.id };
    expect(found.related).toMatchObject([order]);
    expect((await findRequest(ctx, read.json.meta.request_id))!.related).toMatchObject([order]);
    expect(
      (await searchRequests(ctx, { limit: 9, address: "198.51.100.77", idempotency: "shop-1" })).items,
    ).toHaveLength(6);
    expect((await searchRequests(ctx, { limit: 9, address: "198.51.100.78" })).items).toEqual([]);
  });

  test("counts what was refused by code and operation in a period, of nobody else", async () => {
    const { ctx, packageId, code } = await newTraffic();
    const api = caller(await newKey(code, "test"));
    for (const quantity of [0, 99]) await api.post("/quotes", { package_id: packageId, quantity });
    await api.get("/orders/B2B-999999999");
    await flushRequestLog(database());
    const stranger = await newTraffic();
    const refused = (errors: Awaited<ReturnType<typeof listRequestErrors>>) =>
      errors.map(({ code, operation, requests }) => `${requests} ${code} ${operation}`);
    expect(refused(await listRequestErrors(ctx, {}))).toEqual([
      "2 validation_error POST /quotes",
      "1 resource_not_found GET /orders/{reference}",
      "1 validation_error POST /orders",
    ]);
    expect(await listRequestErrors(ctx, { from: new Date(Date.now() + 60_000) })).toEqual([]);
    expect(refused(await listRequestErrors(stranger.ctx, {}))).toEqual(["1 validation_error POST /orders"]);
    expect(await listRequestErrors(await enter(code, "live"), {})).toEqual([]);
  });

  test("is kept for 90 days, with what was sent and answered", async () => {
    const { ctx } = await newTraffic();
    const rows = await ctx.db.prisma.apiRequest.findMany({
      where: { accountId: ctx.account.id },
      select: { id: true },
    });
    const kept = () => ctx.db.prisma.apiExchange.count({ where: { id: { in: rows.map(({ id }) => id) } } });
    await endPartitions(["api_requests", "api_exchanges"], "api_requests_id_seq");
    await keepDaysLater(89);
    expect(await kept()).toBe(3);
    await keepDaysLater(91);
    expect(await kept()).toBe(0);
    expect(await operationsOf(ctx)).toEqual([]);
  });

  test("is another's, or of the other environment, to nobody", async () => {
    const { refused, code } = await newTraffic("test");
    const stranger = await newTraffic("test");
    expect(await findRequest(stranger.ctx, refused.meta.request_id)).toBeNull();
    expect(await findRequest(await enter(code, "live"), refused.meta.request_id)).toBeNull();
    expect(await operationsOf(await enter(code, "live"))).toEqual([]);
    expect((await searchRequests(stranger.ctx, { limit: 9, search: refused.meta.request_id })).items).toEqual([]);
  });

  test("reads a page of a long log through an index, whatever the filter", async () => {
    const { ctx } = await newTraffic();
    const [key] = await database().query<{ id: number }>(sql`
      select key_id as id from api_requests where account_id = ${ctx.account.id} limit 1`);
    await database().query(sql`
      insert into api_requests (request_id, account_id, environment, key_id, method, path, operation, status, code, duration_ms, ip, created_at)
      select 'req_bulk' || n, ${ctx.account.id}, 'test', ${key!.id}, 'GET', '/api/v1/packages', 'GET /packages', 200, null, 1, '203.0.113.1',
             now() - n * interval '1 second'
        from generate_series(1, 60000) n`);
    await database().query(sql`analyze api_requests`);
    const { keys } = await listRequestChoices(ctx);
    const deep = await searchRequests(ctx, { limit: 1, search: "req_bulk50000" });
    const searches = [
      {},
      { kind: "refused" as const },
      { method: "POST" as const },
      { address: "198.51.100.1" },
      { idempotency: "refused" },
      { code: "validation_error" },
      { operation: "POST /orders" },
      { key: keys[0]!.prefix },
      { from: new Date(Date.now() - 50_000_000), to: new Date(Date.now() - 40_000_000) },
      { beforeId: deep.items[0]!.id },
      { search: "req_bulk59999" },
    ];
    for (const search of searches) {
      const plan = await explain(() => searchRequests({ ...ctx, db: explaining(ctx) }, { limit: 50, ...search }));
      // Of the partitions those without rows are read so.
      expect(plan, JSON.stringify(search)).not.toMatch(/Seq Scan on api_requests.*actual rows=[1-9]/);
      const visited = [...plan.matchAll(/actual rows=([\d.]+)/g)].map(([, rows]) => Number(rows));
      expect(Math.max(...visited), `${JSON.stringify(search)}\n${plan}`).toBeLessThan(200);
    }
  });
});

let explained = "";
const explain = async (work: () => Promise<unknown>) => {
  await work();
  return explained;
};

/** A database that explains what it is asked. */
const explaining = (ctx: AccountCtx): AccountCtx["db"] => ({
  ...ctx.db,
  prisma: ctx.db.prisma,
  query: async <Row>(statement: { text: string; values: unknown[] }) => {
    const rows = await ctx.db.query<Record<string, string>>({
      text: `explain (analyze, timing off) ${statement.text}`,
      values: statement.values,
      name: "",
    });
    explained = rows.map((row) => row["QUERY PLAN"]).join("\n");
    return [] as Row[];
  },
});
