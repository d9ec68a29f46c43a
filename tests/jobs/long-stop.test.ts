import { afterAll, beforeEach, expect, test } from "vitest";
import {
  deliverWebhooks,
  listEndpoints,
  sweepDeliveries,
  warnFailingEndpoints,
} from "#server/domain/messaging/webhooks/index.ts";
import { listNotifications } from "#server/domain/record/notifications/index.ts";
import { settleAction } from "#server/domain/selling/actions/index.ts";
import { fulfilOrder, getOrder, placeOrder } from "#server/domain/selling/orders/index.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { after, DAY, MINUTE } from "#server/kernel/time.ts";
import { recordUptime } from "#server/kernel/uptime.ts";
import { delivered, over, topUp } from "#tests/support/bought.ts";
import { openReceiver } from "#tests/support/receiver.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { announce, deliveriesOf, newEndpoint } from "#tests/support/webhooks.ts";
import { claim, enter, newAccount, system } from "#tests/support/world.ts";

const receiver = await openReceiver();
const simulator = await simulatedSupplier();
afterAll(receiver.close);

const STOP = 21 * DAY;

/** The service has worked for months, was off for three weeks, and has just come back. */
beforeEach(async () => {
  await simulator.reset();
  receiver.always = {};
  await database().query(sql`delete from uptimes`);
  for (const ago of [90 * DAY, 90 * DAY - MINUTE, STOP + 5 * MINUTE, STOP]) await recordUptime(at(ago));
  await database().query(
    sql`update uptimes set started_at = ${new Date(Date.now() - 90 * DAY)} where seen_at > now() - interval '22 days'`,
  );
});

const at = (ago: number) => system({ clock: { now: () => after(new Date(), -ago) } });

test("what was to be delivered before a long stop is delivered after it", async () => {
  const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
  await announce(ctx, 2);
  await database().query(sql`
    update deliveries set next_attempt_at = now() - interval '21 days' where endpoint_id = ${id}`);
  await sweepDeliveries(system());
  await recordUptime(system());
  await sweepDeliveries(system());
  expect(await deliveriesOf(ctx)).toMatchObject([{ status: "pending" }, { status: "pending" }]);
  await deliverWebhooks(system(), [id]);
  expect(await deliveriesOf(ctx)).toMatchObject([{ status: "delivered" }, { status: "delivered" }]);
});

test("an endpoint that failed when the service was stopped is not given up for the time of the stop", async () => {
  receiver.always = { status: 500 };
  const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
  await announce(ctx, 1);
  await database().query(sql`
    update webhook_endpoints set failure_count = 1, failing_since = now() - interval '21 days 5 minutes' where id = ${id}`);
  await warnFailingEndpoints(system());
  expect((await listNotifications(ctx, { limit: 10 })).items).toEqual([]);
  await deliverWebhooks(system(), [id]);
  expect(await listEndpoints(ctx)).toMatchObject([{ status: "active", failureCount: 2 }]);
  await database().query(sql`update webhook_endpoints set failing_since = now() - interval '26 days' where id = ${id}`);
  await warnFailingEndpoints(system());
  const [told] = (await listNotifications(ctx, { limit: 10 })).items;
  const today = new Date().toISOString().slice(0, 10);
  expect(told!.text).toMatch(new RegExp(`for 4 days.*it will be disabled from ${today}`));
});

test("an order whose supplier had it before the stop is looked for first, not put before people", async () => {
  const ctx = await enter((await newAccount({ wallet: 100 })).code);
  await simulator.set({ operation: "order", mode: "timeout_after", times: 1 });
  await simulator.set({ operation: "query", mode: "garbage" });
  const { response } = await placeOrder(ctx, { packageId: "esimaccess-TR_1_7", quantity: 1 }, claim());
  const { id } = JSON.parse(response) as { id: number };
  await runJobsUntil(async () => {
    const [part] = await database().query<{ status: string; busy: boolean }>(
      sql`select status, busy_until is not null as busy from supplier_orders where order_id = ${id}`,
    );
    return part?.status === "sent" && !part.busy;
  });
  await simulator.reset();
  await database().query(
    sql`update supplier_orders set sent_at = now() - interval '21 days', created_at = now() - interval '21 days' where order_id = ${id}`,
  );
  await fulfilOrder(system(), id);
  await runJobsUntil(async () => (await getOrder(ctx, `B2B-${id}`)).status === "delivered");
});

test("a top-up, too", async () => {
  const { ctx, iccid } = await delivered("esimaccess");
  await simulator.set({ operation: "topup", mode: "timeout_after", times: 1 });
  const { id } = await topUp(ctx, iccid);
  const read = async () =>
    one(
      await database().query<{ sends: number; busy: boolean; status: string }>(
        sql`select sends, busy_until is not null as busy, status from actions where id = ${id}`,
      ),
    );
  await runJobsUntil(async () => (await read()).sends > 0);
  await simulator.set({ operation: "query", mode: "garbage" });
  await runJobsUntil(async () => !(await read()).busy);
  expect(await read()).toMatchObject({ sends: 1 });
  expect(["processing", "under_review"]).toContain((await read()).status);
  await simulator.reset();
  await database().query(sql`update actions set created_at = now() - interval '21 days' where id = ${id}`);
  await settleAction(system(), id);
  expect(await over(ctx, id)).toMatchObject({ status: "succeeded" });
});
