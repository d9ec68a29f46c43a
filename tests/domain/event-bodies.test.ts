import { afterEach, expect, test } from "vitest";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { sampleOf } from "#server/domain/messaging/webhooks/sample-events.ts";
import { type Order, placeOrder } from "#server/domain/selling/orders/index.ts";
import type { Environment } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { EVENT_TYPES, eventData, eventFault } from "#server/kernel/events.ts";
import { newEventId } from "#server/kernel/ids.ts";
import { eventsOf } from "#tests/support/caller.ts";
import { claim, enter, newAccount, newPackage, system } from "#tests/support/world.ts";

const { packageId } = await newPackage();

afterEach(async () => {
  await database().query(sql`delete from events where data like '%forged%'`);
});

test.each<Environment>(["live", "test"])(
  "an order's event has the API's shape whoever placed the order and however they were answered, in %s",
  async (environment) => {
    const { code } = await newAccount({ wallet: 100 });
    const ctx = await enter(code, environment);
    for (const answer of [JSON.stringify, () => '"answered in another shape"'])
      await placeOrder(
        ctx,
        { packageId, quantity: 2, clientReference: answer.name || "other" },
        { ...claim<Order>(), answer },
      );
    const events = await eventsOf(code, environment);
    expect(events).toHaveLength(2);
    for (const { type, data } of events) {
      expect(eventFault(type, JSON.stringify(data))).toBeNull();
      expect(data.order).toMatchObject({ reference: expect.stringMatching(/^B2B-\d+$/), requested_quantity: 2 });
      expect(data.order.total_amount).toBeTypeOf("number");
    }
  },
);

test("the audit names events that receivers could not read", async () => {
  const ctx = await enter((await newAccount()).code);
  expect(await checkInvariants(system())).toMatchObject({ ok: true });
  const forge = (type: string, data: string) =>
    database().query(sql`
      insert into events (event_id, account_id, environment, type, data, created_at)
      values (${newEventId()}, ${ctx.account.id}, 'live', ${type}, ${data}, now())`);
  await forge("order.created", '{"order":{"clientReference":"forged","totalAmount":"5"}}');
  await forge("esim.activated", '{"forged"');
  await forge("order.forged", '{"forged":1}');
  const { ok, failures } = await checkInvariants(system());
  expect([ok, failures.length, failures[0]!.count]).toEqual([false, 1, 3]);
  expect(failures[0]!.examples).toMatch(/order\.created: order\.id/);
});

test("every kind of event can be told right from wrong", () => {
  for (const type of EVENT_TYPES) {
    const facts = { accountId: 1, environment: "live", currency: "USD", at: new Date() } as const;
    const data = eventData(sampleOf(type, facts));
    expect(eventFault(type, data)).toBeNull();
    expect(eventFault(type, `{"more":1,${data.slice(1)}`.replace(",}", "}"))).not.toBeNull();
  }
});
