import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, test, vi } from "vitest";
import { handOver, startEmbeddedWorker } from "#inngest/embedded.ts";
import { PLACES } from "#inngest/job.ts";
import { placeOrder } from "#server/domain/selling/orders/index.ts";
import { database, openDatabase, sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { ulid } from "#server/kernel/ids.ts";
import { directDatabaseUrl } from "#server/kernel/session-limits.ts";
import { openProxy } from "#tests/faults/proxy.ts";
import { openReceiver } from "#tests/support/receiver.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { until } from "#tests/support/until.ts";
import { announce, newEndpoint } from "#tests/support/webhooks.ts";
import { claim, enter, newAccount } from "#tests/support/world.ts";

const simulator = await simulatedSupplier({ timeScale: 1 });
const receiver = await openReceiver();
afterAll(receiver.close);

test("while orders without number wait for a slow supplier, everything else goes on", async () => {
  await simulator.set({ operation: "order", mode: "slow", latencyMs: 6_000 });
  const buyer = await enter((await newAccount({ wallet: 1_000_000 })).code);
  const place = () => placeOrder(buyer, { packageId: "esimaccess-TR_1_7", quantity: 1 }, claim(ulid()));
  await Promise.all(Array.from({ length: 60 }, place));
  const db = openDatabase(env().databaseUrl!, 10);
  const worker = await startEmbeddedWorker(db, directDatabaseUrl());
  try {
    await until(async () => {
      const rows = await database().query(sql`select id from orders where status = 'processing'`);
      return rows.length >= PLACES;
    });
    const { ctx } = await newEndpoint(`${receiver.origin}/`);
    const [id] = await announce(ctx);
    await until(async () => receiver.received.some(({ headers }) => headers["webhook-id"] === id));
    const delivered = await database().query(sql`select id from orders where status = 'delivered'`);
    expect(delivered).toHaveLength(0);
  } finally {
    await simulator.reset();
    await worker.stop();
    await db.close();
  }
});

const backends = (listening: boolean) =>
  database().query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and state = 'idle'
       and case when ${listening}::bool then query ilike 'listen %' else query like '%graphile_worker%_private_jobs%' end`);

test("a worker ends when a connection breaks that may have taken jobs; one that only listened is made anew", async () => {
  const db = openDatabase(env().databaseUrl!, 10);
  const worker = await startEmbeddedWorker(db, directDatabaseUrl());
  let end: string | undefined;
  worker.ended.catch((error: Error) => (end = error.message));
  try {
    await until(async () => (await backends(true)).length > 0);
    const buyer = await enter((await newAccount({ wallet: 100 })).code);
    await placeOrder(buyer, { packageId: "esimaccess-TR_1_7", quantity: 1 }, claim(ulid()));
    const order = () => database().prisma.order.findFirst({ where: { accountId: buyer.account.id } });
    await until(async () => (await order())?.status === "delivered");
    expect(end).toBeUndefined();
    await until(async () => (await backends(false)).length > 0);
    await until(() => end !== undefined);
    expect(end).toMatch(/^The job engine cannot go on: /);
  } finally {
    await worker.stop();
    await db.close();
  }
});

test("a worker whose database fell silent ends once its address leads to one that answers", async () => {
  const path = join(new URL(directDatabaseUrl()).searchParams.get("host")!, ".s.PGSQL.5432");
  const former = await openProxy(() => ({ path }));
  let isMoved = false;
  const address = await openProxy(() => (isMoved ? { path } : { host: "127.0.0.1", port: former.port }));
  const url = `postgresql://postgres:test@127.0.0.1:${address.port}${new URL(directDatabaseUrl()).pathname}`;
  const db = openDatabase(url, 10);
  const worker = await startEmbeddedWorker(db, url);
  let end: string | undefined;
  worker.ended.catch((error: Error) => (end = error.message));
  former.be({ kind: "stall" });
  isMoved = true;
  await until(() => end !== undefined);
  expect(end).toBe("The job engine cannot go on: the database answers others, and not this worker");
  for (const proxy of [former, address]) proxy.close();
  await worker.stop();
  await db.close();
});

test("a worker ends when the end of a job cannot be recorded", async () => {
  const db = openDatabase(env().databaseUrl!, 10);
  const worker = await startEmbeddedWorker(db, directDatabaseUrl());
  let end: string | undefined;
  worker.ended.catch((error: Error) => (end = error.message));
  const query = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const text = (given[0] as { text?: string } | undefined)?.text ?? "";
    if (/delete from .*_private_jobs/s.test(text)) return Promise.reject(new Error("not recorded"));
    return (query as (...given: unknown[]) => unknown).apply(this, given);
  } as never);
  try {
    const buyer = await enter((await newAccount({ wallet: 100 })).code);
    await placeOrder(buyer, { packageId: "esimaccess-TR_1_7", quantity: 1 }, claim(ulid()));
    await until(() => end !== undefined);
    expect(end).toMatch(/stopped by itself/);
  } finally {
    spy.mockRestore();
    await worker.stop().catch(() => {});
    await db.close();
  }
});

test("of a supplier's jobs, those of what has begun are taken first, in its own places", async () => {
  const handedOver = await database().transaction(async (tx) => {
    const traceparent = null;
    await handOver(tx, [
      { job: "fulfil-order", payload: { orderId: -1 }, traceparent, supplier: "airalo", isBegun: false },
      { job: "fulfil-order", payload: { orderId: -2 }, traceparent, supplier: "airalo", isBegun: true },
      { job: "send-mail", payload: { mailId: -3 }, traceparent },
    ]);
    return await tx.query<{ task: string; priority: number }>(sql`
      select task_identifier as task, priority from graphile_worker.jobs where created_at = now() order by task, priority`);
  });
  expect(handedOver).toEqual([
    { task: "fulfil-order@airalo", priority: 0 },
    { task: "fulfil-order@airalo", priority: 1 },
    { task: "send-mail", priority: 0 },
  ]);
});
