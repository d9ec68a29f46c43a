import { afterEach, describe, expect, test } from "vitest";
import { migrate } from "#prisma/migrate.ts";
import {
  connectSupplier,
  describeSupplier,
  SUPPLIER_CODES,
  type SupplierCode,
} from "#server/domain/catalogue/suppliers/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { listReviews, resolveReview } from "#server/domain/selling/actions/index.ts";
import { checkLateOrder, fulfilOrder, listParts } from "#server/domain/selling/orders/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { directDatabaseUrl } from "#server/kernel/session-limits.ts";
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

/** An order that people gave up while its supplier did not answer, whose eSIM turned up afterwards. */
async function cameLate(code: SupplierCode, isNumberKnown: boolean): Promise<{ order: Placed; packageId: string }> {
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
  return { order, packageId };
}

/** And was kept for sale. */
async function keptForSale(...of: Parameters<typeof cameLate>): ReturnType<typeof cameLate> {
  const late = await cameLate(...of);
  await resolveReview(system(), late.order.reference, { as: "resold", note: "somebody will want it" });
  return late;
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

test("a late delivery that is kept for sale is nothing for who buys what its supplier has made of the package since", async () => {
  const { order, packageId } = await keptForSale("esimaccess", false);
  await database().prisma.package.update({ where: { packageId }, data: { productKey: "local:TR:1mb:7d" } });
  const before = (await suppliers.of("esimaccess").records()).orders.length;
  const next = await placed(packageId);
  expect(await settled(next)).toMatchObject({ status: "delivered", deliveredQuantity: 1 });
  expect((await suppliers.of("esimaccess").records()).orders).toHaveLength(before + 1);
  expect((await partOf(order)).stray).toBe("for_sale");
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

test("two orders of the supplier's that come late for one part keep their numbers: they are no one's delivery together", async () => {
  const { order } = await cameLate("airalo", false);
  const first = await partOf(order);
  const supplier = await connectSupplier(system(), "airalo", first);
  const again = await supplier.order(first);
  await supplier.flush();
  const numbers = [first.strayReference, again.kind === "done" && again.value.supplierReference];
  await until(async () => {
    await Promise.all([checkLateOrder(system(), first.reference), checkLateOrder(system(), first.reference)]);
    return (await partOf(order)).strayProfiles!.length > 1;
  });
  expect((await partOf(order)).strayProfiles!.map(({ supplierReference }) => supplierReference)).toEqual(numbers);
  const [review] = await listReviews(system(), { ref: order.reference });
  expect(review!.quantity).toBe(2);
  for (const number of numbers) expect(review!.supplierReference).toContain(number);
  await expect(
    resolveReview(system(), order.reference, { as: "resold", note: "somebody will want both" }),
  ).rejects.toMatchObject({ code: "conflict" });
  await resolveReview(system(), order.reference, { as: "closed", note: "claimed at the supplier" });
});

test("what was sold on before its number was its buyer's alone is so after an upgrade", async () => {
  const { order, packageId } = await keptForSale("esimaccess", true);
  const next = await placed(packageId);
  await settled(next);
  const { strayReference, reference } = await partOf(order);
  await database().prisma.supplierOrder.update({ where: { reference }, data: { supplierReference: strayReference } });
  expect(await checkInvariants(system())).toMatchObject({ ok: false });
  const name = "0363_numbers_of_what_was_sold_on";
  await database().query(sql`delete from _prisma_migrations where migration_name = ${name} returning 1`);
  expect(await migrate(directDatabaseUrl())).toEqual([name]);
  expect(await partOf(order)).toMatchObject({ supplierReference: null, stray: "resold" });
  expect((await partOf(next)).supplierReference).toBe(strayReference);
});
