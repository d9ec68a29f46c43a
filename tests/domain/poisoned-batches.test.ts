import { describe, expect, onTestFinished, test } from "vitest";
import { syncCatalog } from "#server/domain/catalogue/catalog/index.ts";
import { connectSupplier } from "#server/domain/catalogue/suppliers/index.ts";
import { bookAttempts, type MadeAttempt } from "#server/domain/messaging/webhooks/book-attempts.ts";
import { raiseNotifications } from "#server/domain/record/notifications/index.ts";
import {
  type ApiRequestRecord,
  flushRequestLog,
  recordRequest,
} from "#server/domain/reseller/request-log/record-request.ts";
import { changeEsimsLearned } from "#server/domain/selling/esims/change-esims.ts";
import { type Esim, getEsim, nextState } from "#server/domain/selling/esims/index.ts";
import { type OrderRequestRow, placeTogether } from "#server/domain/selling/orders/place-together.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { newEventId, ulid } from "#server/kernel/ids.ts";
import { direct } from "#tests/support/api.ts";
import { cannedSupplier } from "#tests/support/canned-supplier.ts";
import { deliveredOrder } from "#tests/support/delivered-order.ts";
import { announce, deliveriesOf, newEndpoint, sampleData } from "#tests/support/webhooks.ts";
import { enter, newAccount, newKey, newPackage, system } from "#tests/support/world.ts";

/** What one of many may hold: text that PostgreSQL refuses, numbers that no column keeps, a time beyond all. */
const POISONS = ["\0", "a\ud800b", 1e300, new Date(8.64e15)];

/** Each field of a record, poisoned in every way. */
const poisoned = <T extends object>(good: () => T): T[] =>
  Object.keys(good()).flatMap((field) => POISONS.map((poison) => ({ ...good(), [field]: poison }) as T));

const db = database();
overrideEnv({ webhookAllowedOrigins: ["http://127.0.0.1:4811"] });

async function usageOf(accountId: number) {
  return one(
    await db.query<{ requests: number; counted: number; usedKeys: number; messages: string | null }>(sql`
      select (select count(*) from api_requests r where r.account_id = k.account_id) as requests,
             (select coalesce(sum(u.counted), 0)::int from key_usage u join api_keys i on i.id = u.key_id where i.account_id = k.account_id) as counted,
             count(*) filter (where last_used_at is not null) as used_keys,
             (select string_agg(message, ' ') from api_requests r where r.account_id = k.account_id) as messages
        from api_keys k where k.account_id = ${accountId} group by account_id`),
  );
}

describe("one of many that the database refuses harms no other", () => {
  test("requests: a body with a NUL or half a character costs nobody's log, quota or last use, not even its sender's", async () => {
    const [honest, hostile] = [await newAccount(), await newAccount()];
    const [key, hostileKey] = [await newKey(honest.code), await newKey(hostile.code)];
    const bodies = [
      '{"package_id":"x","a\\u0000":1}',
      '{"package_id":"x","\\ud800":1}',
      '{"package_id":"\\ud800\\u0000"}',
    ];
    for (const body of bodies) {
      await direct.send({ method: "GET", path: "/account", key });
      await direct.send({ method: "POST", path: "/quotes", key: hostileKey, body });
      await direct.send({ method: "GET", path: "/account", key });
    }
    await flushRequestLog(db);
    expect(await usageOf(honest.id)).toMatchObject({ requests: 6, counted: 6, usedKeys: 1 });
    expect(await usageOf(hostile.id)).toMatchObject({ requests: 3, counted: 3, usedKeys: 1 });
    expect((await usageOf(hostile.id)).messages).toContain('"a\ufffd"');
  });

  test("requests: whatever a record holds, the records beside it are written", async () => {
    const { id, code } = await newAccount();
    await newKey(code);
    const [key] = await db.query<{ id: number }>(sql`select id from api_keys where account_id = ${id}`);
    const record = (requestId: string): ApiRequestRecord => ({
      requestId,
      accountId: id,
      environment: "test",
      keyId: key!.id,
      method: "GET",
      path: "/",
      operation: "GET /",
      status: 200,
      code: null,
      durationMs: 1,
      ip: "::1",
      counted: true,
      body: "{}",
      message: "",
      idempotencyKey: "k",
      headers: [["a", "b"]],
      answer: "{}",
      createdAt: new Date(),
    });
    const bad = poisoned(() => record("bad"));
    for (const one of bad) {
      recordRequest(db, one);
      recordRequest(db, record("good"));
    }
    await flushRequestLog(db);
    const [written] = await db.query<{ n: number }>(
      sql`select count(*) as n from api_requests where account_id = ${id} and request_id = 'good' and path = '/'`,
    );
    expect(written!.n).toBeGreaterThanOrEqual(bad.length);
  });

  test("orders: whatever one holds, those that were placed with it are placed", async () => {
    const { id: accountId, code } = await newAccount({ wallet: 100_000 });
    await enter(code);
    const { id: packageId } = await newPackage();
    const row = (): OrderRequestRow => ({
      id: -(2 ** 46),
      account_id: accountId,
      environment: "live",
      operation: "POST /orders",
      idempotency_key: ulid(),
      fingerprint: "00".repeat(32),
      response: "{}",
      client_reference: ulid(),
      status: "queued",
      package_id: packageId,
      package_name: "TR",
      product_key: "local:TR:5120mb:30d",
      quantity: 1,
      unit_price: "5.0000",
      total_amount: "5.0000",
      currency: "USD",
      supplier_code: "esimaccess",
      unit_cost_usd: "4.0000",
      unit_base_usd: "4.5000",
      request_id: "r",
      at: new Date(),
      event_id: newEventId(),
      event_type: "order.created",
      event_data: sampleData("order.created"),
      esims: null,
      traceparent: null,
    });
    const place = (made: OrderRequestRow) => placeTogether(db, { accountId, claims: [ulid()], request: () => made });
    const bad = poisoned(row).map((made) => place(made).catch(() => null));
    const good = await Promise.all(Array.from({ length: 60 }, () => place(row())));
    expect(new Set(good.map(({ outcome }) => outcome))).toEqual(new Set(["placed"]));
    await Promise.all(bad);
    // What was poisoned in an event is nothing that the document describes.
    await db.query(sql`delete from events where account_id = ${accountId}`);
  });

  test("reports: whatever a supplier says of one eSIM, the others of its batch are brought up to date", async () => {
    const ctx = await enter((await newAccount()).code);
    const { packageId } = await newPackage();
    const at = new Date();
    const read = async (): Promise<Esim> => await getEsim(ctx, (await deliveredOrder(ctx, packageId)).iccid);
    const report = (esim: Esim) => ({ ...nextState(esim, { usedBytes: 77, apn: "net", eid: "1" }, at) });
    const bad = await read();
    const changes = [];
    for (const state of poisoned(() => report(bad)))
      changes.push({ esim: bad, state, source: "supplier" as const, at });
    for (let i = 0; i < changes.length; i += 12) {
      const good = [await read(), await read()];
      const batch = changes.slice(i, i + 12).map((change) => ({ ...change }));
      const around = good.map((esim) => ({ esim, state: report(esim), source: "supplier" as const, at }));
      const changed = await changeEsimsLearned(db, [around[0]!, ...batch, around[1]!]);
      expect(good.every(({ id }) => changed.has(id))).toBe(true);
    }
  });

  test("deliveries: whatever one attempt came to, the others are booked", async () => {
    const endpoint = await newEndpoint("http://127.0.0.1:4811/hook");
    const attempt = (deliveryId: number): MadeAttempt => ({
      delivery_id: deliveryId,
      endpoint_id: endpoint.id,
      headers: { a: "b" },
      http_status: 200,
      response: "fine",
      error: null,
      duration_ms: 3,
      next_attempt_at: null,
      at: new Date(),
    });
    const fields = poisoned(() => attempt(0)).filter((bad) => bad.endpoint_id === endpoint.id);
    await announce(endpoint.ctx, 2 * fields.length);
    const deliveries = await deliveriesOf(endpoint.ctx);
    const made = fields.flatMap((bad, i) => [
      bad.delivery_id === 0 ? { ...bad, delivery_id: deliveries[2 * i]!.id } : bad,
      attempt(deliveries[2 * i + 1]!.id),
    ]);
    await bookAttempts(system(), made);
    const after = await deliveriesOf(endpoint.ctx);
    expect(after.filter((_, i) => i % 2 === 1).every(({ status }) => status === "delivered")).toBe(true);
  });

  test("catalogue: a package that cannot be kept is refused by name, the others are taken over", async () => {
    const item = (id: string, more: object = {}) => ({
      id,
      title: id,
      net_price: "5.00",
      amount: 1024,
      day: 7,
      ...more,
    });
    const bad = [
      item("nearly-free", { net_price: "0.00001" }),
      item("priceless", { net_price: 1e200 }),
      item("endless", { amount: 1e200 }),
      item("nul\0"),
      item("half\ud800"),
      item("titled", { title: "a\0" }),
    ];
    const packages = bad.flatMap((one, i) => [item(`good-${i}`), one]);
    const operator = { title: "Op", plan_type: "data", rechargeability: true, packages };
    const place = { slug: "turkey", title: "Turkey", country_code: "TR", operators: [operator] };
    const supplier = await cannedSupplier(({ path }) =>
      path === "/v2/token"
        ? { data: { token_type: "Bearer", expires_in: 1000, access_token: "t" } }
        : { data: [place], meta: { current_page: 1, last_page: 1 } },
    );
    const before = env().suppliers;
    onTestFinished(() => {
      supplier.close();
      overrideEnv({ suppliers: before });
    });
    overrideEnv({ suppliers: { ...before, airalo: { url: supplier.url, client_id: "c", client_secret: "s" } } });
    expect(await syncCatalog(system(), "airalo")).toMatchObject({ added: bad.length, refused: bad.length });
    const [pull] = await db.query<{ message: string }>(
      sql`select message from catalog_pulls where supplier_code = 'airalo' order by id desc limit 1`,
    );
    expect(pull!.message).toMatch(/priceless|nearly-free|endless|nul|half|titled/);
  });

  test("evidence and notices: text that somebody else wrote is kept as far as it can be", async () => {
    const supplier = await cannedSupplier(() => ({
      status: 200,
      text: '{"success":false,"errorCode":"\0","a":"\\ud800"}',
    }));
    const before = env().suppliers;
    onTestFinished(() => {
      supplier.close();
      overrideEnv({ suppliers: before });
    });
    overrideEnv({ suppliers: { ...before, esimaccess: { url: supplier.url, access_code: "c" } } });
    const connection = await connectSupplier(system(), "esimaccess", { reference: "poisoned" });
    await connection.balance();
    await connection.flush();
    const calls = await db.query<{ response: string }>(
      sql`select response from supplier_calls where reference = 'poisoned'`,
    );
    expect(calls).toHaveLength(1);
    expect(calls[0]!.response).toContain("\ufffd");
    const { id: accountId } = await newAccount();
    const notice = { accountId, environment: "live", kind: "balance.low", occasion: "o" } as const;
    const raised = await raiseNotifications(db, new Date(), [
      { ...notice, subject: "a", text: "fine" },
      { ...notice, subject: "b\0", text: "half \ud800" },
    ]);
    expect(raised).toHaveLength(2);
  });
});
