import { afterEach, expect, test } from "vitest";
import { findSuppliers } from "#inngest/find-suppliers.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { settleAction } from "#server/domain/selling/actions/index.ts";
import { checkLateOrder, fulfilOrder } from "#server/domain/selling/orders/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import type { JobName } from "#server/kernel/jobs.ts";
import { delivered, over, packageOf, placed, settled, topUp } from "#tests/support/bought.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { system } from "#tests/support/world.ts";

const supplier = await simulatedSupplier();

/** As after a 429 with a long Retry-After. */
const close = () =>
  database().query(sql`
    insert into supplier_turns (supplier_code, about, closed_until) values ('esimaccess', '', now() + interval '5 minutes')
    on conflict (supplier_code, about) do update set closed_until = excluded.closed_until`);
const open = () => database().query(sql`update supplier_turns set closed_until = null`);

afterEach(async () => {
  await open();
  await supplier.reset();
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
