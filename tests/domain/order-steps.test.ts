import { expect, test } from "vitest";
import { placeOrder } from "#server/domain/selling/orders/index.ts";
import { claimSending, listParts, planParts } from "#server/domain/selling/orders/supplier-part.ts";
import { database, sql } from "#server/kernel/db.ts";
import { newEventId } from "#server/kernel/ids.ts";
import { sampleData } from "#tests/support/webhooks.ts";
import { claim, enter, newAccount, newPackage } from "#tests/support/world.ts";

async function placed() {
  const ctx = await enter((await newAccount({ wallet: 100 })).code);
  const { packageId } = await newPackage();
  const { response } = await placeOrder(ctx, { packageId, quantity: 2 }, claim());
  const { id } = JSON.parse(response) as { id: number };
  return { ctx, id, packageId };
}

test("of several runs that have read the same part, one sends it", async () => {
  const { id, packageId } = await placed();
  const at = new Date();
  const plan = { orderId: id, supplierCode: "esimaccess", supplierPackageId: packageId, quantity: 2, maxQuantity: 10 };
  await planParts(database(), { ...plan, unitCostUsd: "4", at });
  const [part] = await listParts(database(), id);
  const sending = { at, busyUntil: at, anonymous: false };
  const claims = await Promise.all(Array.from({ length: 5 }, () => claimSending(database(), part!, sending)));
  expect(claims.filter((one) => one !== null)).toHaveLength(1);
  expect((await listParts(database(), id))[0]).toMatchObject({ status: "sent", sends: 1 });
});

test("an order ends once: who comes second writes nothing", async () => {
  const { ctx, id } = await placed();
  const settle = async () => {
    const [row] = await database().query<{ settled: boolean }>(sql`
      select settle_order(${id}::bigint, 'failed', '[]'::jsonb, ${newEventId()}, 'order.failed', ${sampleData("order.failed")}, now()) as settled`);
    return row!.settled;
  };
  expect(await settle()).toBe(true);
  const ends = await Promise.all([settle(), settle()]);
  expect(ends).toEqual([false, false]);
  const events = await database().query<{ type: string }>(
    sql`select type from events where account_id = ${ctx.account.id} order by id`,
  );
  expect(events.map(({ type }) => type)).toEqual(["order.created", "order.failed"]);
  const refunds = await database().query(
    sql`select id from ledger_entries where account_id = ${ctx.account.id} and type = 'refund'`,
  );
  expect(refunds).toHaveLength(1);
});
