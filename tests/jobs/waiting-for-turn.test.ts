import { afterEach, describe, expect, test } from "vitest";
import { findSuppliers } from "#inngest/find-suppliers.ts";
import {
  listUnfitSuppliers,
  overrideSuppliers,
  SUPPLIER_CODES,
  type Supplier,
} from "#server/domain/catalogue/suppliers/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { changeAccount } from "#server/domain/reseller/accounts/index.ts";
import { listReviews, settleAction } from "#server/domain/selling/actions/index.ts";
import { checkLateOrder, fulfilOrder } from "#server/domain/selling/orders/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import type { JobName } from "#server/kernel/jobs.ts";
import { money } from "#server/kernel/money.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { delivered, over, packageOf, placed, refunds, settled, topUp } from "#tests/support/bought.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { system } from "#tests/support/world.ts";

const suppliers = await simulatedSuppliers([...SUPPLIER_CODES]);
const supplier = suppliers.of("esimaccess");
/** What happens around the calls of a test. */
let around: (supplier: Supplier) => Partial<Supplier> = () => ({});
overrideSuppliers((of) => ({ ...of, ...around(of) }));

/** As after a 429 with a long Retry-After. */
const close = (code = "esimaccess", seconds = 300) =>
  database().query(sql`
    insert into supplier_turns (supplier_code, about, closed_until) values (${code}, '', now() + make_interval(secs => ${seconds}::int))
    on conflict (supplier_code, about) do update set closed_until = excluded.closed_until`);
const open = () => database().query(sql`update supplier_turns set closed_until = null`);

afterEach(async () => {
  around = () => ({});
  await open();
  await suppliers.reset();
  expect((await checkInvariants(system())).failures).toEqual([]);
});

const partOf = async (orderId: number) => {
  const rows = await database().query(
    sql`select status, sends, checks, rejected_code, not_found_at, busy_until from supplier_orders where order_id = ${orderId}`,
  );
  return rows[0];
};
const calls = async () => (await database().query(sql`select id from supplier_calls`)).length;
/** How long the run that waits is put off. */
const putOff = async (key: string) => {
  const rows = await database().query<{ seconds: number }>(
    sql`select extract(epoch from run_at - now())::float8 as seconds from outbox_jobs where key = ${key}`,
  );
  return rows[0]?.seconds ?? null;
};

test("an order that waits for its turn is as it was, and is bought once it has come", async () => {
  const order = await placed(await packageOf("esimaccess"));
  await database().query(sql`delete from outbox_jobs`);
  await close();
  const before = await calls();
  for (let n = 0; n < 10; n++) await fulfilOrder(system(), order.id);
  expect(await partOf(order.id)).toMatchObject({ status: "intended", sends: 0, checks: 0, rejectedCode: null });
  expect(await calls()).toBe(before);
  expect(await putOff(`fulfil-order:${order.id}`)).toBeGreaterThan(0);
  await open();
  await fulfilOrder(system(), order.id);
  expect((await settled(order)).status).toBe("delivered");
  expect(await partOf(order.id)).toMatchObject({ sends: 1 });
});

test("a look for what has no outcome waits for its turn, and counts when it was had only", async () => {
  await supplier.set({ operation: "order", mode: "timeout_after", times: 1 });
  const order = await placed(await packageOf("esimaccess"));
  await runJobsUntil(async () => ((await partOf(order.id)) as { status?: string } | undefined)?.status === "sent");
  await database().query(sql`update supplier_orders set busy_until = null where order_id = ${order.id}`);
  await close();
  const before = await partOf(order.id);
  for (let n = 0; n < 10; n++) await fulfilOrder(system(), order.id);
  expect(await partOf(order.id)).toEqual(before);
  await open();
  await fulfilOrder(system(), order.id);
  expect((await settled(order)).status).toBe("delivered");
});

test("a top-up that waits for its turn is as it was", async () => {
  const { ctx, iccid } = await delivered("esimaccess");
  const { id } = await topUp(ctx, iccid);
  await close();
  for (let n = 0; n < 10; n++) await settleAction(system(), id);
  const [action] = await database().query(sql`select status, sends, checks, unsent from actions where id = ${id}`);
  expect(action).toEqual({ status: "queued", sends: 0, checks: 0, unsent: true });
  await open();
  await settleAction(system(), id);
  expect((await over(ctx, id)).status).toBe("succeeded");
});

test("the last look for something that was given up is not missed because it waits", async () => {
  const order = await delivered("esimaccess");
  const [part] = await database().query<{ reference: string }>(sql`
    update supplier_orders set lost_at = now() - interval '30 days', watch_at = now() where order_id = ${order.id} returning reference`);
  await close();
  await checkLateOrder(system(), part!.reference);
  expect(await putOff(`check-late-order:${part!.reference}`)).toBeGreaterThan(0);
  const [kept] = await database().query(sql`select stray from supplier_orders where order_id = ${order.id}`);
  expect(kept).toEqual({ stray: null });
});

/** Another process has asked for as many tokens as there are. */
async function spendTokens(): Promise<void> {
  processSingleton("airalo-tokens", () => new Map()).clear();
  await database().query(sql`
    insert into supplier_turns (supplier_code, about, given) values ('airalo', 'token', array_fill(now() + interval '5 minutes', array[3]))
    on conflict (supplier_code, about) do update set given = excluded.given`);
}

test("an order for which no token can be had is as it was, however often, and so is one that waits for another's", async () => {
  const item = await packageOf("airalo");
  const orders = [await placed(item), await placed(item)];
  await spendTokens();
  for (let n = 0; n < 8; n++) await Promise.all(orders.map(({ id }) => fulfilOrder(system(), id)));
  for (const { id } of orders)
    expect(await partOf(id)).toMatchObject({ status: "intended", sends: 0, checks: 0, rejectedCode: null });
  await database().query(sql`delete from supplier_turns where about = 'token'`);
  for (const order of orders) expect((await settled(order)).status).toBe("delivered");
});

test("an order whose purchase has no turn after its dry run is as it was", async () => {
  const order = await placed(await packageOf("esimgo"));
  around = (of) => ({
    async order(request) {
      await close("esimgo");
      return await of.order(request);
    },
  });
  for (let n = 0; n < 8; n++) {
    await fulfilOrder(system(), order.id);
    expect(await partOf(order.id)).toMatchObject({ status: "intended", sends: 0, checks: 0, busyUntil: null });
    await open();
  }
  const asked = await database().query(
    sql`select id from supplier_calls where order_id = ${order.id} and operation = 'order' and request like '%validate%'`,
  );
  expect(asked).toHaveLength(8);
  around = () => ({});
  expect((await settled(order)).status).toBe("delivered");
  expect(await partOf(order.id)).toMatchObject({ sends: 1 });
});

/** As when it was begun so long ago. */
const age = async (table: "supplier_orders" | "actions", id: number) =>
  await (table === "actions"
    ? database().query(sql`update actions set created_at = created_at - interval '2 minutes' where id = ${id}`)
    : database().query(
        sql`update supplier_orders set created_at = created_at - interval '2 minutes' where order_id = ${id}`,
      ));

describe("what has had no turn for as long as refusals are waited out", () => {
  test("is bought elsewhere, where the account allows it, and from nobody twice", async () => {
    const [item] = await database().query<{ packageId: string }>(sql`
      select p.package_id from packages p join packages q on q.product_key = p.product_key and q.supplier_code = 'airalo' and q.cost_usd <= p.cost_usd
       where p.supplier_code = 'esimaccess' and p.status = 'on_sale' and q.status = 'on_sale' order by p.id limit 1`);
    const order = await placed(item!.packageId);
    await changeAccount(system(), order.ctx.account.code, { failover: true });
    around = (of) => ({
      order: async () => ({ kind: "rejected", code: of.code === "esimaccess" ? "busy" : "refused", message: "" }),
    });
    await fulfilOrder(system(), order.id);
    around = () => ({});
    await close();
    expect(await partOf(order.id)).toMatchObject({ status: "intended", sends: 1, checks: 1 });
    await age("supplier_orders", order.id);
    await Promise.all([fulfilOrder(system(), order.id), fulfilOrder(system(), order.id)]);
    const { status, profiles } = await settled(order);
    expect({ status, count: profiles.length }).toEqual({ status: "delivered", count: 1 });
    expect(profiles[0]!.supplierCode).not.toBe("esimaccess");
    expect(await refunds(order.ctx)).toEqual([]);
  });

  test("is paid back, once, where it does not", async () => {
    const order = await placed(await packageOf("esimaccess"));
    await close();
    await fulfilOrder(system(), order.id);
    await age("supplier_orders", order.id);
    await Promise.all([fulfilOrder(system(), order.id), fulfilOrder(system(), order.id)]);
    expect(await partOf(order.id)).toMatchObject({ status: "rejected", rejectedCode: "busy", sends: 0 });
    expect((await settled(order)).status).toBe("failed");
    expect(await refunds(order.ctx)).toHaveLength(1);
  });

  test("is watched for when it may have been bought before, and bought from nobody else", async () => {
    const order = await placed(await packageOf("esimaccess"));
    await close();
    await fulfilOrder(system(), order.id);
    await changeAccount(system(), order.ctx.account.code, { failover: true });
    await database().query(sql`
      update supplier_orders set sends = 1, sent_at = created_at, lost_at = now() - interval '2 minutes' where order_id = ${order.id}`);
    await fulfilOrder(system(), order.id);
    expect((await settled(order)).status).toBe("failed");
    expect(await partOf(order.id)).toMatchObject({ status: "rejected", rejectedCode: "not_accepted", sends: 1 });
    expect(await refunds(order.ctx)).toHaveLength(1);
  });

  test("is a top-up that failed, and is paid back once", async () => {
    const { ctx, iccid } = await delivered("esimaccess");
    const { id, amount } = await topUp(ctx, iccid);
    await close();
    await age("actions", id);
    await Promise.all([settleAction(system(), id), settleAction(system(), id)]);
    expect((await over(ctx, id)).status).toBe("failed");
    expect(await refunds(ctx)).toEqual([amount]);
  });
});

test("a supplier that wants to be left alone for longer than shortly is fit for no new order", async () => {
  const isUnfit = async () => (await listUnfitSuppliers(database(), new Date(), money(1))).has("esimaccess");
  await close("esimaccess", 1);
  expect(await isUnfit()).toBe(false);
  await close("esimaccess", 100);
  expect(await isUnfit()).toBe(true);
});

test("what was asked before a top-up is on record, though the top-up waits", async () => {
  const { ctx, iccid } = await delivered("esimaccess");
  const { id } = await topUp(ctx, iccid);
  around = (of) => ({
    async topupEvidence(esim) {
      const evidence = await of.topupEvidence(esim);
      await close();
      return evidence;
    },
  });
  const before = await calls();
  await settleAction(system(), id);
  expect(await calls()).toBe(before + 1);
  const [action] = await database().query(sql`select sends, checks, unsent from actions where id = ${id}`);
  expect(action).toEqual({ sends: 0, checks: 0, unsent: true });
  around = () => ({});
  await open();
  expect((await over(ctx, id)).status).toBe("succeeded");
});

test("what turned up late goes back to its supplier in two goes, when that cannot be asked in between", async () => {
  await supplier.set({ operation: "order", mode: "timeout_after", times: 1 });
  const order = await placed(await packageOf("esimaccess"), 2);
  await runJobsUntil(async () => ((await partOf(order.id)) as { status?: string } | undefined)?.status === "sent");
  const [part] = await database().query<{ reference: string }>(sql`
    update supplier_orders set status = 'rejected', rejected_code = 'not_accepted', lost_at = now() - interval '5 seconds', busy_until = null
     where order_id = ${order.id} returning reference`);
  expect((await settled(order)).status).toBe("failed");
  const sale = async () => (await supplier.records()).orders.find(({ reference }) => reference === part!.reference)!;
  await expect.poll(async () => (await sale()).delivered).toBe(2);
  const stray = async () => {
    const rows = await database().query(sql`
      select stray, jsonb_array_length(stray_profiles) as count from supplier_orders where order_id = ${order.id}`);
    return rows[0];
  };
  around = (of) => ({
    async cancel(esim) {
      const outcome = await of.cancel(esim);
      await close();
      return outcome;
    },
  });
  await checkLateOrder(system(), part!.reference);
  expect(await stray()).toEqual({ stray: "returned", count: 1 });
  expect(await putOff(`check-late-order:${part!.reference}`)).toBeGreaterThan(0);
  expect((await listReviews(system())).filter(({ ref }) => ref === order.reference)).toEqual([]);
  around = () => ({});
  await open();
  await checkLateOrder(system(), part!.reference);
  expect(await stray()).toEqual({ stray: "returned", count: 2 });
  expect((await sale()).refundedUsd).toBe((await sale()).paidUsd);
});

test("the engine is told whom each job calls, and which has begun", async () => {
  const item = await packageOf("esimaccess");
  const sent = await delivered("esimaccess");
  const fresh = await placed(item);
  const due = (job: JobName, payload: object) => ({ job, payload, traceparent: null });
  const jobs = [
    due("send-mail", { mailId: 1 }),
    due("fulfil-order", { orderId: fresh.id }),
    due("fulfil-order", { orderId: 999_999_999 }),
    due("sync-esims", { esimIds: [999_999_999] }),
  ];
  expect(await findSuppliers(database(), jobs)).toEqual([
    jobs[0],
    { ...jobs[1], supplier: "esimaccess", isBegun: false },
    jobs[2],
    jobs[3],
  ]);
  await supplier.set({ operation: "order", mode: "timeout_after", times: 1 });
  await runJobsUntil(async () => ((await partOf(fresh.id)) as { status?: string } | undefined)?.status === "sent");
  const [begun] = await findSuppliers(database(), [due("fulfil-order", { orderId: fresh.id })]);
  expect(begun).toMatchObject({ supplier: "esimaccess", isBegun: true });
  const [esim] = await database().query<{ id: number }>(sql`select id from esims where order_id = ${sent.id}`);
  const [synced] = await findSuppliers(database(), [due("sync-esims", { esimIds: [esim!.id] })]);
  expect(synced).toMatchObject({ supplier: "esimaccess", isBegun: false });
  const ofAnother = due("sync-esims", { esimIds: [esim!.id] });
  const unknown = database().transaction(async (tx) => {
    await tx.query(sql`insert into suppliers (code, name) values ('tomorrow', 'Tomorrow')`);
    await tx.query(sql`update esims set supplier_code = 'tomorrow' where id = ${esim!.id}`);
    throw await findSuppliers(tx, [ofAnother]);
  });
  expect(await unknown.catch((told) => told), "nobody takes what one calls that this version does not know").toEqual([
    ofAnother,
  ]);
  expect((await settled(fresh)).status).toBe("delivered");
});
