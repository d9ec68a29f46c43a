import { afterEach, describe, expect, test } from "vitest";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { getBalance, listEntries } from "#server/domain/money/ledger/index.ts";
import { getOrder, placeOrder } from "#server/domain/selling/orders/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { claim, enter, newAccount, system } from "#tests/support/world.ts";

const simulator = await simulatedSupplier();
const PACKAGE = "esimaccess-TR_1_7";

afterEach(async () => {
  await simulator.reset();
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
  await expectBooksToMatch();
});

async function order(quantity: number, item = PACKAGE): Promise<{ ctx: AccountCtx; reference: string; paid: number }> {
  const { code } = await newAccount({ wallet: 10_000, markup: 25 });
  const ctx = await enter(code);
  const { response } = await placeOrder(ctx, { packageId: item, quantity }, claim());
  const { id, totalAmount } = JSON.parse(response) as { id: number; totalAmount: string };
  return { ctx, reference: `B2B-${id}`, paid: Number(totalAmount) };
}

const isFinal = (ctx: AccountCtx, reference: string) => async () =>
  !["queued", "processing"].includes((await getOrder(ctx, reference)).status);

async function settled(quantity: number) {
  const placed = await order(quantity);
  await runJobsUntil(isFinal(placed.ctx, placed.reference));
  return {
    ...placed,
    order: await getOrder(placed.ctx, placed.reference),
    entries: (await listEntries(placed.ctx, { limit: 10 })).items,
  };
}

/** The supplier's own record: at most one sale per reference of ours, and every eSIM it delivered to a settled order is ours. */
async function expectBooksToMatch() {
  const parts = await database().query<{ reference: string; status: string; got: number }>(sql`
    select p.reference, p.status, coalesce(jsonb_array_length(p.profiles), 0) as got from supplier_orders p`);
  const { orders } = await simulator.records();
  const byReference = Map.groupBy(orders, ({ reference }) => reference);
  for (const { reference, status, got } of parts) {
    const sold = byReference.get(reference) ?? [];
    expect(sold.length, `sales of ${reference}`).toBeLessThanOrEqual(1);
    if (status === "delivered") expect(sold[0]?.delivered).toBe(got);
    if (status === "rejected") expect(sold).toEqual([]);
  }
}

const events = async (ctx: AccountCtx) =>
  (
    await database().query<{ type: string }>(
      sql`select type from events where account_id = ${ctx.account.id} order by id`,
    )
  ).map(({ type }) => type);

describe("an order of several eSIMs", () => {
  test("is delivered by the supplier, announced, and charged once", async () => {
    const { ctx, order, entries } = await settled(3);
    expect(order).toMatchObject({ status: "delivered", deliveredQuantity: 3 });
    expect(new Set(order.profiles.map(({ iccid }) => iccid)).size).toBe(3);
    for (const profile of order.profiles)
      expect(profile).toMatchObject({
        supplierCode: "esimaccess",
        status: "ready",
        activationCode: expect.stringMatching(/^LPA:1\$/),
      });
    expect(entries.map(({ type }) => type)).toEqual(["debit", "deposit"]);
    expect(await events(ctx)).toEqual(["order.created", "order.delivered"]);
  });

  test("above the supplier's limit is ordered in parts with references of their own", async () => {
    const { order, reference } = await settled(50);
    expect(order).toMatchObject({ status: "delivered", deliveredQuantity: 50 });
    const parts = await database().query(
      sql`select quantity from supplier_orders where order_id = ${order.id} order by part`,
    );
    expect(parts).toEqual([{ quantity: 30 }, { quantity: 20 }]);
    expect(reference).toBe(`B2B-${order.id}`);
  });

  test("that comes back short refunds exactly what is missing", async () => {
    await simulator.set({ operation: "order", mode: "partial", quantity: 2 });
    const { ctx, order, entries, paid } = await settled(5);
    expect(order).toMatchObject({ status: "partially_delivered", deliveredQuantity: 2 });
    expect(entries.map(({ type }) => type)).toEqual(["refund", "debit", "deposit"]);
    expect(entries[0]!.amount.toNumber()).toBeCloseTo((paid / 5) * 3, 4);
    expect(await events(ctx)).toEqual(["order.created", "order.partially_delivered"]);
  });

  test("that comes back empty is failed with the full refund", async () => {
    await simulator.set({ operation: "order", mode: "partial", quantity: 0 });
    const { ctx, order, paid } = await settled(1);
    expect(order).toMatchObject({ status: "failed", deliveredQuantity: 0 });
    expect((await getBalance(ctx)).walletBalance.toNumber()).toBe(10_000);
    expect(paid).toBeGreaterThan(0);
  });
});

describe("a supplier that refuses", () => {
  test("for good ends the order with the full refund, once", async () => {
    await simulator.set({ operation: "order", mode: "reject" });
    const { ctx, order, entries, paid } = await settled(2);
    expect(order.status).toBe("failed");
    expect(entries.map(({ type, amount }) => [type, amount.toNumber()])).toEqual([
      ["refund", paid],
      ["debit", -paid],
      ["deposit", 10_000],
    ]);
    expect(await events(ctx)).toEqual(["order.created", "order.failed"]);
  });

  test("for the moment is asked again", async () => {
    await simulator.set({ operation: "order", mode: "rate_limited", times: 2 });
    expect((await settled(1)).order.status).toBe("delivered");
  });

  test("because its price moved is paid the new price while that is no loss", async () => {
    const { orders } = await simulator.records();
    await simulator.price("TR_1_7", 0.7);
    const { order } = await settled(1);
    expect(order.status).toBe("delivered");
    const sold = (await simulator.records()).orders.slice(orders.length);
    expect(sold.map(({ paidUsd }) => paidUsd)).toEqual([0.7]);
  });

  test("because its price moved above what the reseller paid ends the order with the full refund", async () => {
    await simulator.price("TR_1_7", 50);
    const { ctx, order } = await settled(1);
    expect(order.status).toBe("failed");
    expect((await getBalance(ctx)).walletBalance.toNumber()).toBe(10_000);
    await simulator.price("TR_1_7", 0.65);
  });
});

describe("a supplier whose answer is lost", () => {
  test.each([
    ["timeout_after", 1, "it had happened"],
    ["error_after", 1, "it had happened"],
    ["garbage", 1, "it had happened"],
    ["not_found_then_found", 1, "it had happened and showed late"],
    ["timeout_before", 1, "nothing had happened"],
    ["error_before", 1, "nothing had happened"],
    ["error_before", 2, "nothing had happened, twice"],
  ])(
    "(%s, %i times: %s) is asked for its record, never paid twice, and the order is delivered",
    async (mode, times) => {
      await simulator.set({ operation: "order", mode, times });
      const { order, entries } = await settled(2);
      expect(order).toMatchObject({ status: "delivered", deliveredQuantity: 2 });
      expect(entries.map(({ type }) => type)).toEqual(["debit", "deposit"]);
    },
  );

  test("and that never has the order ends it with the full refund, after it was looked for again and again", async () => {
    await simulator.set({ operation: "order", mode: "error_before" });
    const { ctx, order } = await settled(1);
    expect(order.status).toBe("failed");
    const [part] = await database().query(
      sql`select sends, rejected_code from supplier_orders where order_id = ${order.id}`,
    );
    expect(part).toEqual({ sends: 3, rejectedCode: "not_accepted" });
    const looks = await database().query(
      sql`select 1 from supplier_calls where order_id = ${order.id} and operation = 'find' and outcome = 'ok'`,
    );
    expect(looks.length).toBeGreaterThanOrEqual(4);
    expect((await getBalance(ctx)).walletBalance.toNumber()).toBe(10_000);
  });

  test("leaves the order processing, with its evidence and without a refund, while nobody can tell", async () => {
    await simulator.set({ operation: "order", mode: "timeout_after" });
    await simulator.set({ operation: "query", mode: "error_before" });
    const { ctx, reference } = await order(2);
    const searches = async () =>
      (
        await database().query(
          sql`select 1 from supplier_calls c join orders o on o.id = c.order_id where 'B2B-' || o.id = ${reference} and c.operation = 'find'`,
        )
      ).length;
    await runJobsUntil(async () => (await searches()) >= 2);
    expect(await getOrder(ctx, reference)).toMatchObject({ status: "processing", deliveredQuantity: 0 });
    expect((await listEntries(ctx, { limit: 10 })).items.map(({ type }) => type)).toEqual(["debit", "deposit"]);
    const [call] = await database().query<{ request: string; response: string; outcome: string }>(sql`
      select request, response, outcome from supplier_calls c join orders o on o.id = c.order_id where 'B2B-' || o.id = ${reference} order by c.id limit 1`);
    expect(call).toMatchObject({
      request: expect.stringContaining("transactionId"),
      response: expect.stringContaining("no answer"),
      outcome: "unclear",
    });
    await simulator.reset();
    await runJobsUntil(isFinal(ctx, reference));
    expect((await getOrder(ctx, reference)).status).toBe("delivered");
  });

  test("waits for an order that takes long", async () => {
    await simulator.set({ operation: "order", mode: "late", latencyMs: 3_000 });
    expect((await settled(1)).order.status).toBe("delivered");
  });
});

test("ten runs of one order side by side buy it once", async () => {
  const { ctx, reference } = await order(1);
  const { id } = await getOrder(ctx, reference);
  const { fulfilOrder } = await import("#server/domain/selling/orders/index.ts");
  await Promise.all(Array.from({ length: 10 }, () => fulfilOrder(system(), id)));
  await runJobsUntil(isFinal(ctx, reference));
  const [part] = await database().query(sql`select sends from supplier_orders where order_id = ${id}`);
  expect(part).toEqual({ sends: 1 });
});

test("an order whose run died between two steps is taken up by the sweeper", async () => {
  const { sweepOrders } = await import("#server/domain/selling/orders/index.ts");
  const { ctx, reference } = await order(1);
  await database().query(sql`delete from outbox_jobs`);
  // What other tests have given up is watched for, too.
  await database().query(sql`update supplier_orders set watch_at = null`);
  const later = { now: () => new Date(Date.now() + 120_000) };
  expect(await sweepOrders(system({ clock: later }))).toBe(1);
  expect(await sweepOrders(system({ clock: later }))).toBe(0);
  await database().query(sql`update outbox_jobs set run_at = now()`);
  await runJobsUntil(isFinal(ctx, reference));
  expect((await getOrder(ctx, reference)).status).toBe("delivered");
});
