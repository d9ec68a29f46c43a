import { beforeAll, describe, expect, test } from "vitest";
import { withdrawPackage } from "#server/domain/catalogue/catalog/index.ts";
import { setSupplierOpen } from "#server/domain/catalogue/suppliers/index.ts";
import { settleActions } from "#server/domain/selling/actions/index.ts";
import { listActions } from "#server/domain/selling/actions/read-actions.ts";
import { database, sql } from "#server/kernel/db.ts";
import { ulid } from "#server/kernel/ids.ts";
import { dataOf } from "#tests/support/api.ts";
import { type Caller, caller, count, eventsOf, live } from "#tests/support/caller.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { newAccount, newKey, newPackage, system } from "#tests/support/world.ts";

const supplier = await simulatedSupplier();

type Option = { package_code: string; name: string; data_mb: number; duration_days: number; price: number };

/** An account with a delivered eSIM of a package that can be topped up. */
async function setUp(environment: "test" | "live", wallet = 1_000) {
  const { code } = await newAccount({ wallet });
  const api = caller(await newKey(code, environment));
  const [item] = (await api.read("/packages?country=TR&type=local&unlimited=false&limit=100")).items.filter(
    (candidate: { topup_supported: boolean; data: { per_day: boolean } }) =>
      candidate.topup_supported && !candidate.data.per_day,
  );
  const { reference } = await api.order(item.package_id);
  // Top-ups are settled by the tests themselves.
  await database().query(sql`delete from outbox_jobs where job = 'settle-action'`);
  await runJobsUntil(async () => (await api.read(`/orders/${reference}`)).status === "delivered");
  const { iccid } = await api.read(`/orders/${reference}`);
  const { items } = await api.read(`/esims/${iccid}/topup-options`);
  return { code, api, reference, iccid: iccid as string, options: items as Option[], spent: item.price as number };
}

const debits = async (api: Caller) =>
  (await api.read("/account/ledger?limit=100")).items.filter((entry: { description: string }) =>
    entry.description.startsWith("Top-up"),
  );

describe("in test", () => {
  test("a top-up is free, over at once, and tells of it", async () => {
    const { code, api, iccid, reference, options } = await setUp("test");
    expect(await api.read(`/esims/${iccid}/topup-options`)).toMatchObject({
      iccid,
      provider_supported: true,
      currency: "USD",
      source: "sandbox",
    });
    const [option] = options as [Option];
    const before = await api.read(`/esims/${iccid}`);
    const topup = dataOf(
      await api.topup(iccid, { package_code: option.package_code, max_price: option.price, amount: 0.01, price: "x" }),
    );
    expect(topup).toEqual({
      action_id: expect.any(Number),
      action: "topup",
      status: "succeeded",
      resource: iccid,
      package_code: option.package_code,
      name: option.name,
      amount: option.price,
      currency: "USD",
      charged: false,
      ledger_reference: null,
    });
    expect((await api.read(`/esims/${iccid}`)).usage.total_mb).toBe(before.usage.total_mb + option.data_mb);
    const action = await api.read(`/actions/${topup.action_id}`);
    expect(action).toMatchObject({
      action_id: topup.action_id,
      action: "topup",
      status: "succeeded",
      iccid,
      order_reference: reference,
      package_code: option.package_code,
      amount: option.price,
      charged: false,
      refunded: false,
      refunded_at: null,
    });
    const told = await eventsOf(code, "test");
    expect(told.filter(({ type }) => type === "topup.completed")).toEqual([
      { type: "topup.completed", data: { action } },
    ]);
    expect(await api.read("/account/balance")).toMatchObject({ wallet_balance: 1_000 });
  });

  test("brings an exhausted eSIM back, also one that is suspended meanwhile", async () => {
    const { api, iccid, options } = await setUp("test");
    const body = { package_code: options[0]!.package_code };
    await live(iccid, "exhaust");
    dataOf(await api.topup(iccid, body));
    expect((await api.read(`/esims/${iccid}`)).activation_status).toBe("activated");
    await live(iccid, "exhaust");
    await api.write(`/esims/${iccid}/suspend`);
    dataOf(await api.topup(iccid, body));
    expect((await api.read(`/esims/${iccid}`)).activation_status).toBe("suspended");
    await api.write(`/esims/${iccid}/resume`);
    expect((await api.read(`/esims/${iccid}`)).activation_status).toBe("activated");
  });

  test("racing different keys adds both, racing the same key adds one", async () => {
    const { api, iccid, options } = await setUp("test");
    const [option] = options as [Option];
    const before = (await api.read(`/esims/${iccid}`)).usage.total_mb;
    const body = { package_code: option.package_code };
    const key = ulid();
    const same = await Promise.all(Array.from({ length: 6 }, () => api.topup(iccid, body, key)));
    expect(new Set(same.map((got) => JSON.stringify(dataOf(got)))).size).toBe(1);
    expect((await api.read(`/esims/${iccid}`)).usage.total_mb).toBe(before + option.data_mb);
    const different = await Promise.all(Array.from({ length: 3 }, () => api.topup(iccid, body)));
    const taken = different.filter(({ status }) => status === 200).length;
    expect(different.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(taken).toBeGreaterThan(0);
    expect((await api.read(`/esims/${iccid}`)).usage.total_mb).toBe(before + option.data_mb * (1 + taken));
  });

  test("plays the empty wallet, and refuses what is over", async () => {
    const { api, iccid, options } = await setUp("test");
    const body = { package_code: options[0]!.package_code };
    const poor = await api.topup(iccid, { ...body, test_scenario: "insufficient_balance" });
    expect([poor.status, poor.json.error.details.context]).toEqual([402, "topup"]);
    await live(iccid, "expire");
    expect(await api.read(`/esims/${iccid}/topup-options`)).toMatchObject({ provider_supported: true, items: [] });
    expect((await api.topup(iccid, body)).json.error.code).toBe("conflict");
  });

  test("refuses an eSIM whose package cannot be topped up", async () => {
    const api = caller(await newKey((await newAccount()).code));
    const { packageId, id } = await newPackage();
    const { iccid } = await api.order(packageId);
    await database().query(sql`update packages set topup_supported = false where id = ${id}`);
    expect(await api.read(`/esims/${iccid}/topup-options`)).toMatchObject({ provider_supported: false, items: [] });
    const got = await api.topup(iccid, { package_code: `TOPUP-${packageId}` });
    expect([got.status, got.json.error.code]).toEqual([422, "topup_not_supported"]);
  });
});

describe("in live", () => {
  let own: Awaited<ReturnType<typeof setUp>>;
  beforeAll(async () => {
    own = await setUp("live");
  });

  /** As the worker does when the supplier has answered. */
  async function settle(actionId: number, succeeded: boolean): Promise<void> {
    const db = database();
    await db.query(sql`update actions set status = 'processing' where id = ${actionId} and status = 'queued'`);
    const [action] = await listActions(db, [actionId]);
    await settleActions(db, [{ action: action!, succeeded, esim: null }], new Date());
  }

  test("options come from the supplier, then from our own memory of it", async () => {
    const fresh = await setUp("live");
    expect(fresh.options.length).toBeGreaterThan(0);
    expect((await fresh.api.read(`/esims/${fresh.iccid}/topup-options`)).source).toBe("cache");
    await database().query(sql`update topup_options set fetched_at = now() - interval '16 minutes'`);
    expect((await fresh.api.read(`/esims/${fresh.iccid}/topup-options`)).source).toBe("supplier");
  });

  test("a top-up is queued and charged once, with its ledger entry, and replayed byte for byte", async () => {
    const { api, iccid } = own;
    const [option] = own.options as [Option];
    const before = await api.read("/account/balance");
    const body = { package_code: option.package_code, max_price: option.price };
    const first = await api.topup(iccid, body, "replay");
    const topup = dataOf(first);
    expect(topup).toMatchObject({ status: "queued", charged: true, amount: option.price });
    const [entry] = await debits(api);
    expect(entry).toMatchObject({ reference: topup.ledger_reference, type: "debit", amount: -option.price });
    expect(entry.balance_after).toBeCloseTo(before.wallet_balance - option.price, 4);
    expect((await api.read("/account/balance")).wallet_balance).toBe(entry.balance_after);
    expect(await api.read(`/actions/${topup.action_id}`)).toMatchObject({
      status: "queued",
      charged: true,
      refunded: false,
      settled_at: null,
    });
    const again = await api.topup(iccid, { max_price: option.price, package_code: option.package_code }, "replay");
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(JSON.stringify(again.json.data)).toBe(JSON.stringify(first.json.data));
    expect(again.json.meta.request_id).not.toBe(first.json.meta.request_id);
    const other = await api.topup(iccid, { package_code: option.package_code }, "replay");
    expect(other.json.error).toMatchObject({ code: "conflict", details: { field: "Idempotency-Key" } });
    expect(await debits(api)).toHaveLength(1);
    await settle(topup.action_id, false);
    expect(await api.read(`/actions/${topup.action_id}`)).toMatchObject({
      status: "failed",
      refunded: true,
      refunded_at: expect.stringMatching(/\+00:00$/),
    });
    expect((await api.read("/account/balance")).wallet_balance).toBe(before.wallet_balance);
    expect(
      count(
        (await eventsOf(own.code, "live")).map(({ type }) => type),
        "topup.failed",
      ),
    ).toBe(1);
    const late = await api.topup(iccid, body, "replay");
    expect(JSON.stringify(late.json.data)).toBe(JSON.stringify(first.json.data));
  });

  test("racing the same key makes one action and one debit", async () => {
    const { api, iccid, options } = await setUp("live");
    const key = ulid();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api.topup(iccid, { package_code: options[0]!.package_code }, key)),
    );
    expect(new Set(answers.map((got) => JSON.stringify(dataOf(got)))).size).toBe(1);
    expect(answers.filter(({ headers }) => headers["idempotent-replayed"] === undefined)).toHaveLength(1);
    expect(await debits(api)).toHaveLength(1);
  });

  test("racing different keys charges one, the others are conflicts", async () => {
    const { api, iccid, options } = await setUp("live");
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => api.topup(iccid, { package_code: options[0]!.package_code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(answers.filter(({ json }) => json.error?.code === "conflict")).toHaveLength(7);
    expect(await debits(api)).toHaveLength(1);
    const { action_id } = answers.find(({ status }) => status === 200)!.json.data;
    await settle(action_id, true);
    expect((await api.topup(iccid, { package_code: options[0]!.package_code })).status).toBe(200);
  });

  test("what the wallet does not cover is 402 with the figures, and makes no action", async () => {
    const { code, api, iccid, options } = await setUp("live", 1_000);
    await database().query(sql`
      update wallets set balance = 0.5 where account_id = (select id from accounts where code = ${code})`);
    const { price, package_code } = options.at(-1)!;
    const before = await database().query(sql`select id from actions`);
    const got = await api.topup(iccid, { package_code }, "poor");
    expect(got.status).toBe(402);
    expect(got.json.error).toMatchObject({
      code: "insufficient_balance",
      details: {
        context: "topup",
        currency: "USD",
        required_amount: price,
        available_to_spend: 0.5,
        shortfall: Number((price - 0.5).toFixed(4)),
        wallet_balance: 0.5,
        credit_enabled: false,
        credit_status: "none",
      },
    });
    expect(await database().query(sql`select id from actions`)).toEqual(before);
    expect(await debits(api)).toEqual([]);
    await database().query(sql`
      update wallets set balance = 1000 where account_id = (select id from accounts where code = ${code})`);
    expect((await api.topup(iccid, { package_code }, "poor")).status).toBe(200);
  });

  test("refuses a price above the cap, a code of elsewhere, a scenario and a closed supplier", async () => {
    const { api, iccid, options } = await setUp("live");
    const { package_code, price } = options[0]!;
    const dear = await api.topup(iccid, { package_code, max_price: price - 0.0001 });
    expect(dear.json.error).toMatchObject({
      code: "price_changed",
      details: { field: "max_price", current_price: price, currency: "USD" },
    });
    for (const wrong of ["no-such", `${package_code} `, package_code.toLowerCase()])
      expect(await api.topup(iccid, { package_code: wrong })).toMatchObject({
        status: 422,
        json: { error: { code: "invalid_topup_package" } },
      });
    expect((await api.topup(iccid, { package_code, test_scenario: "insufficient_balance" })).json.error).toMatchObject({
      code: "validation_error",
      details: { field: "test_scenario" },
    });
    await setSupplierOpen(system(), "esimaccess", false);
    expect((await api.topup(iccid, { package_code })).json.error.code).toBe("supplier_unavailable");
    await setSupplierOpen(system(), "esimaccess", true);
    expect(await debits(api)).toEqual([]);
  });

  test("requires an Idempotency-Key of at most 128 characters", async () => {
    const body = { package_code: own.options[0]!.package_code };
    for (const key of ["", "x".repeat(129)])
      expect((await own.api.topup(own.iccid, body, key)).json.error.details.field).toBe("Idempotency-Key");
  });

  test("a supplier that fails while it is asked is 502, and nothing is charged", async () => {
    const { api, iccid, options } = await setUp("live");
    await database().query(sql`delete from topup_options`);
    await supplier.set({ operation: "catalog", mode: "garbage" });
    const got = await api.topup(iccid, { package_code: options[0]!.package_code });
    await supplier.reset();
    expect([got.status, got.json.error.code]).toEqual([502, "supplier_error"]);
    expect(await debits(api)).toEqual([]);
  });
});

test("in test a package that was withdrawn is no top-up any more", async () => {
  const api = caller(await newKey((await newAccount()).code));
  const { packageId } = await newPackage({ country: "IS" });
  const { iccid } = await api.order(packageId);
  await withdrawPackage(system(), packageId);
  expect((await api.topup(iccid, { package_code: `TOPUP-${packageId}` })).json.error.code).toBe(
    "invalid_topup_package",
  );
});
