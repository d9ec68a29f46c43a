import { afterEach, describe, expect, test } from "vitest";
import { describeSupplier, SUPPLIER_CODES, type SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { resolveReview } from "#server/domain/selling/actions/index.ts";
import { checkLateOrder, fulfilOrder, listParts } from "#server/domain/selling/orders/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { type Placed, packageOf, placed, settled } from "#tests/support/bought.ts";
import { orphans } from "#tests/support/orphans.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { until } from "#tests/support/until.ts";
import { system } from "#tests/support/world.ts";

// What turned up late, belongs to nobody and was kept for sale is the next buyer's, at every supplier, and nobody else's from then on.

const suppliers = await simulatedSuppliers([...SUPPLIER_CODES]);

afterEach(async () => {
  await suppliers.reset();
  expect(await orphans(suppliers)).toEqual([]);
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

const partOf = async ({ id }: Placed) => (await listParts(database(), id))[0]!;

/** An order that people gave up while its supplier did not answer, whose eSIM turned up afterwards and was kept for sale. */
async function keptForSale(code: SupplierCode, isNumberKnown: boolean): Promise<{ order: Placed; packageId: string }> {
  const packageId = await packageOf(code);
  const supplier = suppliers.of(code);
  if (!isNumberKnown) await supplier.set({ operation: "order", mode: "timeout_after", times: 1 });
  await supplier.set({ operation: "query", mode: "garbage" });
  const order = await placed(packageId);
  const status = isNumberKnown ? "accepted" : "sent";
  await runJobsUntil(async () => {
    const part = (await listParts(database(), order.id))[0];
    return part?.status === status && part.busyUntil === null;
  });
  await database().query(sql`update supplier_orders set status = 'review' where order_id = ${order.id}`);
  await database().query(sql`delete from outbox_jobs where key = ${`fulfil-order:${order.id}`}`);
  await resolveReview(system(), order.reference, { as: "failed", withoutAnswer: true, note: "they said no" });
  await suppliers.reset();
  if (describeSupplier(code).capabilities.cancel) await supplier.set({ operation: "cancel", mode: "reject" });
  const { reference } = await partOf(order);
  await until(async () => {
    await checkLateOrder(system(), reference);
    return (await partOf(order)).stray === "waiting";
  });
  await suppliers.reset();
  await resolveReview(system(), order.reference, { as: "resold", note: "somebody will want it" });
  return { order, packageId };
}

describe.each(SUPPLIER_CODES)("a late delivery of %s that is kept for sale", (code) => {
  test("is delivered to the next who buys the package, and nothing more is bought", async () => {
    const { packageId } = await keptForSale(code, false);
    const before = (await suppliers.of(code).records()).orders.length;
    const next = await placed(packageId);
    expect(await settled(next)).toMatchObject({ status: "delivered", deliveredQuantity: 1 });
    expect((await suppliers.of(code).records()).orders).toHaveLength(before);
  });
});

test("a late look for a delivery that was sold on leaves it alone, also before its buyer has it", async () => {
  const { order, packageId } = await keptForSale("esimaccess", true);
  const first = await partOf(order);
  expect(first.strayReference).toBe(first.supplierReference);
  const next = await placed(packageId);
  await fulfilOrder(system(), next.id);
  expect(await partOf(next)).toMatchObject({ status: "accepted", supplierReference: first.supplierReference });
  // As its supplier's webhook about the eSIM asks for.
  await checkLateOrder(system(), first.reference);
  expect(await settled(next)).toMatchObject({ status: "delivered", deliveredQuantity: 1 });
  expect((await partOf(order)).stray).toBe("resold");
});
