import { afterAll, beforeEach, expect, test } from "vitest";
import { deliverWebhooks, listEndpoints, sweepDeliveries } from "#server/domain/messaging/webhooks/index.ts";
import { placeOrder } from "#server/domain/selling/orders/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import type { EventType } from "#server/kernel/events.ts";
import { after, HOUR } from "#server/kernel/time.ts";
import { openReceiver, type Received } from "#tests/support/receiver.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { allOver, announce, deliveriesOf, newEndpoint } from "#tests/support/webhooks.ts";
import { claim, enter, newPackage, system } from "#tests/support/world.ts";

const receiver = await openReceiver();
overrideEnv({ timeScale: 0.001 });
afterAll(receiver.close);

beforeEach(() => {
  receiver.received.length = 0;
  receiver.answers.length = 0;
  receiver.always = {};
});

async function setUp(events: (EventType | "*")[] = ["*"]) {
  const endpoint = await newEndpoint(`${receiver.origin}/hook`, { events });
  const { packageId } = await newPackage();
  const order = () => placeOrder(endpoint.ctx, { packageId, quantity: 1 }, claim());
  return { ...endpoint, order };
}

test("a fact arrives as one event, with the record as it was and the headers that name it", async () => {
  const { ctx, order } = await setUp();
  const { response } = await order();
  await runJobsUntil(allOver(ctx));
  const [{ headers, body }] = receiver.received as [Received];
  const event = JSON.parse(body);
  expect(event).toEqual({
    id: headers["x-svc-event-id"],
    type: "order.delivered",
    api_version: "v1",
    environment: "test",
    created_at: expect.stringMatching(/\+00:00$/),
    sequence: expect.any(Number),
    data: { order: expect.objectContaining({ id: JSON.parse(response).id, status: "delivered" }) },
  });
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "x-svc-event": "order.delivered",
    "webhook-id": event.id,
  });
});

test("a failed attempt is repeated with the same id and bytes until the endpoint answers 2xx, and each attempt is on record", async () => {
  const { ctx, id, order } = await setUp();
  receiver.answers.push(
    { status: 500, body: "sorry" },
    { status: 302, headers: { location: `${receiver.origin}/other` } },
    { status: 204 },
  );
  await order();
  await runJobsUntil(allOver(ctx));
  expect(await deliveriesOf(ctx)).toMatchObject([
    { status: "delivered", attemptCount: 3, lastHttpStatus: 204, lastError: null },
  ]);
  expect(receiver.received).toHaveLength(3);
  expect(new Set(receiver.received.map(({ path, body }) => path + body)).size).toBe(1);
  expect(new Set(receiver.received.map(({ headers }) => headers["x-svc-event-id"])).size).toBe(1);
  const attempts = await database().query(sql`
    select number, http_status as status, response, error, next_attempt_at is not null as again from delivery_attempts
     order by delivery_id desc, number limit 3`);
  expect(attempts).toEqual([
    { number: 1, status: 500, response: "sorry", error: "The endpoint answered HTTP 500.", again: true },
    { number: 2, status: 302, response: "", error: "The endpoint answered HTTP 302.", again: true },
    { number: 3, status: 204, response: "", error: null, again: false },
  ]);
  expect(await listEndpoints(ctx)).toMatchObject([{ id, failureCount: 0, lastSuccessAt: expect.any(Date) }]);
});

test("after twelve attempts the delivery has failed", async () => {
  const { ctx, order } = await setUp();
  receiver.always = { status: 503 };
  overrideEnv({ timeScale: 0.000001 });
  await order();
  await runJobsUntil(allOver(ctx));
  overrideEnv({ timeScale: 0.001 });
  expect(await deliveriesOf(ctx)).toMatchObject([{ status: "failed", attemptCount: 12, lastHttpStatus: 503 }]);
  expect(receiver.received).toHaveLength(12);
});

test("Retry-After postpones the next attempt", async () => {
  const { ctx, id, order } = await setUp();
  receiver.always = { status: 429, headers: { "retry-after": "3600" } };
  overrideEnv({ timeScale: 1 });
  await order();
  await deliverWebhooks(system(), [id]);
  overrideEnv({ timeScale: 0.001 });
  const [{ wait }] = (await database().query(sql`
    select extract(epoch from next_attempt_at - now())::float8 as wait from deliveries where endpoint_id = ${id}`)) as [
    { wait: number },
  ];
  expect(wait).toBeGreaterThan(3_000);
  expect(wait).toBeLessThan(3_601);
  expect(await deliveriesOf(ctx)).toMatchObject([{ status: "retrying", attemptCount: 1 }]);
});

test("410 disables the endpoint, and what waited for it ends as failed", async () => {
  const { ctx, id, order } = await setUp();
  receiver.answers.push({ status: 500 });
  overrideEnv({ timeScale: 1 });
  await order();
  await deliverWebhooks(system(), [id]);
  overrideEnv({ timeScale: 0.001 });
  receiver.answers.push({ status: 410 });
  await order();
  await runJobsUntil(allOver(ctx));
  expect(await listEndpoints(ctx)).toMatchObject([{ status: "disabled", disabledReason: "It answered 410 Gone." }]);
  expect((await deliveriesOf(ctx)).map(({ status }) => status)).toEqual(["failed", "failed"]);
  await order();
  expect(await deliveriesOf(ctx)).toHaveLength(2);
});

test("an endpoint gets the kinds it asked for, of its own environment and account", async () => {
  const { ctx, order } = await setUp(["order.failed"]);
  const stranger = await setUp();
  await order();
  expect(await deliveriesOf(ctx)).toEqual([]);
  await stranger.order();
  const live = await enter(ctx.account.code, "live");
  expect(await listEndpoints(live)).toEqual([]);
  await runJobsUntil(allOver(stranger.ctx));
  expect(receiver.received).toHaveLength(1);
});

test("a delivery whose job died is found by the sweeper; two jobs for one endpoint send it once", async () => {
  const { ctx, id, order } = await setUp();
  await order();
  await database().query(sql`delete from outbox_jobs`);
  expect(await sweepDeliveries(system())).toBe(0);
  const later = system({ clock: { now: () => new Date(Date.now() + 61_000) } });
  expect(await sweepDeliveries(later)).toBe(1);
  expect(await database().query(sql`select payload from outbox_jobs`)).toEqual([{ payload: { endpointIds: [id] } }]);
  await Promise.all([deliverWebhooks(system(), [id]), deliverWebhooks(system(), [id])]);
  expect(receiver.received).toHaveLength(1);
  expect(await deliveriesOf(ctx)).toMatchObject([{ status: "delivered" }]);
});

test("what a dead worker had claimed is taken up when its claim ends, without the sweeper", async () => {
  const { ctx, id } = await setUp();
  await announce(ctx);
  const now = new Date();
  const claimEnds = after(now, HOUR);
  // A worker claims, and is gone.
  await database().query(sql`select id from claim_deliveries(array[${id}::int], array[8], ${now}, ${claimEnds})`);
  await database().query(sql`delete from outbox_jobs where key is null`);
  await deliverWebhooks(system(), [id]);
  expect(receiver.received).toEqual([]);
  // An hour passes.
  await database().query(
    sql`update deliveries set next_attempt_at = next_attempt_at - interval '1 hour' where endpoint_id = ${id}`,
  );
  await database().query(sql`update outbox_jobs set run_at = run_at - interval '1 hour'`);
  await runJobsUntil(allOver(ctx));
  expect(await deliveriesOf(ctx)).toMatchObject([{ status: "delivered", attemptCount: 1 }]);
});

test("what waited for a week behind more events than the endpoint takes ends as failed", async () => {
  const { ctx, id } = await setUp();
  await announce(ctx, 2);
  await database().query(sql`
    update deliveries set next_attempt_at = now() - interval '7 days 1 minute'
     where id = (select min(id) from deliveries where endpoint_id = ${id})`);
  await sweepDeliveries(system());
  expect(await deliveriesOf(ctx)).toMatchObject([
    { status: "failed", lastError: expect.stringMatching("more events than the endpoint takes") },
    { status: "pending" },
  ]);
});
