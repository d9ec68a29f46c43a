import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { webhookEvents } from "#server/api/v1/webhooks/webhook-events.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import {
  countMatching,
  countMissing,
  createEndpoint,
  deliverWebhooks,
  enableEndpoint,
  getDelivery,
  listEndpoints,
  measureEndpoints,
  purgeDeliveries,
  replayDelivery,
  replayMatching,
  replayMissing,
  searchDeliveries,
  sendSampleEvent,
  updateEndpoint,
} from "#server/domain/messaging/webhooks/index.ts";
import { takeDelivery } from "#server/domain/messaging/webhooks/send-now.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { EVENT_TYPES, type EventType } from "#server/kernel/events.ts";
import { DAY } from "#server/kernel/time.ts";
import { endPartitions, keepDaysLater } from "#tests/support/partitions.ts";
import { openReceiver } from "#tests/support/receiver.ts";
import { PATIENCE_MS, until } from "#tests/support/until.ts";
import { announce, announceData, deliveriesOf, newEndpoint, sampleData } from "#tests/support/webhooks.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

const receiver = await openReceiver();
afterAll(receiver.close);
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answers.length = 0;
  receiver.always = {};
});

const strangersOf = async (ctx: AccountCtx) => [
  await enter((await newAccount()).code, "test"),
  await enter(ctx.account.code, "live"),
];

/** An endpoint with deliveries that failed for good. */
async function failed(count: number) {
  const endpoint = await newEndpoint(`${receiver.origin}/hook`);
  await announce(endpoint.ctx, count);
  await database().query(sql`
    update deliveries set status = 'failed', next_attempt_at = null, last_error = 'Twelve attempts failed.' where endpoint_id = ${endpoint.id}`);
  return endpoint;
}

describe("the record", () => {
  test("gives every attempt with what was sent and what came back, and the exact bytes", async () => {
    const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
    receiver.answers.push({ status: 422, body: "no such order" });
    await announce(ctx);
    await deliverWebhooks(system(), [id]);
    const { items } = await searchDeliveries(ctx, { limit: 10 });
    const record = await getDelivery(ctx, items[0]!.id);
    const { headers, body } = receiver.received[0]!;
    expect(record).toMatchObject({ status: "retrying", attemptCount: 1, url: `${receiver.origin}/hook`, body });
    expect(record.attempts).toEqual([
      {
        number: 1,
        at: expect.any(Date),
        headers: expect.objectContaining({
          "X-SVC-Event-Id": headers["x-svc-event-id"],
          "X-SVC-Signature": headers["x-svc-signature"],
          "webhook-signature": headers["webhook-signature"],
        }),
        httpStatus: 422,
        response: "no such order",
        error: "The endpoint answered HTTP 422.",
        durationMs: expect.any(Number),
        nextAttemptAt: record.nextAttemptAt,
      },
    ]);
  });

  test("is searched by endpoint, status, kind, event and time, page by page", async () => {
    const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
    const [one, two] = await announce(ctx, 2, "esim.activated");
    await announce(ctx, 3, "esim.suspended");
    await database().query(sql`
      update deliveries set status = 'failed', next_attempt_at = null where id = (select min(id) from deliveries where endpoint_id = ${id})`);
    const ids = async (search: Omit<Parameters<typeof searchDeliveries>[1], "limit">, limit = 10) =>
      (await searchDeliveries(ctx, { limit, ...search })).items.map(({ eventId }) => eventId);
    expect(await ids({})).toHaveLength(5);
    expect(await ids({ status: "failed" })).toEqual([one]);
    expect(await ids({ status: "pending" })).toHaveLength(4);
    expect(await ids({ event: "esim.activated" })).toEqual([two, one]);
    expect(await ids({ search: two! })).toEqual([two]);
    expect(await ids({ endpoint: id, to: new Date(Date.now() - DAY) })).toEqual([]);
    expect(await ids({ endpoint: id + 1_000_000 })).toEqual([]);
    const first = await searchDeliveries(ctx, { limit: 3 });
    expect(first).toMatchObject({ hasMore: true, nextCursor: first.items[2]!.id });
    const rest = await searchDeliveries(ctx, { limit: 3, beforeId: first.nextCursor! });
    expect(rest).toMatchObject({ hasMore: false, nextCursor: null });
    expect([...first.items, ...rest.items].map(({ eventId }) => eventId)).toEqual(await ids({}));
    expect(await ids({ from: new Date(Date.now() - DAY), status: "failed" })).toEqual([one]);
  });

  test("is its account's and environment's alone", async () => {
    const { ctx } = await failed(1);
    const [delivery] = await deliveriesOf(ctx);
    for (const stranger of await strangersOf(ctx)) {
      expect((await searchDeliveries(stranger, { limit: 10 })).items).toEqual([]);
      await expect(getDelivery(stranger, delivery!.id)).rejects.toMatchObject({ code: "resource_not_found" });
      await expect(replayDelivery(stranger, delivery!.id)).rejects.toMatchObject({ code: "resource_not_found" });
    }
  });

  test("of attempts is kept for 30 days, of deliveries for 180; open deliveries stay, and the invariants hold throughout", async () => {
    const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
    receiver.answers.push({}, { status: 500 });
    await announce(ctx, 2);
    await deliverWebhooks(system(), [id]);
    const age = (days: number) =>
      database().query(sql`
        with d as (update deliveries set created_at = now() - make_interval(days => ${days}))
        update delivery_attempts set created_at = now() - make_interval(days => ${days})`);
    const purge = async () => {
      await purgeDeliveries(system());
      await keepDaysLater(0);
      return left();
    };
    // A partition is dropped when nobody is at work in it.
    const purged = (rest: object) => expect.poll(purge, { timeout: PATIENCE_MS }).toEqual(rest);
    const left = async () =>
      (
        await database().query(sql`
          select count(distinct d.id) as deliveries, count(a.id) as attempts from deliveries d left join delivery_attempts a on a.delivery_id = d.id
           where d.endpoint_id = ${id}`)
      )[0];
    await endPartitions(["delivery_attempts"], "delivery_attempts_id_seq");
    await age(29);
    expect(await purge()).toEqual({ deliveries: 2, attempts: 2 });
    await age(31);
    await purged({ deliveries: 2, attempts: 0 });
    expect((await checkInvariants(system())).failures).toEqual([]);
    await age(181);
    await purged({ deliveries: 1, attempts: 0 });
    expect((await checkInvariants(system())).failures).toEqual([]);
  });
});

describe("a replay", () => {
  test.each(["pending", "retrying", "delivered", "failed"])(
    "of one delivery that is %s sends the same event at once and says what was answered, also while the endpoint is paused",
    async (status) => {
      const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
      await announce(ctx);
      const [delivery] = await deliveriesOf(ctx);
      const { body } = await getDelivery(ctx, delivery!.id);
      await database().query(sql`
        update deliveries set status = ${status}, attempt_count = 3, delivered_at = case ${status} when 'delivered' then now() end,
               next_attempt_at = case when ${status} in ('pending', 'retrying') then now() + interval '3 hours' end where id = ${delivery!.id}`);
      await database().query(
        sql`update webhook_endpoints set paused_until = now() + interval '1 minute', failure_count = 12 where id = ${id}`,
      );
      receiver.answers.push({ status: 503, body: "not yet" });
      const refused = await replayDelivery(ctx, delivery!.id);
      expect(refused).toMatchObject({ httpStatus: 503, response: "not yet", deliveryId: delivery!.id });
      const { nextAttemptAt, ...left } = await getDelivery(ctx, delivery!.id);
      expect(left).toMatchObject({ status: "retrying", attemptCount: 4 });
      // The second attempt of a schedule comes after 5 s, the third after 30 s.
      expect(nextAttemptAt!.getTime() - Date.now()).toBeLessThan(6_100);
      expect(await replayDelivery(ctx, delivery!.id)).toMatchObject({ httpStatus: 200, error: null });
      expect(await deliveriesOf(ctx)).toMatchObject([{ status: "delivered", attemptCount: 5 }]);
      expect(receiver.received.map((got) => got.body)).toEqual([body, body]);
      expect(await measureEndpoints(ctx, id)).toMatchObject([{ pausedUntil: null, failureCount: 0 }]);
    },
  );

  test("that its process did not live to book is taken up by the queue", async () => {
    const { ctx, id } = await failed(1);
    const [delivery] = await deliveriesOf(ctx);
    await ctx.db.transaction((tx) => takeDelivery(tx, ctx, delivery!.id));
    await deliverWebhooks(system(), [id]);
    expect(receiver.received).toEqual([]);
    const later = system({ clock: { now: () => new Date(Date.now() + 26_000) } });
    await deliverWebhooks(later, [id]);
    expect(receiver.received).toHaveLength(1);
    const [bell] = await database().query(sql`select from outbox_jobs where key = ${`deliver-webhooks:${id}`}`);
    expect(bell).toBeDefined();
  });

  test("by hand happens four times at once for an account, and no more", async () => {
    const { ctx } = await failed(5);
    const held: (() => void)[] = [];
    receiver.always = (_request, response) => held.push(() => response.writeHead(200).end());
    const [fifth, ...four] = await deliveriesOf(ctx);
    const sent = four.map(({ id }) => replayDelivery(ctx, id));
    await until(async () => held.length === 4);
    await expect(replayDelivery(ctx, fifth!.id)).rejects.toMatchObject({ code: "conflict" });
    for (const release of held) release();
    expect((await Promise.all(sent)).map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200, 200]);
    receiver.always = {};
    expect(await replayDelivery(ctx, fifth!.id)).toMatchObject({ httpStatus: 200 });
  });

  test("of all that matches counts before, leaves the rest alone, and ends a pause", async () => {
    const { ctx, id } = await failed(5);
    const [oldest, second] = await deliveriesOf(ctx);
    await database().query(sql`update deliveries set created_at = now() - interval '3 hours' where id = ${oldest!.id}`);
    await database().query(
      sql`update deliveries set status = 'retrying', next_attempt_at = now() + interval '1 day' where id = ${second!.id}`,
    );
    await database().query(
      sql`update webhook_endpoints set paused_until = now() + interval '1 minute' where id = ${id}`,
    );
    const from = new Date(Date.now() - 3_600_000);
    const { id: other } = await createEndpoint(ctx, { url: `${receiver.origin}/other`, events: ["*"] });
    expect(await countMatching(ctx, { endpoint: other })).toEqual({ count: 0, hasMore: false });
    expect(await countMatching(ctx, { endpoint: id, status: "failed", from })).toEqual({ count: 3, hasMore: false });
    expect(await replayMatching(ctx, { status: "failed", from })).toEqual({ replayed: 3, upTo: null });
    await deliverWebhooks(system(), [id, other]);
    expect(receiver.received).toHaveLength(3);
    expect((await deliveriesOf(ctx)).map(({ status }) => status)).toEqual([
      "failed",
      "retrying",
      ...Array<string>(3).fill("delivered"),
    ]);
    // In whatever state: what waits comes at once, what was delivered comes again.
    expect(await replayMatching(ctx, { from })).toEqual({ replayed: 4, upTo: null });
    await deliverWebhooks(system(), [id]);
    expect(receiver.received).toHaveLength(7);
    const [entry] = await database().query<{ details: object }>(sql`
      select details from audit_entries where act = 'webhook.replay' and account_id = ${ctx.account.id} order by id desc limit 1`);
    expect(entry!.details).toMatchObject({ replayed: 4, from: from.toISOString() });
  });

  test("of an order sends what was announced of it to every endpoint, and nothing else", async () => {
    const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
    for (const reference of ["B2B-7001", "B2B-7002"])
      await announceData(ctx, "order.delivered", sampleData("order.delivered").replace('"B2B-0"', `"${reference}"`));
    await deliverWebhooks(system(), [id]);
    expect((await searchDeliveries(ctx, { limit: 9, search: "B2B-7002" })).items).toMatchObject([
      { orderReference: "B2B-7002" },
    ]);
    expect(await replayMatching(ctx, { search: "B2B-7002" })).toMatchObject({ replayed: 1 });
    await deliverWebhooks(system(), [id]);
    // The first two side by side.
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.order.reference).sort()).toEqual([
      "B2B-7001",
      "B2B-7002",
      "B2B-7002",
    ]);
  });

  test("of what is missing sends what an endpoint subscribes to and never got, once, and nobody's tests", async () => {
    const { ctx, id } = await newEndpoint(`${receiver.origin}/first`);
    await announce(ctx, 2, "esim.activated");
    await announce(ctx, 1, "esim.suspended");
    await sendSampleEvent(ctx, String(id), "esim.activated");
    await sendSampleEvent(ctx, String(id), "integration.test");
    const { id: late } = await createEndpoint(ctx, { url: `${receiver.origin}/late`, events: ["esim.activated"] });
    const since = new Date(Date.now() - DAY);
    expect(await countMissing(ctx, String(late), since)).toEqual({ count: 2, hasMore: false });
    expect(await countMissing(ctx, String(id), since)).toEqual({ count: 0, hasMore: false });
    const both = await Promise.all([replayMissing(ctx, String(late), since), replayMissing(ctx, String(late), since)]);
    expect(both.map(({ replayed }) => replayed).sort()).toEqual([0, 2]);
    receiver.received.length = 0;
    await deliverWebhooks(system(), [late]);
    expect(receiver.received.map(({ path, headers }) => `${path} ${headers["x-svc-event"]}`)).toEqual([
      "/late esim.activated",
      "/late esim.activated",
    ]);
    // Deliveries are kept for 180 days: what is older only seems to be missing.
    await expect(replayMissing(ctx, String(late), new Date(Date.now() - 40 * DAY))).rejects.toMatchObject({
      code: "validation_error",
    });
  });

  test("reaches nobody else's deliveries, events and endpoints", async () => {
    const { ctx, id } = await failed(2);
    await announce(ctx, 1, "esim.activated");
    for (const stranger of await strangersOf(ctx)) {
      expect(await countMatching(stranger, {})).toEqual({ count: 0, hasMore: false });
      expect(await replayMatching(stranger, {})).toEqual({ replayed: 0, upTo: null });
      for (const work of [
        () => replayMatching(stranger, { endpoint: id }),
        () => replayMissing(stranger, String(id), new Date()),
        () => countMissing(stranger, String(id), new Date()),
        () => sendSampleEvent(stranger, String(id), "integration.test"),
      ])
        await expect(work()).rejects.toMatchObject({ code: "resource_not_found" });
      const own = await createEndpoint(stranger, { url: `${receiver.origin}/own`, events: ["*"] });
      expect(await replayMissing(stranger, String(own.id), new Date(Date.now() - DAY))).toMatchObject({ replayed: 0 });
    }
    expect(receiver.received).toEqual([]);
    expect((await deliveriesOf(ctx)).map(({ status }) => status)).toEqual(["failed", "failed", "pending"]);
  });

  test("needs an endpoint that is switched on; enabling gives it a clean record", async () => {
    const { ctx, id } = await failed(1);
    const [delivery] = await deliveriesOf(ctx);
    await database().query(sql`
      update webhook_endpoints set status = 'disabled', disabled_reason = 'It answered 410 Gone.', failure_count = 40, failing_since = now() where id = ${id}`);
    for (const work of [
      () => replayMatching(ctx, { endpoint: id }),
      () => replayMissing(ctx, String(id), new Date()),
      () => replayDelivery(ctx, delivery!.id),
      () => sendSampleEvent(ctx, String(id), "integration.test"),
    ])
      await expect(work()).rejects.toMatchObject({ code: "conflict" });
    expect(await replayMatching(ctx, {})).toEqual({ replayed: 0, upTo: null });
    for (const stranger of await strangersOf(ctx))
      await expect(enableEndpoint(stranger, String(id))).rejects.toMatchObject({ code: "resource_not_found" });
    await enableEndpoint(ctx, String(id));
    await enableEndpoint(ctx, String(id));
    expect(await listEndpoints(ctx)).toMatchObject([
      { status: "active", failureCount: 0, failingSince: null, disabledReason: null },
    ]);
    expect(await replayMatching(ctx, { endpoint: id })).toMatchObject({ replayed: 1 });
  });
});

describe("changing an endpoint", () => {
  test("sends what waits to the new address, and later events of the kinds chosen", async () => {
    const { ctx, id } = await newEndpoint(`${receiver.origin}/old`);
    await announce(ctx);
    await updateEndpoint(ctx, String(id), { url: `${receiver.origin}/new`, events: ["esim.activated"] });
    await announce(ctx, 1, "esim.suspended");
    await announce(ctx, 1, "esim.activated");
    await deliverWebhooks(system(), [id]);
    expect(receiver.received.map(({ path, headers }) => `${path} ${headers["x-svc-event"]}`).sort()).toEqual([
      "/new esim.activated",
      "/new esim.usage.updated",
    ]);
  });

  test("refuses addresses that are not allowed, and strangers", async () => {
    const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
    await expect(updateEndpoint(ctx, String(id), { url: "https://127.0.0.1/" })).rejects.toMatchObject({
      code: "validation_error",
      details: { field: "url" },
    });
    for (const stranger of await strangersOf(ctx))
      await expect(updateEndpoint(stranger, String(id), { events: ["*"] })).rejects.toMatchObject({
        code: "resource_not_found",
      });
  });
});

describe("a sample", () => {
  test.each(EVENT_TYPES)(
    "of %s has the API's shape, and goes to the endpoint that was named, whatever it subscribes to",
    async (type) => {
      for (const environment of ["test", "live"] as const) {
        const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`, { events: ["esim.suspended"], environment });
        const other = await newEndpoint(`${receiver.origin}/other`);
        receiver.received.length = 0;
        const { eventId } = await sendSampleEvent(ctx, String(id), type);
        await deliverWebhooks(system(), [id, other.id]);
        expect(receiver.received).toMatchObject([
          { path: "/hook", headers: { "x-svc-event": type, "webhook-id": eventId } },
        ]);
        const event = JSON.parse(receiver.received[0]!.body);
        expect(event).toMatchObject({ type, environment });
        expect(webhookEvents[type].data.parse(event.data)).toEqual(event.data);
      }
    },
  );

  test("tells a story that fits its kind, about records that nobody has", async () => {
    const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`, { environment: "live" });
    for (const type of EVENT_TYPES) await sendSampleEvent(ctx, String(id), type);
    await deliverWebhooks(system(), [id]);
    const sent = new Map(receiver.received.map(({ body }) => [JSON.parse(body).type, JSON.parse(body).data]));
    const story = (type: EventType, record: string, field: string) => sent.get(type)[record][field];
    expect(story("order.delivered", "order", "profiles")).toHaveLength(2);
    expect(story("order.partially_delivered", "order", "profiles")).toHaveLength(1);
    expect(story("order.failed", "order", "profiles")).toEqual([]);
    expect(story("order.cancelled", "order", "status")).toBe("cancelled");
    expect(story("esim.suspended", "esim", "activation_status")).toBe("suspended");
    expect(story("esim.cancelled", "esim", "activation_status")).toBe("cancelled");
    expect(sent.get("topup.completed").action).toMatchObject({ status: "succeeded", charged: true, refunded: false });
    expect(sent.get("topup.failed").action).toMatchObject({ status: "failed", charged: true, refunded: true });
    expect(sent.get("esim.action.failed").action).toMatchObject({
      action: "cancel",
      status: "failed",
      refunded: false,
    });
    expect(story("order.created", "order", "reference")).toBe("B2B-0");
    expect(story("esim.activated", "esim", "iccid")).toMatch(/^8999901/);
  });

  test("is refused for strangers and for an endpoint that is switched off", async () => {
    const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
    for (const stranger of await strangersOf(ctx))
      await expect(sendSampleEvent(stranger, String(id), "order.created")).rejects.toMatchObject({
        code: "resource_not_found",
      });
    await database().query(sql`update webhook_endpoints set status = 'disabled' where id = ${id}`);
    await expect(sendSampleEvent(ctx, String(id), "order.created")).rejects.toMatchObject({ code: "conflict" });
  });
});
