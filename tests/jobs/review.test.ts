import { afterEach, describe, expect, test } from "vitest";
import { connectSupplier } from "#server/domain/catalogue/suppliers/index.ts";
import { requestApproval } from "#server/domain/control/approvals/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { listEntries } from "#server/domain/money/ledger/index.ts";
import {
  askSupplier,
  checkLateTopup,
  findOrigin,
  getAction,
  listChoices,
  listEvidence,
  listReviews,
  requestCancel,
  resolveReview,
  settleAction,
} from "#server/domain/selling/actions/index.ts";
import { checkLateOrder, getOrder, listParts, placeOrder, sweepOrders } from "#server/domain/selling/orders/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { ulid } from "#server/kernel/ids.ts";
import { DAY } from "#server/kernel/time.ts";
import { delivered, over, placed, refunds, settled, topUp } from "#tests/support/bought.ts";
import { newOperator } from "#tests/support/operators.ts";
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

/** The simulator has made all of an order. */
const made = (ours: string) =>
  until(async () => (await simulator.records()).orders.some((one) => one.reference === ours && one.delivered === 2));

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
    await made(ours);
    await resolveReview(system(), reference, { as: "succeeded", note: "cleaned up by the test" });
  });

  test("that succeeded is settled from the eSIMs that the supplier has, and refunds nothing", async () => {
    const { ctx, reference, ours } = await unknown("timeout_after");
    const record = async () => (await simulator.records()).orders.find((order) => order.reference === ours)!;
    await until(async () => (await record()).delivered === 2);
    await expect(
      resolveReview(system(), reference, { as: "succeeded", supplierReference: "B-nothing", note: "a slip" }),
    ).rejects.toMatchObject({ code: "supplier_error", details: { field: "supplierReference" } });
    expect(await askSupplier(system(), reference)).toMatchObject({
      answer: { kind: "has", living: 2, supplierReference: (await record()).supplierReference },
      against: { succeeded: null, failed: expect.stringContaining("it did happen") },
    });
    await resolveReview(system(), reference, { as: "succeeded", note: "asked" });
    expect(await getOrder(ctx, reference)).toMatchObject({ status: "delivered", deliveredQuantity: 2 });
    expect(await types(ctx)).toEqual(["debit", "deposit"]);
    await expect(resolveReview(system(), reference, { as: "failed", note: "again" })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("that succeeded needs the supplier's number only where it finds nothing under ours, and never another order's", async () => {
    const { ctx, reference } = await unknown("timeout_before");
    const refusal = await resolveReview(system(), reference, { as: "succeeded", note: "x" }).catch((error) => error);
    expect(refusal).toMatchObject({ code: "validation_error", details: { field: "supplierReference" } });
    expect(refusal.message).not.toMatch(/--/);
    const other = await delivered("esimaccess");
    const [part] = await database().query<{ theirs: string }>(
      sql`select supplier_reference as theirs from supplier_orders where order_id = ${other.id}`,
    );
    await expect(
      resolveReview(system(), reference, { as: "succeeded", supplierReference: part!.theirs, note: "x" }),
    ).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("belongs to another order") });
    await resolveReview(system(), reference, { as: "failed", note: "they have no record of it" });
    expect(await types(ctx)).toEqual(["refund", "debit", "deposit"]);
  });

  test("that the supplier has delivered is not refunded, whatever the page had said before", async () => {
    const { ctx, reference, ours } = await unknown("timeout_before");
    expect(await askSupplier(system(), reference)).toMatchObject({ answer: { kind: "denies" } });
    // The supplier makes it between the look and the decision.
    const [part] = await listParts(database(), Number(reference.slice(4)));
    const supplier = await connectSupplier(system(), "esimaccess", part);
    expect((await supplier.order(part!)).kind).toBe("done");
    await made(ours);
    await expect(resolveReview(system(), reference, { as: "failed", note: "they said no" })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("it did happen"),
    });
    expect(await types(ctx)).toEqual(["debit", "deposit"]);
    await resolveReview(system(), reference, { as: "succeeded", note: "they have it" });
    expect(await getOrder(ctx, reference)).toMatchObject({ status: "delivered", deliveredQuantity: 2 });
  });

  test("is not decided on no answer, unless somebody says that they know it from elsewhere", async () => {
    const { ctx, reference } = await unknown("timeout_before");
    await simulator.set({ operation: "query", mode: "garbage" });
    expect(await askSupplier(system(), reference)).toMatchObject({ answer: { kind: "unclear" } });
    await expect(resolveReview(system(), reference, { as: "failed", note: "x" })).rejects.toMatchObject({
      code: "conflict",
      details: { field: "withoutAnswer" },
    });
    await resolveReview(system(), reference, { as: "failed", withoutAnswer: true, note: "they said so by telephone" });
    expect(await getOrder(ctx, reference)).toMatchObject({ status: "failed" });
  });

  test("that has no case, or none any more, is said to have none", async () => {
    for (const ref of ["B2B-999999", "ACT-999999"])
      await expect(resolveReview(system(), ref, { as: "failed", note: "x" })).rejects.toMatchObject({
        code: "conflict",
        message: `${ref} is not under review: it has no case, or was decided meanwhile. The review queue has what is open.`,
      });
  });

  test("that failed is refunded once, however many decide", async () => {
    const { ctx, reference } = await unknown("timeout_before");
    const decide = () => resolveReview(system(), reference, { as: "failed", note: "they have no record of it" });
    const outcomes = await Promise.allSettled([decide(), decide(), decide()]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await getOrder(ctx, reference)).toMatchObject({ status: "failed" });
    expect(await types(ctx)).toEqual(["refund", "debit", "deposit"]);
  });

  test("is decided once by two who decide the opposite at the same time, while the supplier's answer changes", async () => {
    const { ctx, reference, ours } = await unknown("timeout_before");
    const [part] = await listParts(database(), Number(reference.slice(4)));
    const supplier = await connectSupplier(system(), "esimaccess", part);
    const outcomes = await Promise.allSettled([
      resolveReview(system(), reference, { as: "failed", note: "it did not" }),
      supplier.order(part!).then(() => resolveReview(system(), reference, { as: "succeeded", note: "it did" })),
    ]);
    const [failed, succeeded] = outcomes.map(({ status }) => status === "fulfilled");
    expect([failed, succeeded].filter(Boolean).length).toBeLessThanOrEqual(1);
    if (!failed && !succeeded) {
      await made(ours);
      await resolveReview(system(), reference, { as: "succeeded", note: "it did" });
    }
    const { status } = await getOrder(ctx, reference);
    expect(await types(ctx)).toEqual(status === "failed" ? ["refund", "debit", "deposit"] : ["debit", "deposit"]);
    expect(status).toBe(failed ? "failed" : "delivered");
  });

  test("asks its supplier with no lock held: others are decided while it does not answer", async () => {
    const slow = await unknown("timeout_before");
    const other = await enter((await newAccount({ wallet: 100 })).code);
    const { timeScale } = env();
    // The answer comes when this test says so, and is waited for until then.
    overrideEnv({ timeScale: 4 });
    await simulator.set({ operation: "query", mode: "slow", latencyMs: 3_600_000, times: 1 });
    const deciding = resolveReview(system(), slow.reference, { as: "failed", note: "x" });
    await until(async () => (await simulator.records()).modes.length === 0);
    overrideEnv({ timeScale });
    const [held] = await database().query<{ n: number }>(sql`
      select count(*)::int as n from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`);
    expect(held!.n).toBe(0);
    const ask = { packageId: "esimaccess-TR_1_7", quantity: 1 };
    const placedMeanwhile = [
      { ctx: slow.ctx, order: await placeOrder(slow.ctx, ask, claim()) },
      { ctx: other, order: await placeOrder(other, ask, claim()) },
    ];
    simulator.hurry();
    await deciding;
    for (const { ctx, order } of placedMeanwhile) {
      const { id } = JSON.parse(order.response) as { id: number };
      expect(await settled({ ctx, id, reference: `B2B-${id}` })).toMatchObject({ status: "delivered" });
    }
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

  test("says who wants it, under which name, and what each choice does", async () => {
    const { reference, ours } = await unknown("timeout_before");
    const [review] = await listReviews(system(), { ref: reference });
    expect(review).toMatchObject({ companyName: "Test Travel Ltd", what: expect.any(String) });
    expect(await findOrigin(system(), ours)).toMatchObject({ order: reference, packageCode: "esimaccess-TR_1_7" });
    const choices = await listChoices(system(), review!);
    expect(choices.map(({ as }) => as)).toEqual(["succeeded", "failed"]);
    expect(choices[1]!.follows.join(" ")).toMatch(/is refunded to Test Travel Ltd, once/);
    await resolveReview(system(), reference, { as: "failed", note: "cleaned up by the test" });
  });

  test("is not decided by an operator against the supplier's answer either", async () => {
    const { reference, ours } = await unknown("timeout_after");
    await made(ours);
    const { ctx: operator } = await newOperator("support");
    await expect(
      requestApproval(operator, { kind: "review", ref: reference, as: "failed", reason: "x" }),
    ).rejects.toMatchObject({ code: "conflict" });
    await resolveReview(system(), reference, { as: "succeeded", note: "they have it" });
  });
});

describe("a late delivery", () => {
  /** An order that was refunded, and whose eSIM its supplier made afterwards: people have the case. */
  async function late(): Promise<{ ctx: AccountCtx; reference: string; id: number; ours: string }> {
    const { ctx, reference, ours } = await unknown("timeout_after");
    const id = Number(reference.slice(4));
    await made(ours);
    await simulator.set({ operation: "query", mode: "garbage" });
    await resolveReview(system(), reference, { as: "failed", withoutAnswer: true, note: "they said no" });
    await simulator.reset();
    // As when the supplier refuses to take it back at first.
    await simulator.set({ operation: "cancel", mode: "reject" });
    await checkLateOrder(system(), ours);
    await simulator.reset();
    expect(await listReviews(system(), { ref: reference })).toMatchObject([{ kind: "late delivery", quantity: 2 }]);
    return { ctx, reference, id, ours };
  }

  const strayOf = async (id: number) => (await listParts(database(), id))[0]!.stray;
  const saleOf = async (ours: string) => (await simulator.records()).orders.find((one) => one.reference === ours)!;

  test("is cancelled at the supplier for its price, once, by two at the same time", async () => {
    const { reference, id, ours } = await late();
    const [review] = await listReviews(system(), { ref: reference });
    expect((await listChoices(system(), review!)).map(({ as }) => as)).toEqual(["returned", "resold", "closed"]);
    const decide = () => resolveReview(system(), reference, { as: "returned", note: "not needed" });
    const outcomes = await Promise.allSettled([decide(), decide()]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await strayOf(id)).toBe("returned");
    const sale = await saleOf(ours);
    expect(sale.refundedUsd).toBe(sale.paidUsd);
  });

  test("that the supplier does not cancel stays before people", async () => {
    const { reference, id } = await late();
    await simulator.set({ operation: "cancel", mode: "reject" });
    await expect(resolveReview(system(), reference, { as: "returned", note: "x" })).rejects.toMatchObject({
      code: "supplier_error",
    });
    expect(await strayOf(id)).toBe("waiting");
    await simulator.reset();
    await resolveReview(system(), reference, { as: "returned", note: "again" });
    expect(await strayOf(id)).toBe("returned");
  });

  test("is sold on: the next order of the package gets it, and nothing more is bought", async () => {
    const { reference, id, ours } = await late();
    await resolveReview(system(), reference, { as: "resold", note: "somebody will want it" });
    expect(await strayOf(id)).toBe("for_sale");
    expect(await listReviews(system(), { ref: reference })).toEqual([]);
    const before = (await simulator.records()).orders.length;
    const next = await placed("esimaccess-TR_1_7", 2);
    const order = await settled(next);
    expect(order).toMatchObject({ status: "delivered", deliveredQuantity: 2 });
    expect((await simulator.records()).orders).toHaveLength(before);
    expect(await strayOf(id)).toBe("resold");
    const [part] = await listParts(database(), next.id);
    expect(part!.supplierReference).toBe((await saleOf(ours)).supplierReference);
  });

  test("is either sold on or cancelled, never both", async () => {
    const { reference, id, ours } = await late();
    const outcomes = await Promise.allSettled([
      resolveReview(system(), reference, { as: "resold", note: "sell it" }),
      resolveReview(system(), reference, { as: "returned", note: "return it" }),
      resolveReview(system(), reference, { as: "closed", note: "done" }),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const sale = await saleOf(ours);
    expect(sale.refundedUsd > 0).toBe((await strayOf(id)) === "returned");
    // Whichever it was: the next test's order is not to get it.
    await database().query(
      sql`update supplier_orders set stray = 'kept' where order_id = ${id} and stray = 'for_sale'`,
    );
  });

  test("that nobody buys comes before people again", async () => {
    const { reference, id } = await late();
    await resolveReview(system(), reference, { as: "resold", note: "somebody will want it" });
    await sweepOrders(system({ clock: { now: () => new Date(Date.now() + 15 * DAY) } }));
    expect(await strayOf(id)).toBe("waiting");
    await resolveReview(system(), reference, { as: "closed", note: "claimed at the supplier" });
    expect(await strayOf(id)).toBe("kept");
  });
});

test("an order in the supplier's record that nobody here has is attached to one that waits for it, once, and not against the supplier", async () => {
  const { ctx, reference } = await unknown("timeout_before");
  const id = Number(reference.slice(4));
  const [part] = await listParts(database(), id);
  const supplier = await connectSupplier(system(), "esimaccess");
  const theirs = await supplier.order({ ...part!, reference: ulid() });
  if (theirs.kind !== "done") throw new Error("The simulator sells it.");
  const { supplierReference } = theirs.value;
  await until(async () => {
    const found = await supplier.getOrderEsims(supplierReference, "");
    return found.kind === "found" && found.value.esims.length === 2;
  });
  const [difference] = await database().query<{ ref: string }>(sql`
    with run as (
      insert into reconciliation_runs (kind, status, range_from, range_to, asked_by, started_at)
      values ('suppliers', 'done', now(), now(), 'test', now()) returning id)
    insert into reconciliation_differences (key, kind, source, what, finding, outcome, their_reference, text, at, found_run, seen_run, found_at, updated_at)
    select ${supplierReference}, 'suppliers', 'esimaccess', 'order', 'theirs_only', 'waiting', ${supplierReference},
           ${`eSIM Access has an order of 2 × ${part!.supplierPackageId} (${supplierReference}). No order here has it.`}, now(), id, id, now(), now() from run
    returning 'REC-' || id as ref`);
  const { ref } = difference!;
  const [review] = await listReviews(system(), { ref });
  expect(await listChoices(system(), review!)).toMatchObject([
    { as: "attached", orders: [{ ref: reference }] },
    { as: "closed" },
  ]);
  const attach = (order: string) => resolveReview(system(), ref, { as: "attached", order, note: "it is theirs" });
  await expect(attach("B2B-999999")).rejects.toMatchObject({ code: "conflict", details: { field: "order" } });
  await simulator.set({ operation: "query", mode: "garbage" });
  await expect(attach(reference)).rejects.toMatchObject({ code: "supplier_error" });
  await simulator.reset();
  const outcomes = await Promise.allSettled([attach(reference), attach(reference)]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await settled({ ctx, id, reference })).toMatchObject({ status: "delivered", deliveredQuantity: 2 });
  expect(await types(ctx)).toEqual(["debit", "deposit"]);
  const [after] = await database().query<{ outcome: string }>(
    sql`select outcome from reconciliation_differences where 'REC-' || id = ${ref}`,
  );
  expect(after!.outcome).toBe("adopted");
});

/** The supplier was asked for it a day ago, and has not answered. */
async function asked(actionId: number): Promise<void> {
  await runJobsUntil(async () => {
    const [action] = await database().query<{ lost: boolean }>(
      sql`select status = 'under_review' and busy_until is null as lost from actions where id = ${actionId}`,
    );
    return action!.lost;
  });
  await database().query(sql`update actions set created_at = created_at - interval '25 hours' where id = ${actionId}`);
}

test("a cancel that people find done gives back what its supplier gave back with it, as one that is answered does", async () => {
  const { ctx, iccid, reference, unit } = await delivered("esimaccess");
  const topup = await topUp(ctx, iccid);
  expect((await over(ctx, topup.id)).status).toBe("succeeded");
  await simulator.set({ operation: "cancel", mode: "timeout_after", times: 1 });
  await simulator.set({ operation: "query", mode: "garbage" });
  const { actions } = await requestCancel(ctx, reference);
  const { id } = actions[0]!;
  await asked(id);
  await simulator.reset();
  await settleAction(system(), id);
  expect((await getAction(ctx, String(id))).status).toBe("under_review");
  await resolveReview(system(), `ACT-${id}`, { as: "succeeded", note: "they have cancelled it" });
  expect((await refunds(ctx)).sort()).toEqual([unit, topup.amount].sort());
});

test("a top-up that people give up is looked for all the same: done after all it comes before them again", async () => {
  const { ctx, iccid } = await delivered("esimaccess");
  await simulator.set({ operation: "topup", mode: "delayed", latencyMs: 3_600_000, times: 1 });
  const { id } = await topUp(ctx, iccid);
  await asked(id);
  await simulator.set({ operation: "query", mode: "garbage" });
  await settleAction(system(), id);
  await resolveReview(system(), `ACT-${id}`, { as: "failed", withoutAnswer: true, note: "they said no" });
  await simulator.reset();
  simulator.hurry();
  await until(async () => (await simulator.records()).topups.some((topup) => topup.iccid === iccid));
  await checkLateTopup(system(), id);
  expect(await listReviews(system(), { ref: `ACT-${id}` })).toMatchObject([{ kind: "late topup", waiting: true }]);
  await resolveReview(system(), `ACT-${id}`, { as: "closed", note: "a gift" });
});

test("a top-up that was given up, and of which its supplier says nothing at the last look, comes before people", async () => {
  const { ctx, iccid } = await delivered("esimaccess");
  await simulator.set({ operation: "topup", mode: "timeout_before", times: 1 });
  const { id } = await topUp(ctx, iccid);
  await asked(id);
  await simulator.set({ operation: "query", mode: "garbage" });
  await settleAction(system(), id);
  await resolveReview(system(), `ACT-${id}`, { as: "failed", withoutAnswer: true, note: "they said no" });
  const isBeforePeople = async () => (await listReviews(system(), { ref: `ACT-${id}` })).length > 0;
  await checkLateTopup(system(), id);
  expect(await isBeforePeople()).toBe(false);
  await database().query(sql`update actions set lost_at = lost_at - interval '2 days' where id = ${id}`);
  await checkLateTopup(system(), id);
  expect(await isBeforePeople()).toBe(true);
  await resolveReview(system(), `ACT-${id}`, { as: "closed", note: "asked them" });
});
