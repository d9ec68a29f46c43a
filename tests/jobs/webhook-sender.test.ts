import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { moveWithin } from "#inngest/relay.ts";
import { bookAttempts } from "#server/domain/messaging/webhooks/book-attempts.ts";
import {
  closeEndpoint,
  createEndpoint,
  deliverWebhooks,
  drainDeliveries,
  listEndpoints,
  rotateSecret,
  updateEndpoint,
} from "#server/domain/messaging/webhooks/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { type Database, database, openDatabase, type Sql, sql } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { openReceiver } from "#tests/support/receiver.ts";
import { goOn, stopTime } from "#tests/support/stopped-time.ts";
import { until } from "#tests/support/until.ts";
import { allOver, announce, deliveriesOf, newEndpoint } from "#tests/support/webhooks.ts";
import { system } from "#tests/support/world.ts";

const receiver = await openReceiver();
const opened: Database[] = [];
afterAll(receiver.close);
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answers.length = 0;
  receiver.always = {};
});
afterEach(async () => {
  receiver.hangUp();
  for (const db of opened.splice(0)) {
    await drainDeliveries(db);
    await db.close();
  }
});

/** Another worker: what a sender has under way hangs on its database. */
function newWorker() {
  const db = openDatabase(env().databaseUrl!, 5);
  opened.push(db);
  return system({ db });
}

/** A worker to whom the database answers a claim as `claiming` says. */
function workerWith(claiming: (claim: () => Promise<never[]>) => Promise<never[]>) {
  const plain = newWorker();
  const db: Database = {
    ...plain.db,
    prisma: plain.db.prisma,
    query: <Row>(statement: Sql) => {
      const ask = () => plain.db.query<Row>(statement);
      return statement.text.includes("claim_deliveries") ? claiming(ask as () => Promise<never[]>) : ask();
    },
  };
  return system({ db });
}

describe("in batches", () => {
  beforeEach(stopTime);
  afterEach(goOn);

  test("hundreds of deliveries take few statements and few connections, and each has its attempt on record", async () => {
    const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
    const ids = await announce(ctx, 600);
    let statements = 0;
    const count: Database["query"] = <Row>(statement: Sql) => {
      statements++;
      return database().query<Row>(statement);
    };
    const db: Database = {
      ...database(),
      prisma: ctx.db.prisma,
      query: count,
    };
    const before = receiver.connections - receiver.idleEnds;
    await deliverWebhooks(system({ db }), [id]);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set(ids));
    expect(receiver.received).toHaveLength(600);
    // One by one they would be 1,200, and 600 connections. One that ended because nobody had use for it may be made anew.
    expect(statements).toBeLessThan(240);
    expect(receiver.connections - receiver.idleEnds - before).toBeLessThanOrEqual(64);
    const [row] = await database().query(sql`
      select count(*) as attempts, count(distinct delivery_id) as deliveries from delivery_attempts a join deliveries d on d.id = a.delivery_id where endpoint_id = ${id}`);
    expect(row).toEqual({ attempts: 600, deliveries: 600 });
    await drainDeliveries(db);
  });

  test("what is due first is sent first", async () => {
    const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
    const ids = await announce(ctx, 100);
    await deliverWebhooks(newWorker(), [id]);
    const first = receiver.received.slice(0, 8).map(({ headers }) => headers["webhook-id"]);
    // Requests made side by side may arrive in another order.
    for (const id of first) expect(ids.slice(0, 20)).toContain(id);
  });

  test("two workers share an endpoint's deliveries and send none twice", async () => {
    const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
    await announce(ctx, 300);
    await Promise.all([deliverWebhooks(newWorker(), [id]), deliverWebhooks(newWorker(), [id])]);
    expect(await allOver(ctx)()).toBe(true);
    expect(receiver.received).toHaveLength(300);
  });

  test("bells that ring together become one job", async () => {
    const one = await newEndpoint(`${receiver.origin}/hook`);
    const two = await newEndpoint(`${receiver.origin}/hook`);
    await database().query(sql`delete from outbox_jobs`);
    for (const { ctx } of [one, two, one]) await announce(ctx);
    const handed: object[] = [];
    await moveWithin(async (_tx, due) => void handed.push(...due))(database());
    expect(handed).toEqual([
      { job: "deliver-webhooks", payload: { endpointIds: [one.id, two.id] }, traceparent: null },
    ]);
  });
});

/** Deliveries at the endpoints that are somebody's, by the clock that claims them. */
async function claimed(endpointIds: number[]): Promise<number> {
  const [row] = await database().query<{ count: number }>(sql`
    select count(*)::int as count from deliveries
     where endpoint_id = any(${endpointIds}::int[]) and status = 'pending' and next_attempt_at > ${new Date()}`);
  return row!.count;
}

describe("an endpoint that hangs", () => {
  beforeEach(stopTime);
  afterEach(goOn);

  test("has no more than a few attempts under way, and others get theirs at once", async () => {
    const hanging = await newEndpoint(`${receiver.origin}/hang`);
    const healthy = await newEndpoint(`${receiver.origin}/fine`);
    receiver.always = (request, response) => void (request.url === "/hang" || response.end());
    const worker = newWorker();
    await announce(hanging.ctx, 500);
    await deliverWebhooks(worker, [hanging.id], { withinMs: 200 });
    expect((await deliveriesOf(hanging.ctx)).filter(({ attemptCount }) => attemptCount > 0)).toEqual([]);
    await announce(healthy.ctx, 100);
    await until(async () => {
      await deliverWebhooks(worker, [healthy.id, hanging.id], { withinMs: 1_000 });
      return (await deliveriesOf(healthy.ctx)).every(({ status }) => status === "delivered");
    });
    expect(receiver.received.filter(({ path }) => path === "/hang")).toHaveLength(8);
  });

  test("and seven more like it, which took all at once until then, leave room for others", async () => {
    const eight = await Promise.all(Array.from({ length: 8 }, () => newEndpoint(`${receiver.origin}/hang`)));
    const ids = eight.map(({ id }) => id);
    const healthy = await newEndpoint(`${receiver.origin}/fine`);
    const worker = newWorker();
    for (const { ctx } of eight) await announce(ctx, 200);
    await deliverWebhooks(worker, ids);
    let [givenUp, arrived] = [0, -1];
    receiver.always = (request, response) => {
      if (request.url === "/hang") return void response.on("close", () => givenUp++);
      arrived = givenUp;
      response.end();
    };
    for (const { ctx } of eight) await announce(ctx, 200);
    void deliverWebhooks(worker, ids);
    // As much as they take.
    await until(async () => (await claimed(ids)) >= 700);
    await announce(healthy.ctx);
    await deliverWebhooks(worker, [healthy.id], { withinMs: 1_000 });
    await until(() => arrived >= 0);
    receiver.always = {};
    expect(arrived).toBe(0);
  });

  test("and all others of its account, which took all at once until then, leave half of it to other accounts", async () => {
    const { ctx, id } = await newEndpoint(`${receiver.origin}/hang`);
    const more = Array.from({ length: 19 }, () =>
      createEndpoint(ctx, { url: `${receiver.origin}/hang`, events: ["*"] }),
    );
    const ids = [id, ...(await Promise.all(more)).map((one) => one.id)];
    const healthy = await newEndpoint(`${receiver.origin}/fine`);
    const worker = newWorker();
    await announce(ctx, 150);
    await deliverWebhooks(worker, ids);
    receiver.always = (request, response) => void (request.url === "/hang" || response.end());
    await announce(ctx, 150);
    void deliverWebhooks(worker, ids);
    await until(async () => (await claimed(ids)) >= 400);
    await announce(healthy.ctx, 20);
    await deliverWebhooks(worker, [healthy.id]);
    expect(await claimed(ids)).toBeLessThanOrEqual(512);
    receiver.always = {};
  });

  test("keeps a job of the engine waiting for a moment only", async () => {
    const { ctx, id } = await newEndpoint(`${receiver.origin}/hang`);
    receiver.always = { hang: true };
    await announce(ctx);
    const { deliverWebhooks: job } = await import("#inngest/functions/deliver-webhooks.ts");
    await job.run(newWorker(), { endpointIds: [id] }, { run: (_name, work) => work() });
    expect(await deliveriesOf(ctx)).toMatchObject([{ attemptCount: 0 }]);
    await until(() => receiver.received.length === 1);
  });
});

describe("after ten failures in a row", () => {
  const pausedUntil = async (id: number, set?: "over") => {
    if (set)
      await database().query(sql`update webhook_endpoints set paused_until = now() - interval '1 s' where id = ${id}`);
    const [row] = await database().query<{ pausedUntil: Date | null }>(
      sql`select paused_until from webhook_endpoints where id = ${id}`,
    );
    return row!.pausedUntil;
  };

  async function pauseEndpoint() {
    const endpoint = await newEndpoint(`${receiver.origin}/hook`);
    receiver.always = { status: 500 };
    await announce(endpoint.ctx, 60);
    await deliverWebhooks(system(), [endpoint.id]);
    receiver.received.length = 0;
    return endpoint;
  }

  test("nothing is sent until the pause is over, then one probe at a time", async () => {
    const { ctx, id } = await pauseEndpoint();
    await announce(ctx, 20);
    expect((await pausedUntil(id))!.getTime()).toBeGreaterThan(Date.now());
    await deliverWebhooks(system(), [id]);
    expect(receiver.received).toHaveLength(0);
    await pausedUntil(id, "over");
    await Promise.all([1, 2, 3].map(() => deliverWebhooks(newWorker(), [id])));
    expect(receiver.received).toHaveLength(1);
    expect((await pausedUntil(id))!.getTime()).toBeGreaterThan(Date.now());
    const [bell] = await database().query<{ runAt: Date }>(
      sql`select run_at from outbox_jobs where key = ${`deliver-webhooks:${id}`}`,
    );
    expect(bell!.runAt.getTime()).toBeGreaterThan(Date.now());
  });

  test("a probe that succeeds lets everything through that waited", async () => {
    const { ctx, id } = await pauseEndpoint();
    await announce(ctx, 200);
    await pausedUntil(id, "over");
    receiver.always = {};
    await deliverWebhooks(system(), [id]);
    expect(await pausedUntil(id)).toBeNull();
    expect((await deliveriesOf(ctx)).filter(({ status }) => status === "delivered").length).toBeGreaterThanOrEqual(200);
    expect(await listEndpoints(ctx)).toMatchObject([{ failureCount: 0, failingSince: null }]);
  });
});

describe("an endpoint that takes 64 at a time", () => {
  beforeEach(stopTime);
  afterEach(goOn);

  /** 64 of its deliveries are under way and 64 are claimed ahead; `answer` ends the attempts. */
  async function aheadOf(worker: ReturnType<typeof newWorker>) {
    const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
    await announce(ctx, 200);
    await deliverWebhooks(worker, [id]);
    receiver.received.length = 0;
    const open: ServerResponse[] = [];
    receiver.always = (_request, response) => void open.push(response);
    await announce(ctx, 200);
    void deliverWebhooks(worker, [id]);
    await until(() => open.length === 64);
    expect(await claimed([id])).toBe(128);
    const answer = () => {
      receiver.always = {};
      for (const response of open.splice(0)) response.end();
    };
    return { ctx, id, open, answer };
  }

  test("has as many again claimed ahead, which are sent in their turn, by a worker that stops too, and none twice", async () => {
    const worker = newWorker();
    const { ctx, id, answer } = await aheadOf(worker);
    const drained = drainDeliveries(worker.db);
    answer();
    await drained;
    expect(receiver.received).toHaveLength(128);
    expect(await claimed([id])).toBe(0);
    await deliverWebhooks(newWorker(), [id]);
    expect(await allOver(ctx)()).toBe(true);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(200);
    expect(receiver.received).toHaveLength(200);
  });

  const CHANGES: [what: string, change: (ctx: AccountCtx, id: string) => Promise<unknown>][] = [
    ["address", (ctx, id) => updateEndpoint(ctx, id, { url: `${receiver.origin}/moved` })],
    ["secret", rotateSecret],
    ["state, and is disabled,", closeEndpoint],
  ];
  test.each(CHANGES)("that changes its %s gets what was claimed ahead as it wants it now", async (_what, change) => {
    const { ctx, id, open, answer } = await aheadOf(newWorker());
    await change(ctx, String(id));
    // What begins in the place of these may do so before their booking says what has changed.
    for (let ended = 1; ended <= 2; ended++) {
      open.shift()!.end();
      await until(
        async () => (await deliveriesOf(ctx)).filter(({ attemptCount }) => attemptCount > 0).length === 200 + ended,
      );
    }
    answer();
    await until(allOver(ctx));
    const old = receiver.received.filter(
      ({ path, headers }) => path === "/hook" && String(headers["webhook-signature"]).split(" ").length === 1,
    );
    expect(old.length).toBeLessThanOrEqual(66);
    expect(receiver.received.length).toBe(change === closeEndpoint ? old.length : 200);
  });

  test("is sent nothing that was claimed too long ago for its attempt to end in time: its bell rings when the claim is over", async () => {
    const worker = newWorker();
    const { ctx, id, answer } = await aheadOf(worker);
    vi.setSystemTime(Date.now() + 5_100);
    const drained = drainDeliveries(worker.db);
    answer();
    await drained;
    expect(receiver.received).toHaveLength(64);
    expect(await claimed([id])).toBe(64);
    const [bell] = await database().query<{ inTime: boolean }>(sql`
      select run_at <= (select max(next_attempt_at) from deliveries where endpoint_id = ${id}) as in_time
        from outbox_jobs where key = ${`deliver-webhooks:${id}`}`);
    expect(bell).toEqual({ inTime: true });
    await database().query(
      sql`update deliveries set next_attempt_at = ${new Date()} where endpoint_id = ${id} and status = 'pending'`,
    );
    await deliverWebhooks(newWorker(), [id]);
    expect(await allOver(ctx)()).toBe(true);
    expect(receiver.received).toHaveLength(200);
  });
});

test("of claims that the database tells late nothing is sent once they may be another's", async () => {
  const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
  await announce(ctx, 3);
  const worker = workerWith(async (claim) => {
    const claimed = await claim();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    return claimed;
  });
  try {
    await deliverWebhooks(worker, [id]);
  } finally {
    vi.useRealTimers();
  }
  expect(receiver.received).toHaveLength(0);
  expect((await deliveriesOf(ctx)).map(({ attemptCount }) => attemptCount)).toEqual([0, 0, 0]);
  await drainDeliveries(worker.db);
});

test("an attempt that the database refuses does not take the others with it", async () => {
  const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
  await announce(ctx, 3);
  const made = (await deliveriesOf(ctx)).map((delivery, i) => ({
    delivery_id: delivery.id,
    endpoint_id: id,
    headers: {},
    http_status: i === 1 ? 1_000_000 : 200,
    response: "",
    error: null,
    duration_ms: 1,
    next_attempt_at: null,
    at: new Date(),
  }));
  await bookAttempts(system(), made);
  expect((await deliveriesOf(ctx)).map(({ status }) => status)).toEqual(["delivered", "pending", "delivered"]);
});

test("failure_count is the number of failed attempts since the last success", async () => {
  const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
  for (const [status, failureCount] of [
    [500, 1],
    [404, 2],
    [200, 0],
    [503, 1],
  ]) {
    receiver.answers.push({ status });
    await announce(ctx);
    await deliverWebhooks(system(), [id]);
    expect(await listEndpoints(ctx)).toMatchObject([{ failureCount }]);
  }
});

test("an endpoint that is disabled during an attempt: what arrived is delivered, what failed stays given up, both on record", async () => {
  const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
  const release: (() => void)[] = [];
  for (const status of [200, 500])
    receiver.answers.push((_request, response) => void release.push(() => response.writeHead(status).end()));
  await announce(ctx, 2);
  const delivering = deliverWebhooks(system(), [id]);
  await until(() => release.length === 2);
  const { disableEndpoint } = await import("#server/domain/messaging/webhooks/disable-endpoint.ts");
  await disableEndpoint(database(), id, "Enough.");
  for (const answer of release) answer();
  await delivering;
  const deliveries = await deliveriesOf(ctx);
  expect(deliveries.map(({ status, attemptCount }) => `${status} ${attemptCount}`).sort()).toEqual([
    "delivered 1",
    "failed 1",
  ]);
  expect(deliveries.find(({ status }) => status === "failed")!.lastError).toBe("The endpoint was disabled: Enough.");
});

test("a worker that stops finishes what is under way and leaves the rest to others", async () => {
  const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
  await announce(ctx, 50);
  const release: (() => void)[] = [];
  receiver.always = (_request, response) => void release.push(() => response.end());
  const db = openDatabase(env().databaseUrl!, 5);
  void deliverWebhooks(system({ db }), [id]);
  await until(() => release.length === 8);
  const drained = drainDeliveries(db);
  for (const answer of release) answer();
  await drained;
  await db.close();
  const states = (await deliveriesOf(ctx)).map(({ status }) => status);
  expect(states.filter((status) => status === "delivered")).toHaveLength(8);
  expect(states.filter((status) => status === "pending")).toHaveLength(42);
  receiver.always = {};
  await deliverWebhooks(system(), [id]);
  expect(await allOver(ctx)()).toBe(true);
  expect(receiver.received).toHaveLength(50);
});

test("a worker that stops does not ask again what the database did not tell it", async () => {
  const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
  const open: ServerResponse[] = [];
  receiver.always = (_request, response) => void open.push(response);
  let fails = false;
  const worker = workerWith(async (claim) => {
    if (fails) throw new Error("The database is away.");
    return await claim();
  });
  await announce(ctx);
  void deliverWebhooks(worker, [id]).catch(() => {});
  await until(() => open.length === 1);
  fails = true;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let drained: Promise<void>;
  try {
    await expect(deliverWebhooks(worker, [id])).rejects.toThrow("The database is away.");
    drained = drainDeliveries(worker.db);
    vi.advanceTimersByTime(1_000);
  } finally {
    vi.useRealTimers();
  }
  for (const response of open) response.end();
  await drained;
  expect(await deliveriesOf(ctx)).toMatchObject([{ status: "delivered" }]);
});

test("an endpoint that closes the connections it promised to keep is soon dialled anew for each event", async () => {
  const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
  const used = new WeakSet<object>();
  receiver.always = ({ socket }, response) => {
    if (used.has(socket)) socket.destroy();
    else response.end();
    used.add(socket);
  };
  overrideEnv({ timeScale: 0.000001 });
  await announce(ctx, 300);
  for (let i = 0; i < 20 && !(await allOver(ctx)()); i++) await deliverWebhooks(system(), [id]);
  overrideEnv({ timeScale: 1 });
  const deliveries = await deliveriesOf(ctx);
  expect(deliveries.every(({ status }) => status === "delivered")).toBe(true);
  expect(deliveries.filter(({ attemptCount }) => attemptCount > 1).length).toBeLessThanOrEqual(32);
});
