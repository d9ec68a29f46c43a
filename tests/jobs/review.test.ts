import { afterEach, describe, expect, test } from "vitest";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { listEntries } from "#server/domain/money/ledger/index.ts";
import { listEvidence, listReviews, resolveReview } from "#server/domain/selling/actions/index.ts";
import { getOrder, placeOrder } from "#server/domain/selling/orders/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { until } from "#tests/support/until.ts";
import { claim, enter, newAccount, system } from "#tests/support/world.ts";

const simulator = await simulatedSupplier();

afterEach(async () => {
  await simulator.reset();
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

/** A live order whose answer was lost, as it stands after 24 hours without an outcome. */
async function unknown(
  mode: "timeout_after" | "timeout_before",
): Promise<{ ctx: AccountCtx; reference: string; ours: string }> {
  const ctx = await enter((await newAccount({ wallet: 100 })).code);
  await simulator.set({ operation: "order", mode, times: 1 });
  await simulator.set({ operation: "query", mode: "garbage" });
  const { response } = await placeOrder(ctx, { packageId: "esimaccess-TR_1_7", quantity: 2 }, claim());
  const { id } = JSON.parse(response) as { id: number };
  const read = async () =>
    (
      await database().query<{ reference: string; status: string; busy: boolean }>(sql`
        select reference, status, busy_until is not null as busy from supplier_orders where order_id = ${id}`)
    )[0];
  await runJobsUntil(async () => {
    const part = await read();
    return part?.status === "sent" && !part.busy;
  });
  await database().query(sql`update supplier_orders set status = 'review' where order_id = ${id}`);
  await database().query(sql`delete from outbox_jobs where key = ${`fulfil-order:${id}`}`);
  await simulator.reset();
  return { ctx, reference: `B2B-${id}`, ours: (await read())!.reference };
}

const types = async (ctx: AccountCtx) => (await listEntries(ctx, { limit: 10 })).items.map(({ type }) => type);

describe("an order under review", () => {
  test("is in the queue with everything that was said to the supplier", async () => {
    const { reference, ours } = await unknown("timeout_after");
    const review = (await listReviews(system())).find(({ ref }) => ref === reference)!;
    expect(review).toMatchObject({
      kind: "order",
      supplier: "esimaccess",
      quantity: 2,
      waiting: true,
      reference: ours,
    });
    const evidence = await listEvidence(system(), ours);
    expect(evidence.map(({ operation }) => operation)).toContain("order");
    expect(evidence[0]!.request).toContain(ours);
    await resolveReview(system(), reference, { as: "failed", note: "cleaned up by the test" });
  });

  test("that succeeded is settled from the eSIMs under the supplier's reference, and refunds nothing", async () => {
    const { ctx, reference, ours } = await unknown("timeout_after");
    const record = async () => (await simulator.records()).orders.find((order) => order.reference === ours)!;
    await until(async () => (await record()).delivered === 2);
    const theirs = (await record()).supplierReference;
    await expect(
      resolveReview(system(), reference, { as: "succeeded", note: "seen in their portal" }),
    ).rejects.toMatchObject({
      code: "validation_error",
    });
    await expect(
      resolveReview(system(), reference, { as: "succeeded", supplierReference: "B-nothing", note: "a slip" }),
    ).rejects.toMatchObject({ code: "supplier_error" });
    await resolveReview(system(), reference, {
      as: "succeeded",
      supplierReference: theirs,
      note: "seen in their portal",
    });
    expect(await getOrder(ctx, reference)).toMatchObject({ status: "delivered", deliveredQuantity: 2 });
    expect(await types(ctx)).toEqual(["debit", "deposit"]);
    await expect(resolveReview(system(), reference, { as: "failed", note: "again" })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("that failed is refunded once, however many decide", async () => {
    const { ctx, reference } = await unknown("timeout_before");
    const decide = () => resolveReview(system(), reference, { as: "failed", note: "they have no record of it" });
    const outcomes = await Promise.allSettled([decide(), decide(), decide()]);
    expect(outcomes.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(await getOrder(ctx, reference)).toMatchObject({ status: "failed" });
    expect(await types(ctx)).toEqual(["refund", "debit", "deposit"]);
  });

  test("is decided only with a reason, and the decision is on record", async () => {
    const { reference } = await unknown("timeout_before");
    await expect(resolveReview(system(), reference, { as: "failed", note: " " })).rejects.toMatchObject({
      details: { field: "note" },
    });
    await resolveReview(system(), reference, { as: "failed", note: "they have no record of it" });
    const [entry] = await database().query<{ details: { note: string } }>(
      sql`select details from audit_entries where act = 'review.resolve' and subject = ${reference}`,
    );
    expect(entry!.details.note).toBe("they have no record of it");
  });
});
