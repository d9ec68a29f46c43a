import { InngestTestEngine } from "@inngest/test";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { GET, POST, PUT } from "#app/api/inngest/route.ts";
import { jobs, schedules } from "#inngest/functions/index.ts";
import { inngestFunctions } from "#inngest/index.ts";
import { PLACES } from "#inngest/job.ts";
import { moveToInngest } from "#inngest/send-jobs.ts";
import { registerFunctions } from "#inngest/serve.ts";
import { getOrder, placeOrder } from "#server/domain/selling/orders/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { HOUR } from "#server/kernel/time.ts";
import { startInngestServer } from "#tests/support/inngest-server.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { until } from "#tests/support/until.ts";
import { claim, enter, newAccount } from "#tests/support/world.ts";

const supplier = await simulatedSupplier();
const without = await GET(new Request("http://localhost/api/inngest"), {});
const server = await startInngestServer();
afterAll(() => server.stop());

const functionNamed = (name: string) => inngestFunctions().find((item) => item.id() === name)!;
const waiting = () =>
  database().query<{ job: string; key: string | null; due: boolean }>(
    sql`select job, key, run_at <= now() as due from outbox_jobs order by id`,
  );

async function newOrder() {
  const { code } = await newAccount({ wallet: 100 });
  const ctx = await enter(code);
  const { response } = await placeOrder(ctx, { packageId: "esimaccess-TR_1_7", quantity: 1 }, claim());
  const { id } = JSON.parse(response) as { id: number };
  return { ctx, id, status: async () => (await getOrder(ctx, `B2B-${id}`)).status };
}

describe("/api/inngest", () => {
  test("does not exist without an Inngest server", () => expect(without.status).toBe(404));

  test("refuses whatever is not signed, signed with another key or signed long ago", async () => {
    const body = { method: "POST", body: "{}" };
    expect((await POST(new Request("http://x/api/inngest?fnId=fulfil-order&stepId=step", body), {})).status).toBe(401);
    expect((await GET(new Request("http://x/api/inngest"), {})).status).toBe(401);
    const other = await server.call("fulfil-order", { orderId: 1 }, { key: "cd".repeat(32) });
    const old = await server.call("fulfil-order", { orderId: 1 }, { at: Date.now() - 10 * 60_000 });
    expect([other.status, old.status]).toEqual([401, 401]);
  });

  test("runs the function that a signed call names", async () => {
    const order = await newOrder();
    await until(async () => {
      const { status } = await server.call("fulfil-order", { orderId: order.id });
      expect([200, 206]).toContain(status);
      return (await order.status()) === "delivered";
    });
  });
});

describe("the registration", () => {
  test("names every job and schedule, with its trigger, its retries and what runs alone", async () => {
    await registerFunctions();
    const { functions, authorization } = server.registrations.at(-1)!;
    expect(authorization).toBe(`Bearer ${server.hashedKey}`);
    const byName = new Map(functions.map((item) => [item.id.replace("reseller-esim-service-", ""), item]));
    const timed = schedules.filter(({ name }) => name !== "sweep-stalled");
    expect([...byName.keys()].sort()).toEqual([...jobs, ...timed].map(({ name }) => name).sort());
    for (const { name } of jobs) {
      expect(byName.get(name)!.triggers).toEqual([{ event: `service/${name}` }]);
      expect(byName.get(name)!.steps.step.retries).toEqual({ attempts: 3 });
      expect(byName.get(name)!.singleton).toEqual({ key: "event.data.reminder", mode: "skip" });
    }
    for (const { name, cron } of timed) {
      expect(byName.get(name)!.triggers).toEqual([{ cron }]);
      expect(byName.get(name)!.steps.step.retries).toEqual({ attempts: 0 });
    }
    const alone = { limit: 1, key: "event.data.orderId" };
    // Each supplier has places of its own, and what has begun there goes first.
    const perSupplier = { limit: PLACES, key: "event.data.supplier" };
    expect(byName.get("fulfil-order")!.concurrency).toEqual([perSupplier, alone]);
    expect(byName.get("sync-esims")!.concurrency).toEqual(perSupplier);
    expect(byName.get("fulfil-order")!.priority).toEqual({ run: "event.data.isBegun ? 600 : 0" });
    expect(byName.get("deliver-webhooks")!.priority).toBeUndefined();
    expect(byName.get("deliver-webhooks")!.concurrency).toEqual({ limit: 12 });
  });

  test("says where the service is, whatever name it is called by, and nobody else can have it made", async () => {
    const before = server.registrations.length;
    const stranger = await PUT(new Request("https://evil.example.com/api/inngest", { method: "PUT" }), {});
    expect([stranger.status, server.registrations.length]).toEqual([401, before]);
    await registerFunctions();
    const { url, functions } = server.registrations.at(-1)!;
    const urls = [url, ...functions.map(({ steps }) => steps.step.runtime.url)];
    expect(new Set(urls.map((text) => new URL(text).origin))).toEqual(new Set([server.serveOrigin]));
  });
});

describe("a function as Inngest runs it", () => {
  test("fulfils an order, which is bought once", async () => {
    const order = await newOrder();
    await until(async () => {
      const events: InngestTestEngine.Options["events"] = [
        { name: "service/fulfil-order", data: { orderId: order.id } },
      ];
      const { error } = await new InngestTestEngine({ function: functionNamed("fulfil-order"), events }).execute();
      expect(error).toBeUndefined();
      return (await order.status()) === "delivered";
    });
    const sends = await database().query(sql`select sends from supplier_orders where order_id = ${order.id}`);
    expect(sends).toEqual([{ sends: 1 }]);
  });

  test("does not repeat a step whose result is there, and goes on with the next", async () => {
    const steps = [{ id: "purge", handler: () => "kept" }];
    const { ctx } = await new InngestTestEngine({ function: functionNamed("purge-expired"), steps }).execute();
    expect(ctx.step.run.mock.calls.map(([id]) => id)).toEqual([
      "purge",
      "purge deliveries",
      "purge drills",
      "purge pictures",
      "purge previews",
      "take buyers out of old invoices",
      "erase closed accounts",
    ]);
    const [first, second] = await Promise.all(ctx.step.run.mock.results.map(({ value }) => value));
    expect([first, second === "kept"]).toEqual(["kept", false]);
  });

  test("fails when its work fails, so that it is tried again", async () => {
    const events: InngestTestEngine.Options["events"] = [{ name: "service/fulfil-order", data: { orderId: "none" } }];
    const engine = new InngestTestEngine({ function: functionNamed("fulfil-order"), events });
    expect((await engine.execute()).error).toBeDefined();
    expect((await server.call("fulfil-order", { orderId: "none" })).status).not.toBe(200);
  });

  test("every schedule runs through", async () => {
    for (const name of ["purge-expired", "warn-expiring-keys", "watch-suppliers", "audit-nightly"]) {
      const { error } = await new InngestTestEngine({ function: functionNamed(name) }).execute();
      expect([name, error]).toEqual([name, undefined]);
    }
    expect(supplier.addresses).toBeDefined();
  });
});

describe("due jobs", () => {
  beforeEach(async () => {
    await database().query(sql`delete from outbox_jobs`);
    server.events.length = 0;
    server.runs.length = 0;
  });
  afterEach(() => {
    server.fate.now = "ok";
  });
  /** Times are kept in whole milliseconds: what is due now may be so half a millisecond later. */
  const isDue = () => until(async () => (await waiting()).at(-1)?.due ?? true, undefined, 1);
  const one = async () => {
    await enqueue(database(), "fulfil-order", { orderId: 1 });
    await isDue();
  };
  /** A job of which several can wait. */
  const mail = async () => {
    await enqueue(database(), "send-mail", { mailId: 1 });
    await isDue();
  };

  test("are sent as events, those that can be merged as one, and are gone once they are acknowledged", async () => {
    await one();
    for (const id of [1, 2, 2]) await enqueue(database(), "deliver-webhooks", { endpointIds: [id] });
    await isDue();
    expect(await moveToInngest(database())).toBe(4);
    const sent = server.events.map(({ name, data }) => [name, data]);
    expect(sent).toEqual([
      ["service/fulfil-order", { orderId: 1, supplier: "esimaccess", isBegun: false, reminder: false }],
      ["service/deliver-webhooks", { endpointIds: [1, 2], reminder: false }],
    ]);
    expect(await waiting()).toEqual([]);
  });

  const remind = async () => {
    await database().query(sql`
      insert into outbox_jobs (job, key, payload, is_reminder) values ('fulfil-order', 'fulfil-order:1', '{"orderId": 1}', true)
      on conflict (key) do nothing`);
    await isDue();
  };

  test("that the sweeper reminds of are one run more an hour, however often it comes, and another one when that has ended", async () => {
    await registerFunctions();
    const now = vi.spyOn(Date, "now").mockReturnValue(Date.now());
    await one();
    await moveToInngest(database());
    for (let round = 0; round < 5; round++) {
      await remind();
      expect(await moveToInngest(database())).toBe(1);
    }
    expect(server.runs).toHaveLength(2);
    // What a change asks for is never left out.
    await one();
    await moveToInngest(database());
    expect(server.runs).toHaveLength(3);
    // A server that thinks it still runs what it has lost.
    now.mockReturnValue(Date.now() + HOUR);
    await remind();
    await moveToInngest(database());
    expect(server.runs).toHaveLength(4);
    server.runs.length = 0;
    await remind();
    await moveToInngest(database());
    expect(server.runs).toHaveLength(1);
    now.mockRestore();
  });

  test("that are reminders stay so while the server refuses them, unless they were asked for meanwhile", async () => {
    const isReminder = async () => (await database().prisma.outboxJob.findMany()).map((row) => row.isReminder);
    server.fate.now = "error";
    await remind();
    await expect(moveToInngest(database())).rejects.toThrow();
    expect(await isReminder()).toEqual([true]);
    server.fate.now = "hang";
    const moving = moveToInngest(database()).catch(() => 0);
    await until(async () => (await waiting())[0]?.key === null);
    await one();
    server.hangUp();
    await moving;
    expect(await isReminder()).toEqual([false]);
  });

  test("stay, with their keys, while the server refuses them, and are sent when it takes them again", async () => {
    server.fate.now = "error";
    await one();
    await mail();
    await expect(moveToInngest(database())).rejects.toThrow("The Inngest server did not take 2 jobs");
    expect((await waiting()).map(({ key, due }) => [key, due])).toEqual([
      ["fulfil-order:1", true],
      [null, true],
    ]);
    server.fate.now = "ok";
    expect(await moveToInngest(database())).toBe(2);
    expect(server.events).toHaveLength(2);
  });

  test("hold nobody up while the server hangs, and what is asked for meanwhile is not lost", async () => {
    server.fate.now = "hang";
    await one();
    const moving = moveToInngest(database()).catch(() => 0);
    await until(async () => (await waiting())[0]?.key === null);
    await one();
    expect((await waiting()).map(({ key, due }) => [key, due])).toEqual([
      [null, false],
      ["fulfil-order:1", true],
    ]);
    server.hangUp();
    await moving;
    expect((await waiting()).map(({ key, due }) => [key, due])).toEqual([["fulfil-order:1", true]]);
  });

  test("that a relay had taken when it died are sent by another one", async () => {
    await one();
    await database().query(sql`update outbox_jobs set run_at = now() + interval '30 seconds'`);
    expect(await moveToInngest(database())).toBe(0);
    await database().query(sql`update outbox_jobs set run_at = now() - interval '1 second'`);
    expect(await moveToInngest(database())).toBe(1);
  });
});
