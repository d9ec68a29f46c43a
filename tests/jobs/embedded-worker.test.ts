import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Logger, run } from "graphile-worker";
import pg from "pg";
import { afterAll, expect, test, vi } from "vitest";
import { startEmbeddedWorker } from "#inngest/embedded.ts";
import { EnginePool } from "#inngest/engine-pool.ts";
import { handOver } from "#inngest/hand-over.ts";
import { PLACES } from "#inngest/job.ts";
import { type Move, moveWithin, runRelay } from "#inngest/relay.ts";
import { placeOrder } from "#server/domain/selling/orders/index.ts";
import { connectionOptions, database, openDatabase, sql, statement } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { ulid } from "#server/kernel/ids.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { directDatabaseUrl } from "#server/kernel/session-limits.ts";
import { openProxy } from "#tests/faults/proxy.ts";
import { openReceiver } from "#tests/support/receiver.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { until } from "#tests/support/until.ts";
import { announce, newEndpoint } from "#tests/support/webhooks.ts";
import { claim, enter, newAccount } from "#tests/support/world.ts";

const DEPLOYING = readFileSync(join(import.meta.dirname, "../../docs/deploying.md"), "utf8");
const simulator = await simulatedSupplier({ timeScale: 1 });
const receiver = await openReceiver();
afterAll(receiver.close);

test("while orders without number wait for a slow supplier, everything else goes on", async () => {
  await simulator.set({ operation: "order", mode: "slow", latencyMs: 3_600_000 });
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
    simulator.hurry();
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

test("a worker that is stopped before the database answered its LISTEN gives the connection back once when that breaks", async () => {
  const path = join(new URL(directDatabaseUrl()).searchParams.get("host")!, ".s.PGSQL.5432");
  const proxy = await openProxy(() => ({ path }));
  const url = `postgresql://postgres:test@127.0.0.1:${proxy.port}${new URL(directDatabaseUrl()).pathname}`;
  const pgPool = new EnginePool(connectionOptions(url));
  pgPool.on("error", () => {});
  const released: unknown[] = [];
  pgPool.on("release", (_error, client) => released.push(client));
  const events = new EventEmitter();
  let listener: unknown;
  events.on("pool:listen:success", ({ client }) => (listener = client));
  proxy.be({ kind: "stall", from: "LISTEN" });
  const runner = await run({ pgPool, events, taskList: {}, noHandleSignals: true, logger: new Logger(() => () => {}) });
  await until(() => listener !== undefined);
  const stopped = runner.stop();
  proxy.close();
  await stopped.catch(() => {});
  await until(() => released.includes(listener));
  await pgPool.end();
  expect(released.filter((client) => client === listener)).toHaveLength(1);
});

test("a worker starts and goes on while the database answers and its reports wait, which wait for no commit", async () => {
  const db = openDatabase(env().databaseUrl!, 10);
  await database().query(sql`create table waited as select current_setting('synchronous_commit') as how limit 0`);
  await database().query(sql`
    create function note_wait() returns trigger language plpgsql as
    $$ begin insert into waited values (current_setting('synchronous_commit')); return null; end $$`);
  await database().query(sql`
    create trigger note_wait after insert or update or delete on worker_pools for each row execute function note_wait()`);
  await database().query(sql`insert into worker_pools values ('silent', now() - interval '1 hour')`);
  await database().query(sql`delete from waited`);
  const other = openDatabase(env().databaseUrl!, 1);
  let end: string | undefined;
  const worker = await other.transaction(async (tx) => {
    await tx.query(sql`lock table worker_pools in exclusive mode`);
    const started = await startEmbeddedWorker(db, directDatabaseUrl());
    started.ended.catch((error: Error) => (end = error.message));
    // Longer than an answer is waited for, and than it takes to ask on another connection.
    await until(async () => {
      await tx.query(sql`select 1`);
      const waiting = await database().query(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like '%insert into worker_pools%' and query_start < now() - interval '10 seconds'`);
      return waiting.length > 0;
    });
    return started;
  });
  await until(async () => (await database().query(sql`select from worker_pools where id = 'silent'`)).length === 0);
  expect(end).toBeUndefined();
  expect(await database().query(sql`select distinct how from waited`)).toEqual([{ how: "off" }]);
  await database().query(sql`drop function note_wait cascade`);
  await worker.stop();
  await Promise.all([db.close(), other.close()]);
});

test("jobs are handed over again when a connection becomes free, however long all were at work", async () => {
  const db = openDatabase(env().databaseUrl!, 1, { longest: 2_000 });
  const stopping = new AbortController();
  const hand = moveWithin(async () => {});
  let tries = 0;
  const counted: Move = (given) => {
    tries++;
    return hand(given);
  };
  let relay: Promise<void> | undefined;
  let end: Error | undefined;
  await db.transaction(async (tx) => {
    relay = runRelay(db, counted, stopping.signal).catch((error) => {
      end = error;
    });
    await until(async () => {
      await tx.query(sql`select 1`);
      return tries > 1 || end !== undefined;
    });
  });
  expect(end).toBeUndefined();
  await enqueue(database(), "send-mail", { mailId: -1 });
  await until(async () => (await database().query(sql`select from outbox_jobs where run_at <= now()`)).length === 0);
  stopping.abort();
  await relay;
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
    const tasks = () =>
      tx.query<{ task: string; priority: number }>(sql`
        select task_identifier as task, priority from graphile_worker.jobs where created_at = now() order by task, priority`);
    const told = await tasks();
    await tx.query(statement(DEPLOYING.match(/^update graphile_worker[^`]+/m)![0]));
    expect(
      (await tasks()).map(({ task }) => task),
      "a former version takes them",
    ).toEqual(["fulfil-order", "fulfil-order", "send-mail"]);
    return told;
  });
  expect(handedOver).toEqual([
    { task: "fulfil-order@airalo", priority: 0 },
    { task: "fulfil-order@airalo", priority: 1 },
    { task: "send-mail", priority: 0 },
  ]);
});
