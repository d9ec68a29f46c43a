import { afterEach, expect, test } from "vitest";
import { connectSupplier, type SupplierCode, type SupplierEsim } from "#server/domain/catalogue/suppliers/index.ts";
import { reconcile } from "#server/domain/control/reconciliation/index.ts";
import { resolveReview } from "#server/domain/selling/actions/index.ts";
import { syncEsimsById } from "#server/domain/selling/esim-reports/index.ts";
import { getEsim } from "#server/domain/selling/esims/index.ts";
import { listParts } from "#server/domain/selling/orders/index.ts";
import { putAside } from "#server/domain/selling/orders/put-aside.ts";
import { database } from "#server/kernel/db.ts";
import { compareCosts } from "#tests/faults/costs.ts";
import { delivered, over, packageOf, placed, settled, topUp } from "#tests/support/bought.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { until } from "#tests/support/until.ts";
import { system } from "#tests/support/world.ts";

// What the fault runs compare in the end: a supplier's own record and the double-entry books.

const CODES: SupplierCode[] = ["esimaccess", "airalo", "esimgo"];
const suppliers = await simulatedSuppliers(CODES);
/** Longer than any test takes: it happens when the test says so. */
const HELD_MS = 3_600_000;
const records = () => Promise.all(CODES.map((code) => suppliers.of(code).records()));

afterEach(suppliers.reset);

test.each(CODES)("what %s took for an order and a top-up is in the books; a cent more is named", async (code) => {
  const { ctx, iccid } = await delivered(code, 2);
  const { id } = await topUp(ctx, iccid);
  expect((await over(ctx, id)).status).toBe("succeeded");
  const took = await records();
  expect(await compareCosts(database(), took)).toEqual({ faults: [], explained: { cases: 0, usd: 0 } });
  const dearer = structuredClone(took);
  const own = dearer.find(({ supplier }) => supplier === code)!;
  own.orders.at(-1)!.paidUsd += 0.01;
  own.balanceUsd -= 0.01;
  const { faults } = await compareCosts(database(), dearer);
  expect(faults).toEqual([expect.stringContaining(`${code} took`)]);
  expect(faults[0]).toContain(iccid);
});

test.each(CODES)("what %s gave back for an eSIM that it cancelled by itself is in the books", async (code) => {
  const { ctx, iccid } = await delivered(code);
  await suppliers.event(iccid, "cancel");
  await until(async () => {
    const esim = await getEsim(ctx, iccid);
    if (esim.status === "cancelled") return true;
    await syncEsimsById(system(), [esim.id]);
    return false;
  });
  expect((await compareCosts(database(), await records())).faults).toEqual([]);
});

test.each(["airalo", "esimgo"] as const)(
  "what %s refused and sold all the same is before people after the next reconciliation, and not before",
  async (code) => {
    const before = await compareCosts(database(), await records());
    await suppliers.of(code).set({ operation: "order", mode: "refused_late", times: 1, latencyMs: HELD_MS });
    const sold = (await suppliers.of(code).records()).orders.length;
    expect((await settled(await placed(await packageOf(code)))).status).toBe("failed");
    suppliers.hurry();
    await until(async () => (await suppliers.of(code).records()).orders.length > sold);
    const { faults } = await compareCosts(database(), await records());
    expect(faults).toEqual([...before.faults, expect.stringContaining(`${code} took`)]);
    await reconcile(system(), "suppliers");
    const { explained, ...after } = await compareCosts(database(), await records());
    expect(after.faults).toEqual(before.faults);
    // Without a reference of ours nothing is booked for it: it may be somebody else's.
    expect(explained.cases - before.explained.cases).toBe(code === "esimgo" ? 1 : 0);
  },
);

/** An order of three of which its supplier makes one in time; the others are put aside one by one. */
async function cameShort() {
  await suppliers
    .of("esimaccess")
    .set({ operation: "order", mode: "in_parts", quantity: 1, latencyMs: HELD_MS, times: 1 });
  const order = await placed(await packageOf("esimaccess"), 3);
  expect(await settled(order)).toMatchObject({ status: "partially_delivered", deliveredQuantity: 1 });
  suppliers.hurry();
  const partOf = async () => (await listParts(database(), order.id))[0]!;
  const { reference, supplierReference, profiles } = await partOf();
  const supplier = await connectSupplier(system(), "esimaccess");
  const late: SupplierEsim[] = [];
  await until(async () => {
    const found = await supplier.getOrderEsims(supplierReference!, reference);
    const esims = found.kind === "found" ? found.value.esims : [];
    late.splice(0, late.length, ...esims.filter(({ iccid }) => !profiles!.some((own) => own.iccid === iccid)));
    return late.length === 2;
  });
  const aside = async (esims: SupplierEsim[]) =>
    await putAside(system(), await partOf(), { reference: supplierReference!, esims, isOurs: true });
  return { order, late, partOf, aside };
}

test("of late eSIMs of which some went back the others are paid for alone, and can be dealt with", async () => {
  const { order, late, partOf, aside } = await cameShort();
  await suppliers.of("esimaccess").set({ operation: "cancel", mode: "reject", times: 1 });
  await aside(late);
  expect((await partOf()).strayProfiles!.map(({ iccid }) => iccid)).toEqual([late[0]!.iccid]);
  await resolveReview(system(), order.reference, { as: "closed", note: "claimed at the supplier" });
  expect((await compareCosts(database(), await records())).faults).toEqual([]);
});

test("what people have kept stays kept, and paid for, when the rest comes later and goes back", async () => {
  const { order, late, partOf, aside } = await cameShort();
  await suppliers.of("esimaccess").set({ operation: "cancel", mode: "reject", times: 1 });
  await aside(late.slice(0, 1));
  await resolveReview(system(), order.reference, { as: "closed", note: "given to the traveller by mail" });
  await aside(late.slice(1));
  expect(await partOf()).toMatchObject({ stray: "kept", strayProfiles: [{ iccid: late[0]!.iccid }] });
  expect((await compareCosts(database(), await records())).faults).toEqual([]);
});
