import pg from "pg";
import { describe, expect, test } from "vitest";
import { presentOrder } from "#server/api/v1/orders/order.wire.ts";
import { withdrawPackage } from "#server/domain/catalogue/catalog/index.ts";
import { setAccountMarkup } from "#server/domain/catalogue/pricing/index.ts";
import { setSupplierOpen } from "#server/domain/catalogue/suppliers/index.ts";
import { fundWallet, listEntries } from "#server/domain/money/ledger/index.ts";
import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { getOrder } from "#server/domain/selling/orders/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { ulid } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import { recordTime } from "#server/kernel/time.ts";
import { dataOf, direct } from "#tests/support/api.ts";
import { newAccount, newKey, newPackage, system } from "#tests/support/world.ts";

const { code } = await newAccount({ wallet: 10_000, markup: 25 });
const [test_, live] = [await newKey(code), await newKey(code, "live")];
const { packageId } = await newPackage({ costUsd: 4 });

const order = (body: object, { key = test_, idempotencyKey = ulid() as string | string[] | null } = {}) =>
  direct.send({
    method: "POST",
    path: "/orders",
    key,
    headers: idempotencyKey === null ? {} : { "Idempotency-Key": idempotencyKey },
    body,
  });
const get = async (path: string, key = test_) => dataOf(await direct.send({ method: "GET", path, key }));

describe("POST /orders", () => {
  test("answers a test order with its profiles, and GET shows the same", async () => {
    const placed = dataOf(await order({ package_id: packageId, quantity: 2, client_reference: "shop-1" }));
    expect(placed).toMatchObject({
      reference: `B2B-${placed.id}`,
      client_reference: "shop-1",
      status: "delivered",
      requested_quantity: 2,
      delivered_quantity: 2,
      unit_price: 5,
      total_amount: 10,
      currency: "USD",
      iccid: placed.profiles[0].iccid,
      activation_code: placed.profiles[0].activation_code,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    expect(placed.profiles).toHaveLength(2);
    expect(await get(`/orders/${placed.reference}`)).toEqual(placed);
  });

  test("answers a live order as queued, without profiles", async () => {
    const placed = dataOf(await order({ package_id: packageId }, { key: live }));
    expect(placed).toMatchObject({
      status: "queued",
      delivered_quantity: 0,
      profiles: [],
      iccid: null,
      activation_code: null,
    });
    expect(await get(`/orders/${placed.reference}`, live)).toEqual(placed);
  });

  test.each([
    [{}, "package_id"],
    [{ package_id: packageId, quantity: 0 }, "quantity"],
    [{ package_id: packageId, quantity: 51 }, "quantity"],
    [{ package_id: packageId, quantity: "1" }, "quantity"],
    [{ package_id: packageId, client_reference: "x".repeat(129) }, "client_reference"],
    [{ package_id: packageId, client_reference: "a\0b" }, "client_reference"],
    [{ package_id: packageId, client_reference: null }, "client_reference"],
    [{ package_id: packageId, max_unit_price: "5" }, "max_unit_price"],
    [{ package_id: packageId, max_unit_price: -1 }, "max_unit_price"],
    [{ package_id: packageId, max_total_amount: 1e300 }, "max_total_amount"],
    [{ package_id: packageId, max_unit_prise: 5 }, "max_unit_prise"],
    [{ package_id: packageId, test_scenario: "other" }, "test_scenario"],
  ])("refuses %j and names the field", async (body, field) => {
    const { json } = await order(body);
    expect(json.error).toMatchObject({
      code: "validation_error",
      details: { field },
      message: expect.stringContaining(field),
    });
  });

  test("requires an Idempotency-Key of at most 128 characters, sent once", async () => {
    for (const idempotencyKey of [null, "", "x".repeat(129), ["a", "b"]])
      expect((await order({ package_id: packageId }, { idempotencyKey })).json.error).toMatchObject({
        code: "validation_error",
        details: { field: "Idempotency-Key" },
      });
    expect((await order({ package_id: packageId }, { idempotencyKey: "x".repeat(128) })).status).toBe(200);
  });

  test("plays the empty wallet for a test key, and refuses the scenario for a live key", async () => {
    const body = { package_id: packageId, test_scenario: "insufficient_balance" };
    expect((await order(body)).json.error).toMatchObject({
      code: "insufficient_balance",
      details: { context: "order", required_amount: 5, shortfall: 5 },
    });
    expect((await order(body, { key: live })).json.error).toMatchObject({
      code: "validation_error",
      details: { field: "test_scenario" },
    });
  });
});

describe("an Idempotency-Key", () => {
  test("repeated with the same body gives the first answer again, byte for byte, whatever has happened since", async () => {
    const item = await newPackage({ costUsd: 4 });
    const body = { package_id: item.packageId, quantity: 1, max_unit_price: 5 };
    const first = await order(body, { key: live, idempotencyKey: "replay" });
    expect(first.headers["idempotent-replayed"]).toBeUndefined();
    await setAccountMarkup(system(), code, money(90));
    const dearer = await order(
      { max_unit_price: 5, quantity: 1, package_id: item.packageId },
      { key: live, idempotencyKey: "replay" },
    );
    await withdrawPackage(system(), item.packageId);
    const withdrawn = await order(body, { key: live, idempotencyKey: "replay" });
    await setSupplierOpen(system(), "esimaccess", false);
    const closed = await order(body, { key: live, idempotencyKey: "replay" });
    await setSupplierOpen(system(), "esimaccess", true);
    await setAccountMarkup(system(), code, money(25));
    for (const repeat of [dearer, withdrawn, closed]) {
      expect(repeat.status).toBe(200);
      expect(repeat.headers["idempotent-replayed"]).toBe("true");
      expect(JSON.stringify(repeat.json.data)).toBe(JSON.stringify(first.json.data));
      expect(repeat.json.meta.request_id).not.toBe(first.json.meta.request_id);
    }
    expect((await order({ ...body, quantity: 2 }, { key: live, idempotencyKey: "replay" })).json.error).toMatchObject({
      code: "conflict",
    });
  });

  test("is free again after a refusal, and belongs to one environment and account", async () => {
    expect(
      (await order({ package_id: packageId, max_unit_price: 1 }, { idempotencyKey: "shared" })).json.error.code,
    ).toBe("price_changed");
    expect((await order({ package_id: "no-such" }, { idempotencyKey: "shared" })).json.error.code).toBe(
      "package_not_found",
    );
    const [a, b] = [
      await order({ package_id: packageId }, { idempotencyKey: "shared" }),
      await order({ package_id: packageId }, { key: live, idempotencyKey: "shared" }),
    ];
    const other = await newAccount();
    const c = await order({ package_id: packageId }, { key: await newKey(other.code), idempotencyKey: "shared" });
    expect(new Set([a, b, c].map((answer) => dataOf(answer).id)).size).toBe(3);
  });
});

describe("GET /orders", () => {
  test("lists newest first, by page and by status, in the list's shape", async () => {
    const account = await newAccount({ wallet: 100 });
    const [sandbox, own] = [await newKey(account.code), await newKey(account.code, "live")];
    for (let i = 0; i < 5; i++) await order({ package_id: packageId, client_reference: `r${i}` }, { key: sandbox });
    await order({ package_id: packageId }, { key: own });
    const first = await get("/orders?limit=2", sandbox);
    expect(first.items.map((item: { client_reference: string }) => item.client_reference)).toEqual(["r4", "r3"]);
    expect(Object.keys(first.items[0]).sort()).toEqual([
      "client_reference",
      "created_at",
      "currency",
      "iccid",
      "id",
      "package_name",
      "reference",
      "status",
      "total_amount",
      "unit_price",
    ]);
    expect(first.items[0].iccid).toMatch(/^89\d{17}$/);
    const second = await get(`/orders?limit=2&before_id=${first.pagination.next_cursor}`, sandbox);
    const third = await get(`/orders?limit=2&before_id=${second.pagination.next_cursor}`, sandbox);
    expect(third).toMatchObject({
      items: [{ client_reference: "r0" }],
      pagination: { limit: 2, next_cursor: null, has_more: false },
    });
    expect((await get("/orders?status=delivered", sandbox)).items).toHaveLength(5);
    for (const status of ["created", "queued", "failed", "refunded"])
      expect((await get(`/orders?status=${status}`, sandbox)).items).toEqual([]);
    expect((await get("/orders?status=queued", own)).items).toHaveLength(1);
    expect((await get(`/orders?before_id=${Number.MAX_SAFE_INTEGER}`, sandbox)).items).toHaveLength(5);
    expect((await direct.send({ method: "GET", path: "/orders?status=done", key: own })).json.error).toMatchObject({
      code: "validation_error",
      details: { field: "status" },
    });
  });

  test("says of each order in the list what it says of the order, whatever the reference holds", async () => {
    const key = await newKey((await newAccount({ wallet: 100 })).code, "live");
    for (const client_reference of ['"quoted" \\ {"id":1}', "Zürich 😀 – 東京", "</script>'", undefined])
      await order({ package_id: packageId, client_reference }, { key });
    const { items } = await get("/orders", key);
    expect(items.map((item: { client_reference: string | null }) => item.client_reference)).toEqual([
      null,
      "</script>'",
      "Zürich 😀 – 東京",
      '"quoted" \\ {"id":1}',
    ]);
    for (const item of items) expect(await get(`/orders/${item.reference}`, key)).toMatchObject(item);
  });

  test("writes an order where it is read byte for byte as it is written when it is placed, with all its profiles", async () => {
    const account = await newAccount({ wallet: 1_000, markup: 7 });
    const { packageId: odd } = await newPackage({ costUsd: 3.3333 });
    for (const environment of ["test", "live"] as const) {
      const key = await newKey(account.code, environment);
      const ctx = await enterAccount(system(), account.code, environment);
      for (const [quantity, client_reference] of [[3, '"quoted" \\ 😀'], [1]] as const) {
        const placed = dataOf(await order({ package_id: odd, quantity, client_reference }, { key }));
        expect(JSON.stringify(await get(`/orders/${placed.reference}`, key))).toBe(JSON.stringify(placed));
        await database().query(sql`
          update esims set imsi = null, status = 'installed', installation_status = 'installed' where order_id = ${placed.id} and status = 'ready'`);
        expect(JSON.stringify(await get(`/orders/${placed.reference}`, key))).toBe(
          JSON.stringify(presentOrder(await getOrder(ctx, placed.reference))),
        );
      }
    }
  });

  test("ends each page where the next one begins, whatever its size", async () => {
    const account = await newAccount();
    const key = await newKey(account.code, "live");
    for (let i = 0; i < 51; i++) await fundWallet(system(), account.code, money(`${i}.5`));
    const { items: all } = await get("/account/ledger?limit=100", key);
    expect(all).toHaveLength(51);
    for (const limit of [1, 25, 26, 50, 51, 100]) {
      const page = await get(`/account/ledger?limit=${limit}`, key);
      const more = limit < 51;
      expect(page).toEqual({
        items: all.slice(0, limit),
        pagination: { limit, next_cursor: more ? all[limit - 1].id : null, has_more: more },
      });
    }
    const ctx = await enterAccount(system(), account.code, "live");
    const entries = (await listEntries(ctx, { limit: 100 })).items;
    expect(all).toEqual(
      entries.map(({ id, type, currency, description, ...entry }) => ({
        id,
        reference: `LED-${id}`,
        type,
        amount: entry.amount.toNumber(),
        currency,
        balance_before: entry.balanceBefore.toNumber(),
        balance_after: entry.balanceAfter.toNumber(),
        description,
        created_at: recordTime(entry.createdAt),
      })),
    );
  });

  test.each(["B2B-0", "B2B-999999999", "B2B-1e3", "b2b-1", "LED-1", "1", "B2B-99999999999999999999", "B2B--1"])(
    "finds no order under %s",
    async (reference) => {
      const got = await direct.send({ method: "GET", path: `/orders/${reference}`, key: test_ });
      expect(got.json.error.code).toBe("resource_not_found");
    },
  );
});

describe("database round trips", () => {
  /** The fewest of some tries, once everything has been loaded: what this process asks by itself meanwhile is none of the work's. */
  const counted = async (work: () => Promise<unknown>) => {
    await work();
    const counts: number[] = [];
    for (let i = 0; i < 5; i++) counts.push(await countedOnce(work));
    return Math.min(...counts);
  };

  /** Messages that the driver waits for while the work is done. What is sent behind another is one with it. */
  const countedOnce = async (work: () => Promise<unknown>) => {
    const { query } = pg.Client.prototype;
    let waits = 0;
    const waiting = new Set<pg.Client>();
    pg.Client.prototype.query = function (this: pg.Client, ...args: Parameters<typeof query>) {
      if (!waiting.has(this)) waits++;
      const answer: unknown = query.apply(this, args);
      if (answer instanceof Promise) waiting.add(this);
      return answer instanceof Promise ? answer.finally(() => waiting.delete(this)) : answer;
    } as typeof query;
    await work();
    pg.Client.prototype.query = query;
    return waits;
  };

  test("are at most 3 for an order and 2 for a read", async () => {
    const { reference } = dataOf(await order({ package_id: packageId }));
    expect(await counted(() => order({ package_id: packageId }, { key: live }))).toBeLessThanOrEqual(3);
    for (const path of [
      `/orders/${reference}`,
      "/orders",
      "/packages",
      `/packages/${packageId}`,
      "/countries",
      "/regions",
      "/account",
      "/account/balance",
      "/account/ledger",
      "/webhooks",
      "/health/ready",
      "/meta/capabilities",
    ])
      expect(await counted(() => direct.send({ method: "GET", path, key: test_ })), path).toBeLessThanOrEqual(2);
    expect(
      await counted(() =>
        direct.send({ method: "POST", path: "/quotes", key: test_, body: { package_id: packageId } }),
      ),
    ).toBeLessThanOrEqual(2);
    expect(await counted(() => direct.send({ method: "GET", path: "/health" }))).toBe(0);
    expect(await counted(() => direct.send({ method: "GET", path: "/account", key: `${test_.slice(0, -1)}~` }))).toBe(
      0,
    );
  });
});
