import { beforeAll, describe, expect, test } from "vitest";
import {
  getStatement,
  listSalesBy,
  listSalesByDay,
  salesSummedUntil,
  sumSales,
} from "#server/domain/control/sales/index.ts";
import { readStatement } from "#server/domain/money/ledger/index.ts";
import { placeOrder, refundOrder } from "#server/domain/selling/orders/index.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";
import { DAY, HOUR } from "#server/kernel/time.ts";
import { movableClock } from "#tests/support/people.ts";
import { claim, enter, newAccount, newPackage, system } from "#tests/support/world.ts";

/** Noon of a day in UTC. */
const noon = (day: string) => new Date(`${day}T12:00:00Z`);
const span = (from: string, to: string) => ({ from: new Date(`${from}T00:00:00Z`), to: new Date(`${to}T00:00:00Z`) });

/** A clock that stands at noon of a day. */
function clockAt(day: string) {
  const clock = movableClock();
  clock.move(noon(day).getTime() - clock.now().getTime());
  return clock;
}

async function sell(code: string, packageId: string, day: string, quantity = 1): Promise<number> {
  const ctx = { ...(await enter(code)), clock: clockAt(day) };
  const { response } = await placeOrder(ctx, { packageId, quantity }, claim());
  return (JSON.parse(response) as { id: number }).id;
}

/** As the worker leaves a delivered order. */
const deliver = (id: number, seconds: number) =>
  database().query(sql`
    with done as (
      update orders set status = 'delivered', delivered_quantity = requested_quantity where id = ${id} returning *
    ) insert into order_moves (order_id, previous_status, current_status, created_at)
      select id, 'processing', 'delivered', created_at + make_interval(secs => ${seconds}) from done`);

/** As before the first run: of every day, also of those whose orders were placed by another clock. */
async function sumAll() {
  await database().query(sql`delete from sales_summed`);
  await sumSales(system());
}

const ofAccount = async (code: string, from: string, to: string) =>
  (await listSalesBy(system(), "account", span(from, to), 100_000)).find(({ key }) => key === code);

describe("numbers", () => {
  let code: string;
  let packageId: string;
  beforeAll(async () => {
    code = (await newAccount({ wallet: 1_000, markup: 50 })).code;
    packageId = (await newPackage({ costUsd: 4, country: "AQ" })).packageId;
  });

  test("add up by supplier, destination, account and day, in US dollars", async () => {
    await sell(code, packageId, "2026-03-10", 2);
    await sumAll();
    const line = (await ofAccount(code, "2026-03-10", "2026-03-11"))!;
    expect([line.orders, line.units, line.openUsd.toNumber(), line.costUsd.toNumber()]).toEqual([1, 2, 12, 0]);
    // What nobody has is no revenue.
    expect([line.revenueUsd.toNumber(), line.marginUsd.toNumber()]).toEqual([0, 0]);
    expect((await listSalesBy(system(), "package", span("2026-03-10", "2026-03-11"))).map(({ key }) => key)).toContain(
      packageId,
    );
    expect([line.deliverySeconds, line.slowestSeconds]).toEqual([null, null]);
    const period = span("2026-03-09", "2026-03-12");
    expect((await listSalesBy(system(), "country", period)).find(({ key }) => key === "AQ")).toMatchObject({
      orders: 1,
      units: 2,
    });
    const days = await listSalesByDay(system(), period);
    expect(days.map(({ day, orders }) => [day.toISOString().slice(0, 10), orders])).toEqual([
      ["2026-03-09", 0],
      ["2026-03-10", 1],
      ["2026-03-11", 0],
    ]);
  });

  test("are the same from months as from days, and when they are summed again", async () => {
    for (const day of ["2026-04-29", "2026-05-01", "2026-05-31", "2026-06-02"])
      await deliver(await sell(code, packageId, day), 1);
    await sumAll();
    const revenue = async (from: string, to: string) => (await ofAccount(code, from, to))?.revenueUsd.toNumber() ?? 0;
    const read = async () => [
      await revenue("2026-04-29", "2026-06-03"),
      await revenue("2026-05-01", "2026-06-01"),
      await revenue("2026-04-30", "2026-06-02"),
      await revenue("2026-05-02", "2026-05-31"),
      await revenue("2026-06-02", "2026-06-03"),
    ];
    expect(await read()).toEqual([24, 12, 12, 0, 6]);
    await sumAll();
    expect(await read()).toEqual([24, 12, 12, 0, 6]);
  });

  test("follow what is delivered and given back later, on the day of the sale", async () => {
    const kept = await sell(code, packageId, "2026-07-05");
    const refunded = await sell(code, packageId, "2026-07-05");
    await sumAll();
    const before = (await ofAccount(code, "2026-07-05", "2026-07-06"))!;
    expect([before.openUsd.toNumber(), before.revenueUsd.toNumber(), before.costUsd.toNumber()]).toEqual([12, 0, 0]);
    await deliver(kept, 3);
    await deliver(refunded, 5);
    await database().query(sql`update order_moves set created_at = now() where order_id = ${refunded}`);
    await refundOrder(system(), `B2B-${refunded}`, "They never got it");
    await sumSales(system());
    const line = (await ofAccount(code, "2026-07-05", "2026-07-06"))!;
    expect([line.orders, line.revenueUsd.toNumber(), line.refundedUsd.toNumber()]).toEqual([2, 6, 6]);
    expect([line.costUsd.toNumber(), line.marginUsd.toNumber()]).toEqual([8, -2]);
    expect(line.slowestSeconds).toBeGreaterThan(3);
    expect((await ofAccount(code, "2026-07-01", "2026-08-01"))!.revenueUsd.toNumber()).toBe(6);
  });

  test("count a top-up with what it cost, and neither once it is given back", async () => {
    const orderId = await sell(code, packageId, "2026-08-20");
    const { id } = one(
      await database().query<{ id: number }>(sql`
        insert into actions (account_id, environment, esim_id, order_id, supplier_code, action, status, amount, currency, charged, request_id,
          reference, package_name, unit_cost_usd, settled_at, created_at, updated_at)
        select account_id, environment, 0, id, supplier_code, 'topup', 'succeeded', 9, currency, true, 'req', 'sum-' || id, '1 GB', 7, now(),
               ${noon("2026-08-21")}, now() from orders where id = ${orderId} returning id`),
    );
    await database().query(sql`
      select post_entry(o.account_id, 'debit', -9, 'action:' || ${id}::bigint, 'Top-up', now()) from orders o where o.id = ${orderId}`);
    await sumSales(system());
    const line = async () => (await ofAccount(code, "2026-08-21", "2026-08-22"))!;
    expect([(await line()).revenueUsd.toNumber(), (await line()).costUsd.toNumber()]).toEqual([9, 7]);
    await database().query(sql`update actions set refunded_amount = 9, refunded_at = now() where id = ${id}`);
    await database().query(sql`
      select post_entry(o.account_id, 'refund', 9, 'action:' || ${id}::bigint || ':refund', 'Top-up', now()) from orders o where o.id = ${orderId}`);
    await sumSales(system());
    expect([(await line()).revenueUsd.toNumber(), (await line()).costUsd.toNumber()]).toEqual([0, 0]);
  });

  test("an outage does not move the margin: what is not delivered is neither revenue nor cost, and stands apart", async () => {
    const { code: seller } = await newAccount({ wallet: 1_000, markup: 25 });
    const plan = (await newPackage({ costUsd: 4 })).packageId;
    const of = async (day: string, until: string) => (await ofAccount(seller, day, until))!;
    const shareOf = ({ marginUsd, revenueUsd }: Awaited<ReturnType<typeof of>>) =>
      marginUsd.dividedBy(revenueUsd).toNumber();
    // The week before, and the same sales in the week of the outage.
    for (const day of ["2026-10-05", "2026-10-06", "2026-10-12", "2026-10-13"])
      await deliver(await sell(seller, plan, day), 2);
    await sumAll();
    const before = await of("2026-10-12", "2026-10-19");
    expect(shareOf(before)).toBe(0.2);
    const [unanswered, failed, late] = [
      await sell(seller, plan, "2026-10-14", 8),
      await sell(seller, plan, "2026-10-14", 2),
      await sell(seller, plan, "2026-10-14", 3),
    ];
    await database().query(
      sql`update orders set status = 'processing' where id = any(${[unanswered, failed, late]}::bigint[])`,
    );
    const part = (id: number, status: string) =>
      database().query(sql`
        insert into supplier_orders (order_id, part, supplier_code, supplier_package_id, reference, quantity, unit_cost_usd, status, created_at, updated_at)
        select id, 1, supplier_code, 'x', 'part-of-' || id, requested_quantity, unit_cost_usd, ${status}, created_at, created_at from orders where id = ${id}`);
    // One was delivered in part by its supplier and has no outcome yet.
    await part(unanswered, "delivered");
    await part(late, "rejected");
    for (const id of [failed, late])
      await database().query(sql`
        with failed as (
          update orders set status = 'failed', refunded_amount = total_amount where id = ${id} returning *
        ) select post_entry(account_id, 'refund', total_amount, 'order:' || id || ':failed', 'Not delivered', now()) from failed`);
    // What was given up and paid back turns up after all: the supplier keeps its price, and nobody pays for it.
    await database().query(sql`
      update supplier_orders set stray = 'waiting', stray_profiles = '[{}, {}, {}]' where order_id = ${late}`);
    await sumAll();
    const during = await of("2026-10-12", "2026-10-19");
    expect(shareOf(during)).toBe(0.2);
    expect(during.marginUsd.toString()).toBe(before.marginUsd.toString());
    expect([during.openUsd, during.refundedUsd, during.lostUsd].map(Number)).toEqual([40, 25, 12]);
    expect(during.before).toMatchObject({ orders: 2 });
    expect([during.before.revenueUsd, during.before.marginUsd].map(Number)).toEqual([10, 2]);
  });

  test("say until when they are summed up; nothing changed, nothing is summed", async () => {
    const clock = movableClock();
    await sumSales(system({ clock }));
    expect(await salesSummedUntil(system())).toEqual(clock.now());
    const idle = movableClock();
    idle.move(HOUR);
    await sumSales(system({ clock: idle }));
    expect(await sumSales(system({ clock: idle }))).toBe(0);
    idle.move(DAY);
    expect(await sumSales(system({ clock: idle }))).toBe(35);
  });

  test("two runs at once sum each day once", async () => {
    await sell(code, packageId, "2026-09-01");
    await database().query(sql`delete from sales_summed`);
    await Promise.all([sumSales(system()), sumSales(system()), sumSales(system())]);
    expect((await ofAccount(code, "2026-09-01", "2026-09-02"))!.orders).toBe(1);
  });
});

test("a statement begins where the month before it ended, and its movements lead to its end", async () => {
  const { code } = await newAccount({ wallet: 100, markup: 50 });
  const { packageId } = await newPackage({ costUsd: 4 });
  await placeOrder(await enter(code), { packageId, quantity: 2 }, claim());
  const statement = await getStatement(system(), code, new Date().toISOString().slice(0, 7));
  expect([statement.opening.toString(), statement.closing.toString()]).toEqual(["0", "88"]);
  const moved = statement.sums.reduce((sum, { amount }) => sum.plus(amount), money(0));
  expect(statement.opening.plus(moved).toString()).toBe(statement.closing.toString());
});

test("who waited for the wallet over midnight is in one month: both statements lead from month to month all the same", async () => {
  const { id, code } = await newAccount({ wallet: 100 });
  const book = (amount: number, at: string) =>
    database().query(sql`
      select id from append_entries(array[(${id}::int, 'adjustment', ${amount}::numeric, ${`test:${at}`}, 'moved', ${new Date(at)}::timestamptz)::new_entry])`);
  await book(-10, "2027-02-28T23:59:57Z");
  await book(-20, "2027-03-01T00:00:01Z");
  // It began before the one that stands before it.
  await book(-40, "2027-02-28T23:59:59Z");
  await book(-80, "2027-03-01T00:00:02Z");
  const [before, after] = [
    await getStatement(system(), code, "2027-02"),
    await getStatement(system(), code, "2027-03"),
  ];
  for (const { opening, sums, closing } of [before, after])
    expect(sums.reduce((sum, { amount }) => sum.plus(amount), opening).toNumber()).toBe(closing.toNumber());
  expect([before, after].map(({ closing }) => closing.toNumber())).toEqual([50, -50]);
  expect(after.opening).toEqual(before.closing);
  const { from, to, opening, closing, sums } = await readStatement(await enter(code), "2027-03");
  expect({ opening, closing, sums }).toEqual({ opening: after.opening, closing: after.closing, sums: after.sums });
  expect([from, to].map((at) => at.toISOString())).toEqual(["2027-03-01T00:00:00.000Z", "2027-04-01T00:00:00.000Z"]);
});
