import { afterEach, expect, test } from "vitest";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { changeAccount } from "#server/domain/reseller/accounts/index.ts";
import { advancePart } from "#server/domain/selling/orders/advance-part.ts";
import { failOver } from "#server/domain/selling/orders/fail-over-order.ts";
import {
  checkLateOrder,
  fulfilOrder,
  getOrder,
  listParts,
  receiveSupplierWebhook,
} from "#server/domain/selling/orders/index.ts";
import { settleOrder } from "#server/domain/selling/orders/settle-order.ts";
import { database, sql } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";
import { placed, refunds, settled } from "#tests/support/bought.ts";
import { orphans } from "#tests/support/orphans.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { until } from "#tests/support/until.ts";
import { system } from "#tests/support/world.ts";

// A run may sleep between reading an order's parts and acting on them. Meanwhile its supplier contradicts itself: what it refused it
// has made after all, and the order has taken it over.

const suppliers = await simulatedSuppliers(["esimaccess", "airalo", "esimgo"]);
const supplier = suppliers.of("esimaccess");

afterEach(async () => {
  await suppliers.reset();
  expect(await orphans(suppliers)).toEqual([]);
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

/** The order, its parts as the sleeping run read them, and one more step of who is awake. */
async function refusedAndMade() {
  const [item] = await database().query<{ packageId: string }>(sql`
    select p.package_id from packages p join packages q on q.product_key = p.product_key and q.supplier_code = 'airalo' and q.cost_usd <= p.cost_usd
     where p.supplier_code = 'esimaccess' and p.status = 'on_sale' and q.status = 'on_sale' order by p.id limit 1`);
  await supplier.set({ operation: "order", mode: "rate_limited", times: 1 });
  const order = await placed(item!.packageId);
  await changeAccount(system(), order.ctx.account.code, { failover: true });
  await fulfilOrder(system(), order.id);
  const partOf = async () => (await listParts(database(), order.id))[0]!;
  const step = async () => advancePart(system(), await partOf(), money(1_000));
  await supplier.set({ operation: "order", mode: "refused_late", latencyMs: 1, times: 1 });
  await until(async () => {
    await step();
    return (await partOf()).status === "rejected";
  });
  const stale = await listParts(database(), order.id);
  const { reference } = stale[0]!;
  await until(async () =>
    (await supplier.records()).orders.some((sale) => sale.reference === reference && sale.delivered > 0),
  );
  const content = { orderNo: "?", transactionId: reference, orderStatus: "GOT_RESOURCE" };
  const notice = {
    notifyType: "ORDER_STATUS",
    notifyId: reference,
    eventGenerateTime: "2026-01-01T00:00:00Z",
    content,
  };
  await receiveSupplierWebhook(system(), "esimaccess", { body: JSON.stringify(notice), header: () => null });
  await checkLateOrder(system(), reference);
  expect((await partOf()).status).toBe("accepted");
  const read = await getOrder(order.ctx, order.reference);
  const sold = { accountCode: order.ctx.account.code, failover: true, supplierCode: "esimaccess" as const };
  return { order, stale, sold: { ...read, ...sold }, partOf, step };
}

test("a run that slept since its order's supplier refused buys nothing elsewhere of what the order has by now", async () => {
  const { order, stale, sold } = await refusedAndMade();
  await failOver(system(), sold, stale);
  expect(await listParts(database(), order.id)).toHaveLength(1);
  expect(await settled(order)).toMatchObject({ status: "delivered", deliveredQuantity: 1 });
});

test("a run that slept since its order's supplier refused does not fail an order that is delivered by now", async () => {
  const { order, stale, sold, partOf, step } = await refusedAndMade();
  await until(async () => {
    await step();
    return (await partOf()).status === "delivered";
  });
  await settleOrder(system(), sold, stale, 30);
  expect(await settled(order)).toMatchObject({ status: "delivered", deliveredQuantity: 1 });
  expect(await refunds(order.ctx)).toEqual([]);
});
