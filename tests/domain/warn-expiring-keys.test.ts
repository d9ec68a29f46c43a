import { expect, test } from "vitest";
import { listNotifications } from "#server/domain/record/notifications/index.ts";
import { createKey, revokeKey, warnExpiringKeys } from "#server/domain/reseller/keys/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { DAY } from "#server/kernel/time.ts";
import { announce, newEndpoint } from "#tests/support/webhooks.ts";
import { system } from "#tests/support/world.ts";

const START = Date.now();
const after = (days: number) => system({ clock: { now: () => new Date(START + days * DAY) } });

async function newExpiringKey(days: number) {
  const { ctx } = await newEndpoint("https://9.9.9.9/hook", { environment: "live" });
  const key = await createKey(after(0), ctx.account.code, {
    environment: "live",
    name: "Web shop",
    scopes: ["catalog:read"],
    expiresAt: new Date(START + days * DAY),
  });
  const told = async () => ({
    events: (
      await database().query<{ data: string; deliveries: number }>(sql`
        select data, (select count(*) from deliveries d where d.event_id = e.id) as deliveries
          from events e where account_id = ${ctx.account.id} and type = 'api_key.expiring' order by id`)
    ).map(({ data, deliveries }) => ({ ...JSON.parse(data).api_key, deliveries })),
    notices: (await listNotifications(ctx, { limit: 50 })).items,
  });
  return { ...key, ctx, told };
}

test("an owner is told 30, 7 and 1 days before a key ends, once each, by an event and a notice", async () => {
  const { keyPrefix, told } = await newExpiringKey(40);
  const toldOn: number[] = [];
  for (const day of [0, 9, 10.1, 11, 20, 33.1, 35, 39.1, 39.9, 41]) {
    const before = (await told()).events.length;
    await warnExpiringKeys(after(day));
    if ((await told()).events.length > before) toldOn.push(day);
  }
  expect(toldOn).toEqual([10.1, 33.1, 39.1]);
  const { events, notices } = await told();
  expect(events).toHaveLength(3);
  expect(events[0]).toEqual({
    key_prefix: keyPrefix,
    name: "Web shop",
    environment: "live",
    expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    deliveries: 1,
  });
  expect(notices).toHaveLength(3);
  expect(notices[0]).toMatchObject({ kind: "api_key.expiring", subject: keyPrefix, environment: "live" });
  expect(notices[0]!.text).toContain("Web shop");
});

test("workers that look at the same moment tell once", async () => {
  const { told } = await newExpiringKey(35);
  await Promise.all(Array.from({ length: 5 }, () => warnExpiringKeys(after(6))));
  const { events, notices } = await told();
  expect([events.length, notices.length]).toEqual([1, 1]);
});

test("after a long silence only the nearest mark is told", async () => {
  const { told } = await newExpiringKey(40);
  await warnExpiringKeys(after(39.5));
  expect((await told()).events).toHaveLength(1);
  await warnExpiringKeys(after(39.6));
  expect((await told()).events).toHaveLength(1);
});

test("a key that was made for five days is announced on its last one, a revoked one and one that ended never", async () => {
  const short = await newExpiringKey(5);
  const revoked = await newExpiringKey(40);
  await revokeKey(system(), revoked.keyPrefix);
  for (const day of [0.1, 3]) await warnExpiringKeys(after(day));
  expect((await short.told()).events).toEqual([]);
  for (const day of [4.1, 39.5, 50]) await warnExpiringKeys(after(day));
  expect((await short.told()).events).toHaveLength(1);
  expect((await revoked.told()).events).toEqual([]);
});

test("what else happened is not mixed up with it", async () => {
  const { ctx, told } = await newExpiringKey(300);
  await announce(ctx, 2);
  await warnExpiringKeys(after(1));
  expect(await told()).toEqual({ events: [], notices: [] });
});
