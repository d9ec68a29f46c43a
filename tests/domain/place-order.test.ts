import { describe, expect, test } from "vitest";
import { getPackageForSale } from "#server/domain/catalogue/catalog/index.ts";
import { getBalance, listEntries, spendable } from "#server/domain/money/ledger/index.ts";
import { getOrder, listOrders, type Order, placeOrder } from "#server/domain/selling/orders/index.ts";
import { placeTogether, toOrderRequest } from "#server/domain/selling/orders/place-together.ts";
import { database, sql } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";
import { claim, enter, newAccount, newPackage } from "#tests/support/world.ts";

const parse = (response: string) => JSON.parse(response) as Omit<Order, "unitPrice"> & { unitPrice: string };

test("an order is handed to the database with the columns of its record there, no more and no fewer", async () => {
  const ctx = await enter((await newAccount()).code);
  const { packageId } = await newPackage();
  const item = await getPackageForSale(ctx, packageId);
  const order = { ctx, claim: claim<Order>(), item, quantity: 1, totalAmount: item.unitPrice, clientReference: null };
  const columns = await database().query<{ name: string }>(sql`
    select attname as name from pg_attribute where attrelid = 'order_request'::regclass and attnum > 0 and not attisdropped`);
  expect(["ord", ...Object.keys(toOrderRequest(order))].sort()).toEqual(columns.map(({ name }) => name).sort());
});

test("an order whose number was drawn by a process of the version before keeps it", async () => {
  const { packageId } = await newPackage();
  const ctx = await enter((await newAccount({ wallet: 100 })).code);
  const item = await getPackageForSale(ctx, packageId);
  const order = { ctx, claim: claim<Order>(), item, quantity: 1, totalAmount: item.unitPrice, clientReference: null };
  const [drawn] = await database().query<{ id: number }>(sql`select nextval('orders_id_seq') as id`);
  const { id } = drawn!;
  const request = { ...toOrderRequest(order), id, response: `{"id":${id}}` };
  const placement = await placeTogether(database(), { accountId: ctx.account.id, claims: [], request: () => request });
  expect(placement).toMatchObject({ outcome: "placed", response: `{"id":${id}}` });
  const found = await database().query(sql`select id from orders where account_id = ${ctx.account.id}`);
  expect(found).toEqual([{ id }]);
});

describe("a live order", () => {
  test("is charged at once, queued and announced, all together", async () => {
    const { code } = await newAccount({ wallet: 100, markup: 25 });
    const { packageId } = await newPackage({ costUsd: 4 });
    const ctx = await enter(code);
    const { response, replayed } = await placeOrder(
      ctx,
      { packageId, quantity: 3, clientReference: "shop-1" },
      claim(),
    );
    expect(replayed).toBe(false);
    const order = parse(response);
    expect(order).toMatchObject({
      status: "queued",
      requestedQuantity: 3,
      deliveredQuantity: 0,
      unitPrice: "5",
      clientReference: "shop-1",
    });
    expect((await getBalance(ctx)).walletBalance.toNumber()).toBe(85);
    const [debit] = (await listEntries(ctx, { limit: 1 })).items;
    expect(debit).toMatchObject({ type: "debit", description: expect.stringContaining(`B2B-${order.id}`) });
    expect(debit!.amount.toNumber()).toBe(-15);
    const jobs = await database().query(sql`select payload from outbox_jobs where key = ${`fulfil-order:${order.id}`}`);
    expect(jobs).toEqual([{ payload: { orderId: order.id } }]);
    const events = await database().query<{ type: string; data: string }>(
      sql`select type, data from events where account_id = ${ctx.account.id}`,
    );
    expect(events).toMatchObject([{ type: "order.created" }]);
    expect(JSON.parse(events[0]!.data).order).toMatchObject({
      reference: `B2B-${order.id}`,
      client_reference: "shop-1",
      total_amount: 15,
    });
  });

  test("that costs more than can be spent is refused and leaves no row behind", async () => {
    const { code } = await newAccount({ wallet: 10, markup: 0 });
    const { packageId } = await newPackage({ costUsd: 4 });
    const ctx = await enter(code);
    const refused = placeOrder(ctx, { packageId, quantity: 3 }, claim("same-key"));
    await expect(refused).rejects.toMatchObject({
      code: "insufficient_balance",
      details: {
        context: "order",
        required_amount: 12,
        available_to_spend: 10,
        shortfall: 2,
        wallet_balance: 10,
        credit_enabled: false,
        credit_status: "none",
      },
    });
    expect((await listOrders(ctx, { limit: 10 })).items).toBe("[]");
    const rows = await database().query(sql`
      select 1 from idempotency_keys where account_id = ${ctx.account.id} union all select 1 from events where account_id = ${ctx.account.id}`);
    expect(rows).toEqual([]);
    // The key is free for a smaller order.
    expect((await placeOrder(ctx, { packageId, quantity: 2 }, claim("same-key"))).replayed).toBe(false);
  });

  test("uses credit, and credit that is blocked counts as none", async () => {
    const { code } = await newAccount({ wallet: 5, creditLimit: 10, markup: 0 });
    const { packageId } = await newPackage({ costUsd: 6 });
    const ctx = await enter(code);
    await placeOrder(ctx, { packageId, quantity: 2 }, claim());
    const balance = await getBalance(ctx);
    expect(balance.walletBalance.toNumber()).toBe(-7);
    expect(spendable(balance).toNumber()).toBe(3);
    await database().query(
      sql`select set_credit(${ctx.account.id}::int, null, null, 'blocked', 'late', 'credit:test', now())`,
    );
    await expect(placeOrder(ctx, { packageId, quantity: 1 }, claim())).rejects.toMatchObject({
      code: "insufficient_balance",
    });
    expect(spendable(await getBalance(ctx)).toNumber()).toBe(0);
  });

  test("never exceeds the caps that were sent", async () => {
    const { code } = await newAccount({ wallet: 100, markup: 0 });
    const { packageId } = await newPackage({ costUsd: 4 });
    const ctx = await enter(code);
    await expect(
      placeOrder(ctx, { packageId, quantity: 1, maxUnitPrice: money(3.9999) }, claim()),
    ).rejects.toMatchObject({ code: "price_changed", details: { current_unit_price: 4 } });
    await expect(
      placeOrder(ctx, { packageId, quantity: 3, maxTotalAmount: money(11.9999) }, claim()),
    ).rejects.toMatchObject({ code: "price_changed" });
    const { response } = await placeOrder(
      ctx,
      { packageId, quantity: 3, maxUnitPrice: money(4), maxTotalAmount: money(12) },
      claim(),
    );
    expect(parse(response).status).toBe("queued");
    expect((await getBalance(ctx)).walletBalance.toNumber()).toBe(88);
  });
});

describe("a test order", () => {
  test("is free, delivered at once with valid profiles and announced as delivered", async () => {
    const { code } = await newAccount();
    const { packageId } = await newPackage();
    const ctx = await enter(code, "test");
    const { response } = await placeOrder(ctx, { packageId, quantity: 50 }, claim());
    const order = await getOrder(ctx, `B2B-${parse(response).id}`);
    expect(order).toMatchObject({ status: "delivered", deliveredQuantity: 50 });
    expect(new Set(order.profiles.map(({ iccid }) => iccid)).size).toBe(50);
    for (const { iccid, activationCode, smdpAddress } of order.profiles) {
      expect(iccid).toMatch(/^89\d{17}$/);
      expect(isLuhn(iccid)).toBe(true);
      expect(activationCode).toMatch(new RegExp(`^LPA:1\\$${smdpAddress}\\$[A-Z0-9-]+$`));
    }
    expect((await listEntries(ctx, { limit: 10 })).items).toEqual([]);
    const events = await database().query(sql`select type from events where account_id = ${ctx.account.id}`);
    expect(events).toEqual([{ type: "order.delivered" }]);
  });

  test("is named by its own number wherever it is named, in an answer of whatever shape", async () => {
    const { packageId } = await newPackage();
    const ctx = await enter((await newAccount()).code, "test");
    const clientReference = `B2B--${2 ** 46}`;
    const named = { ...claim<Order>(), answer: ({ id }: Order) => JSON.stringify([id, `of B2B-${id}`]) };
    const { response } = await placeOrder(ctx, { packageId, quantity: 2, clientReference }, named);
    const [order] = await database().query<{ id: number }>(
      sql`select id from orders where account_id = ${ctx.account.id} and client_reference = ${clientReference}`,
    );
    const { id } = order!;
    expect(JSON.parse(response)).toEqual([id, `of B2B-${id}`]);
    const kept = await database().query<{ text: string }>(sql`
      select response as text from idempotency_keys where account_id = ${ctx.account.id}`);
    expect(kept).toEqual([{ text: response }]);
    const [event] = await database().query<{ data: string }>(
      sql`select data from events where account_id = ${ctx.account.id}`,
    );
    expect(JSON.parse(event!.data).order).toMatchObject({
      id,
      reference: `B2B-${id}`,
      client_reference: clientReference,
    });
    const esims = await database().query(sql`
      select distinct order_id, supplier_reference from esims where account_id = ${ctx.account.id}`);
    expect(esims).toEqual([{ orderId: id, supplierReference: `B2B-${id}` }]);
  });

  test("can play the refusal of an empty wallet", async () => {
    const { code } = await newAccount({ wallet: 1000 });
    const { packageId } = await newPackage();
    const refused = placeOrder(
      await enter(code, "test"),
      { packageId, quantity: 1, testScenario: "insufficient_balance" },
      claim(),
    );
    await expect(refused).rejects.toMatchObject({ code: "insufficient_balance", details: { available_to_spend: 0 } });
    const live = placeOrder(
      await enter(code, "live"),
      { packageId, quantity: 1, testScenario: "insufficient_balance" },
      claim(),
    );
    await expect(live).rejects.toMatchObject({ code: "validation_error", details: { field: "test_scenario" } });
  });
});

describe("tenancy", () => {
  test("an order of another account or environment does not exist", async () => {
    const [a, b] = [await newAccount({ wallet: 100 }), await newAccount({ wallet: 100 })];
    const { packageId } = await newPackage();
    const { response } = await placeOrder(
      await enter(a.code),
      { packageId, quantity: 1, clientReference: "mine" },
      claim(),
    );
    const reference = `B2B-${parse(response).id}`;
    await expect(getOrder(await enter(b.code), reference)).rejects.toMatchObject({ code: "resource_not_found" });
    await expect(getOrder(await enter(a.code, "test"), reference)).rejects.toMatchObject({
      code: "resource_not_found",
    });
    expect((await listOrders(await enter(a.code, "test"), { limit: 10 })).items).toBe("[]");
    // client_reference is unique per account and environment only.
    await placeOrder(await enter(b.code), { packageId, quantity: 1, clientReference: "mine" }, claim());
    await placeOrder(await enter(a.code, "test"), { packageId, quantity: 1, clientReference: "mine" }, claim());
  });
});

function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
