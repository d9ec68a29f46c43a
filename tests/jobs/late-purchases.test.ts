import { afterEach, describe, expect, test } from "vitest";
import { SUPPLIER_CODES, type SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { getBalance } from "#server/domain/money/ledger/index.ts";
import { changeAccount } from "#server/domain/reseller/accounts/index.ts";
import { checkLateTopup, getAction, listReviews, resolveReview } from "#server/domain/selling/actions/index.ts";
import { checkLateOrder, fulfilOrder } from "#server/domain/selling/orders/index.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { MINUTE, SECOND } from "#server/kernel/time.ts";
import {
  delivered,
  eventsOf,
  over,
  type Placed,
  packageOf,
  placed,
  refunds,
  settled,
  statusOf,
  topUp,
} from "#tests/support/bought.ts";
import { orphans } from "#tests/support/orphans.ts";
import { movableClock } from "#tests/support/people.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { until } from "#tests/support/until.ts";
import { system } from "#tests/support/world.ts";

// What was sent and not seen may turn up until the supplier cannot deliver it any more: it becomes its order's while that
// waits, goes back where the supplier pays for that, or comes before people. It is never bought twice, and never dropped.

const suppliers = await simulatedSuppliers([...SUPPLIER_CODES], { timeScale: 0.005 });

/** Longer than any test takes: it happens when the test says so. */
const HELD_MS = 3_600_000;

afterEach(async () => {
  suppliers.forget();
  await suppliers.reset();
  expect(await orphans(suppliers)).toEqual([]);
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

type Part = { reference: string; status: string; sends: number; stray: string | null; supplierCode: string };

const partsOf = ({ id }: Placed) =>
  database().query<Part>(sql`
    select reference, status, sends, stray, supplier_code from supplier_orders where order_id = ${id} order by part`);

const sales = async (code: SupplierCode, reference: string) =>
  (await suppliers.of(code).records()).orders.filter((order) => order.reference === reference);

/** Places an order whose first sending happens when it is hurried, and is not answered; what is sent after it is refused. */
async function refusedAfterLost(code: SupplierCode, failover = false): Promise<Placed> {
  await suppliers.of(code).set({ operation: "order", mode: "delayed", times: 1, latencyMs: HELD_MS });
  const order = await placed(await packageOf(code), 2);
  await changeAccount(system(), order.ctx.account.code, { failover });
  await runJobsUntil(async () => ((await partsOf(order))[0]?.sends ?? 0) > 0);
  await suppliers.of(code).set({ operation: "order", mode: "reject" });
  return order;
}

describe("an order whose first sending is lost and whose second is refused", () => {
  test("is delivered when the first turns up soon, and bought from nobody else", async () => {
    const order = await refusedAfterLost("airalo", true);
    await runJobsUntil(async () => (await partsOf(order))[0]!.sends > 1);
    suppliers.hurry();
    expect(await settled(order)).toMatchObject({ status: "delivered", deliveredQuantity: 2 });
    const parts = await partsOf(order);
    expect(parts.map(({ supplierCode }) => supplierCode)).toEqual(["airalo"]);
    expect(await sales("airalo", parts[0]!.reference)).toHaveLength(1);
    expect(await refunds(order.ctx)).toEqual([]);
  });

  test("is refunded when it does not, and what turns up then is given back to a supplier that pays for it", async () => {
    const order = await refusedAfterLost("esimaccess");
    expect(await settled(order)).toMatchObject({ status: "failed" });
    const [part] = await partsOf(order);
    expect(await sales("esimaccess", part!.reference)).toEqual([]);
    suppliers.hurry();
    await expect.poll(async () => (await sales("esimaccess", part!.reference))[0]?.delivered).toBe(2);
    await checkLateOrder(system(), part!.reference);
    expect((await partsOf(order))[0]).toMatchObject({ status: "rejected", stray: "returned" });
    const [sale] = await sales("esimaccess", part!.reference);
    expect(sale!.refundedUsd).toBe(sale!.paidUsd);
    expect((await getBalance(order.ctx)).walletBalance.toNumber()).toBe(10_000);
  });
});

test("what turns up late at a supplier that takes nothing back comes before people, once, with its number", async () => {
  await suppliers.of("airalo").set({ operation: "order", mode: "delayed", latencyMs: HELD_MS, times: 1 });
  const order = await placed(await packageOf("airalo"), 1);
  await runJobsUntil(async () => ((await partsOf(order))[0]?.sends ?? 0) > 0);
  await suppliers.of("airalo").set({ operation: "order", mode: "reject" });
  expect(await settled(order)).toMatchObject({ status: "failed" });
  suppliers.hurry();
  const { reference } = one(await partsOf(order));
  await expect.poll(async () => (await sales("airalo", reference)).length).toBe(1);
  for (let look = 0; look < 3; look++) await checkLateOrder(system(), reference);
  const [review, ...more] = (await listReviews(system())).filter(({ ref }) => ref === order.reference);
  expect(more).toEqual([]);
  expect(review).toMatchObject({
    kind: "late delivery",
    quantity: 1,
    supplierReference: (await sales("airalo", reference))[0]!.supplierReference,
  });
  await resolveReview(system(), order.reference, { as: "failed", note: "claimed at the supplier" });
  expect((await partsOf(order))[0]).toMatchObject({ stray: "kept" });
  expect(await refunds(order.ctx)).toHaveLength(1);
});

test("of two sendings that both were bought the second is delivered and the first comes before people", async () => {
  await suppliers.of("airalo").set({ operation: "order", mode: "delayed", latencyMs: HELD_MS, times: 1 });
  const order = await placed(await packageOf("airalo"), 1);
  expect(await settled(order)).toMatchObject({ status: "delivered" });
  suppliers.hurry();
  const { reference, sends } = one(await partsOf(order));
  expect(sends).toBe(2);
  await expect.poll(async () => (await sales("airalo", reference)).length).toBe(2);
  await checkLateOrder(system(), reference);
  expect((await partsOf(order))[0]).toMatchObject({ status: "delivered", stray: "waiting" });
  expect((await listReviews(system())).filter(({ ref }) => ref === order.reference)).toHaveLength(1);
  await resolveReview(system(), order.reference, { as: "failed", note: "claimed at the supplier" });
});

test("an answer that took long says how things stood when it was asked for: the order is not sent again on it", async () => {
  await suppliers.of("airalo").set({ operation: "order", mode: "delayed", latencyMs: HELD_MS, times: 1 });
  const order = await placed(await packageOf("airalo"), 1);
  const clock = movableClock();
  const step = () => fulfilOrder(system({ clock }), order.id);
  await step();
  clock.move(SECOND);
  await step();
  // A minute of its second look, in which the first sending is done after all.
  await suppliers.of("airalo").set({ operation: "query", mode: "slow", latencyMs: HELD_MS, times: 1 });
  clock.move(SECOND);
  const looking = step();
  await until(async () => (await suppliers.of("airalo").records()).modes.length === 0);
  clock.move(MINUTE);
  suppliers.hurry();
  await looking;
  expect(one(await partsOf(order))).toMatchObject({ status: "sent", sends: 1 });
  await expect.poll(async () => (await sales("airalo", one(await partsOf(order)).reference)).length).toBe(1);
  await step();
  expect(await settled(order)).toMatchObject({ status: "delivered" });
  expect(one(await partsOf(order))).toMatchObject({ sends: 1, stray: null });
});

describe("an order of which one eSIM comes first", () => {
  test("waits for the others", async () => {
    await suppliers
      .of("esimaccess")
      .set({ operation: "order", mode: "in_parts", quantity: 1, latencyMs: 100, times: 1 });
    const order = await placed(await packageOf("esimaccess"), 3);
    expect(await settled(order)).toMatchObject({ status: "delivered", deliveredQuantity: 3 });
  });

  test("is settled without them in the end, and they go back when they come", async () => {
    await suppliers
      .of("esimaccess")
      .set({ operation: "order", mode: "in_parts", quantity: 1, latencyMs: HELD_MS, times: 1 });
    const order = await placed(await packageOf("esimaccess"), 3);
    expect(await settled(order)).toMatchObject({ status: "partially_delivered", deliveredQuantity: 1 });
    suppliers.hurry();
    const { reference } = one(await partsOf(order));
    await expect.poll(async () => (await sales("esimaccess", reference))[0]!.delivered).toBe(3);
    await checkLateOrder(system(), reference);
    expect((await partsOf(order))[0]).toMatchObject({ status: "delivered", stray: "returned" });
    const [sale] = await sales("esimaccess", reference);
    expect(sale!.refundedUsd).toBeCloseTo((sale!.paidUsd * 2) / 3, 4);
    expect(await eventsOf(order.ctx)).toEqual(["order.created", "order.partially_delivered"]);
  });
});

describe.each(SUPPLIER_CODES)("a top-up at %s that is done without an answer", (code) => {
  test("is sent once, and found while it is looked for", async () => {
    const { ctx, iccid } = await delivered(code);
    await suppliers.of(code).set({ operation: "topup", mode: "delayed", latencyMs: HELD_MS, times: 1 });
    const { id } = await topUp(ctx, iccid);
    await runJobsUntil(async () => (await suppliers.of(code).records()).modes.length === 0);
    suppliers.hurry();
    expect((await over(ctx, id)).status).toBe("succeeded");
    expect((await suppliers.of(code).records()).topups.filter((topup) => topup.iccid === iccid)).toHaveLength(1);
  });

  test.each([
    ["it does not show", "delayed"],
    ["it is refused", "refused_late"],
  ])("is paid back when %s, never sent again, and comes before people when it shows after all", async (_, mode) => {
    const { ctx, iccid } = await delivered(code);
    await suppliers.of(code).set({ operation: "topup", mode, latencyMs: HELD_MS });
    const { id, amount } = await topUp(ctx, iccid);
    expect((await over(ctx, id)).status).toBe("failed");
    expect(await refunds(ctx)).toEqual([amount]);
    await checkLateTopup(system(), id);
    suppliers.hurry();
    const bought = async () =>
      (await suppliers.of(code).records()).topups.filter((topup) => topup.iccid === iccid).length;
    await expect.poll(bought).toBe(1);
    await checkLateTopup(system(), id);
    const reviews = (await listReviews(system())).filter(({ ref }) => ref === `ACT-${id}`);
    expect(reviews).toMatchObject([{ kind: "late topup", waiting: true }]);
    await resolveReview(system(), `ACT-${id}`, { as: "failed", note: "a gift" });
    expect((await listReviews(system())).filter(({ ref }) => ref === `ACT-${id}`)).toEqual([]);
    expect((await getAction(ctx, String(id))).status).toBe("failed");
    expect(await refunds(ctx)).toEqual([amount]);
  });
});

test.each(SUPPLIER_CODES)("a top-up at %s that follows one that was given up is not taken for it", async (code) => {
  const { ctx, iccid } = await delivered(code);
  await suppliers.of(code).set({ operation: "topup", mode: "error_before", times: 1 });
  const lost = await topUp(ctx, iccid);
  expect((await over(ctx, lost.id)).status).toBe("failed");
  const next = await topUp(ctx, iccid);
  expect((await over(ctx, next.id)).status).toBe("succeeded");
  await checkLateTopup(system(), lost.id);
  expect((await listReviews(system())).filter(({ ref }) => ref === `ACT-${lost.id}`)).toEqual([]);
});

test("what is watched for is taken up by the sweeper when its run died", async () => {
  const { sweepOrders } = await import("#server/domain/selling/orders/index.ts");
  const order = await refusedAfterLost("esimaccess");
  expect(await settled(order)).toMatchObject({ status: "failed" });
  const { reference } = one(await partsOf(order));
  await database().query(sql`delete from outbox_jobs where job = 'check-late-order'`);
  const later = { now: () => new Date(Date.now() + 3_600_000) };
  await sweepOrders(system({ clock: later }));
  expect(
    await database().query(sql`select id from outbox_jobs where key = ${`check-late-order:${reference}`}`),
  ).toHaveLength(1);
  expect(await statusOf(order)).toBe("failed");
});
