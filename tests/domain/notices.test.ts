import { afterAll, expect, test } from "vitest";
import { deliverWebhooks, listEndpoints, warnFailingEndpoints } from "#server/domain/messaging/webhooks/index.ts";
import {
  listNotifications,
  type NewNotification,
  raiseNotifications,
  readNotifications,
} from "#server/domain/record/notifications/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { DAY, HOUR, MINUTE } from "#server/kernel/time.ts";
import { openReceiver } from "#tests/support/receiver.ts";
import { announce, deliveriesOf, newEndpoint } from "#tests/support/webhooks.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

const receiver = await openReceiver();
afterAll(receiver.close);

const notice = (ctx: AccountCtx, change: Partial<NewNotification> = {}): NewNotification => ({
  accountId: ctx.account.id,
  environment: ctx.environment,
  kind: "webhook.failing",
  subject: "webhook:1",
  occasion: "today",
  text: "It fails.",
  ...change,
});
const textsOf = async (ctx: AccountCtx) => (await listNotifications(ctx, { limit: 50 })).items.map(({ text }) => text);

test("the same occasion is told once, also when it is raised twice at the same time", async () => {
  const ctx = await enter((await newAccount()).code, "test");
  const raised = await Promise.all(
    Array.from({ length: 5 }, () =>
      raiseNotifications(database(), new Date(), [notice(ctx), notice(ctx, { subject: "webhook:2" })]),
    ),
  );
  expect(raised.flat()).toHaveLength(2);
  expect(
    await raiseNotifications(database(), new Date(), [notice(ctx), notice(ctx, { occasion: "tomorrow" })]),
  ).toMatchObject([{ occasion: "tomorrow" }]);
  expect(await textsOf(ctx)).toHaveLength(3);
});

test("a notice is seen and read in its own account and environment; one of no environment in both", async () => {
  const { code } = await newAccount();
  const [testCtx, live] = [await enter(code, "test"), await enter(code, "live")];
  const stranger = await enter((await newAccount()).code, "test");
  await raiseNotifications(database(), new Date(), [
    notice(testCtx, { text: "test" }),
    notice(live, { text: "live" }),
    notice(live, { environment: null, text: "both" }),
    notice(live, { accountId: null, text: "staff" }),
  ]);
  expect(await textsOf(testCtx)).toEqual(expect.arrayContaining(["test", "both"]));
  expect(await textsOf(live)).toEqual(expect.arrayContaining(["live", "both"]));
  expect((await textsOf(testCtx)).length + (await textsOf(live)).length).toBe(4);
  expect(await textsOf(stranger)).toEqual([]);
  const ids = (await listNotifications(testCtx, { limit: 50 })).items.map(({ id }) => id);
  expect(await readNotifications(stranger, ids)).toBe(0);
  expect(await readNotifications(testCtx, ids)).toBe(2);
  expect(await readNotifications(testCtx, ids)).toBe(0);
  expect((await listNotifications(testCtx, { limit: 50, unread: true })).items).toEqual([]);
  expect(await listNotifications(testCtx, { limit: 1 })).toMatchObject({ hasMore: true, nextCursor: ids[0] });
});

async function failingFor(ms: number) {
  const endpoint = await newEndpoint(`${receiver.origin}/hook`);
  await database().query(sql`
    update webhook_endpoints set failure_count = 7, failing_since = ${new Date(Date.now() - ms)} where id = ${endpoint.id}`);
  return endpoint;
}

test("owners hear of a failing endpoint after 1 hour, 24 hours and 4 days, once each", async () => {
  const { ctx, id } = await failingFor(59 * MINUTE);
  const warnAfter = async (ms: number) => {
    await warnFailingEndpoints(system({ clock: { now: () => new Date(Date.now() + ms) } }));
    return await textsOf(ctx);
  };
  expect(await warnAfter(0)).toEqual([]);
  expect(await warnAfter(2 * MINUTE)).toHaveLength(1);
  expect(await warnAfter(3 * HOUR)).toHaveLength(1);
  const [day] = await warnAfter(23 * HOUR + 2 * MINUTE);
  expect(day).toMatch(/has taken no event for 24 hours\. The last 7 attempts failed/);
  await warnAfter(2 * DAY);
  expect(await warnAfter(4 * DAY)).toHaveLength(3);
  expect((await warnAfter(4 * DAY + HOUR))[0]).toMatch(/for 4 days.*it will be disabled from \d{4}-\d\d-\d\d/);
  // It works for a while, and fails again: that is a new occasion.
  await database().query(sql`update webhook_endpoints set failing_since = now() + interval '10 days' where id = ${id}`);
  expect(await warnAfter(10 * DAY + 2 * HOUR)).toHaveLength(4);
});

test("after five days of only failures the next one disables the endpoint and says so; before that it does not", async () => {
  receiver.always = { status: 500 };
  const patient = await failingFor(5 * DAY - MINUTE);
  const over = await failingFor(5 * DAY);
  for (const { ctx, id } of [patient, over]) {
    await announce(ctx, 2);
    await deliverWebhooks(system(), [id]);
  }
  expect(await listEndpoints(patient.ctx)).toMatchObject([{ status: "active", failureCount: 9 }]);
  expect(await listEndpoints(over.ctx)).toMatchObject([
    { status: "disabled", disabledReason: "Every attempt of the last 5 days failed." },
  ]);
  expect((await deliveriesOf(over.ctx)).map(({ status }) => status)).toEqual(["failed", "failed"]);
  expect(await textsOf(over.ctx)).toEqual([
    expect.stringMatching(/was disabled\. Every attempt of the last 5 days failed\./),
  ]);
  await warnFailingEndpoints(system());
  expect(await textsOf(over.ctx)).toHaveLength(1);
});

test("a success within the five days starts them anew", async () => {
  receiver.always = {};
  const { ctx, id } = await failingFor(5 * DAY);
  await announce(ctx);
  await deliverWebhooks(system(), [id]);
  expect(await listEndpoints(ctx)).toMatchObject([{ status: "active", failureCount: 0, failingSince: null }]);
});
