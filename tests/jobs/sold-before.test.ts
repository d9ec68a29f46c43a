import { expect, test } from "vitest";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { listReviews, resolveReview } from "#server/domain/selling/actions/index.ts";
import { getOrder, refundOrder } from "#server/domain/selling/orders/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { delivered, eventsOf, packageOf, placed, refunds, settled, statusOf } from "#tests/support/bought.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { system } from "#tests/support/world.ts";

const suppliers = await simulatedSuppliers(["airalo", "esimgo", "esimaccess"]);
const db = database();

test.each(["airalo", "esimgo", "esimaccess"] as const)(
  "%s hands out a profile that it has sold: the others are delivered, the price of that one is paid back, and people have the case",
  async (code) => {
    const first = await delivered(code);
    await suppliers.of(code).set({ operation: "order", mode: "sold_before", times: 1 });
    const second = await placed(await packageOf(code), 3);
    const order = await settled(second);
    expect([order.status, order.profiles.length]).toEqual(["partially_delivered", 2]);
    expect(order.profiles.map(({ iccid }) => iccid)).not.toContain(first.iccid);
    expect(await refunds(second.ctx)).toEqual([order.unitPrice.toNumber()]);
    expect(await eventsOf(second.ctx)).toContain("order.partially_delivered");
    expect(await listReviews(system(), { ref: second.reference })).toMatchObject([{ quantity: 1, waiting: true }]);
    const [notice] = await db.query<{ text: string }>(
      sql`select text from notices where kind = 'review.waiting' and subject = ${second.reference}`,
    );
    expect(notice!.text).toContain(`ICCID ${first.iccid} of ${first.reference}`);
    // Whoever bought it first keeps it: nothing was given back.
    expect((await getOrder(first.ctx, first.reference)).profiles[0]!.status).toBe("ready");
    await resolveReview(system(), second.reference, { as: "failed", note: "claimed from the supplier" });
    expect(await listReviews(system(), { ref: second.reference })).toEqual([]);
    expect((await checkInvariants(system())).failures).toEqual([]);
  },
);

test("an eSIM that was cancelled for one order and is sold again for another is no delivery, and no cancel either", async () => {
  const simulators = await suppliers.of("esimgo").records();
  const oldest = await database().query<{ reference: string }>(sql`
    select 'B2B-' || order_id as reference from esims where iccid = ${simulators.esims[0]!.iccid}`);
  const [owner] = oldest;
  await refundOrder(system(), owner!.reference, "goodwill");
  await suppliers.event(simulators.esims[0]!.iccid, "cancel");
  await suppliers.of("esimgo").set({ operation: "order", mode: "sold_before", times: 1 });
  const order = await placed(await packageOf("esimgo"), 1);
  await runJobsUntil(async () => (await listReviews(system(), { ref: order.reference })).length > 0);
  expect(await statusOf(order)).toBe("processing");
  expect(await refunds(order.ctx)).toEqual([]);
});

test("an order with nothing but such profiles waits for people as a whole", async () => {
  await delivered("airalo");
  await suppliers.of("airalo").set({ operation: "order", mode: "sold_before", times: 1 });
  const order = await placed(await packageOf("airalo"), 1);
  await runJobsUntil(async () => (await listReviews(system(), { ref: order.reference })).length > 0);
  expect(await statusOf(order)).toBe("processing");
  expect(await refunds(order.ctx)).toEqual([]);
});
