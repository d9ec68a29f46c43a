import { afterAll, afterEach, expect, test } from "vitest";
import { Prisma } from "#generated/prisma/client.ts";
import { connectSupplier, SUPPLIER_CODES, type SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { requestApproval } from "#server/domain/control/approvals/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import {
  type Difference,
  listReconciliationRuns,
  reconcile,
  requestReconciliation,
} from "#server/domain/control/reconciliation/index.ts";
import { acceptCancel, listReviews, requestCancel, resolveReview } from "#server/domain/selling/actions/index.ts";
import { findEsimById, getEsim } from "#server/domain/selling/esims/index.ts";
import { placeOrder } from "#server/domain/selling/orders/index.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { ulid } from "#server/kernel/ids.ts";
import type { Money } from "#server/kernel/money.ts";
import { delivered, over, type Placed, packageOf, placed, refunds, settled, topUp } from "#tests/support/bought.ts";
import { newOperator } from "#tests/support/operators.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { until } from "#tests/support/until.ts";
import { claim, enter, newAccount, system } from "#tests/support/world.ts";

// Each supplier's own record against ours: what nobody here has is adopted, given back or shown to people, once, whatever it is
// that went wrong; what agrees is left alone.

const suppliers = await simulatedSuppliers([...SUPPLIER_CODES], { timeScale: 0.015 });

afterEach(() => suppliers.reset());
afterAll(async () => expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] }));

type Row = { ref: string; what: string; finding: string; outcome: string; source: string };

/** What was found about an order of ours, or about something of the supplier's. */
const found = (of: { order?: number; theirs?: string }) =>
  database().query<Row>(sql`
    select 'REC-' || id as ref, what, finding, outcome, source from reconciliation_differences
     where order_id = ${of.order ?? null}::bigint or their_reference = ${of.theirs ?? null}::text order by id`);

/** A record that could not be read whole in the time that the suppliers have here is read again, as it would be the next night. */
async function reconcileOne(supplier: SupplierCode) {
  let run = await reconcile(system(), "suppliers", { supplier });
  await until(async () => {
    if (run.status === "done") return true;
    run = await reconcile(system(), "suppliers", { supplier });
    return false;
  });
  return run;
}

const count = async () =>
  one(await database().query<{ n: number }>(sql`select count(*) as n from reconciliation_differences`)).n;

type Bought = { reference: string; supplierPackageId: string; quantity: number; unitCostUsd: Money };

/** Bought by somebody who is not the service. */
async function buy(code: SupplierCode, request: Partial<Bought> = {}): Promise<string> {
  const [item] = await database().query<{ supplierPackageId: string; unitCostUsd: Money }>(sql`
    select supplier_package_id, cost_usd as unit_cost_usd from packages where package_id = ${await packageOf(code)}`);
  const supplier = await connectSupplier(system(), code);
  const outcome = await supplier.order({ reference: ulid(), quantity: 1, ...item!, ...request });
  if (outcome.kind !== "done") throw new Error(outcome.message);
  const { supplierReference } = outcome.value;
  await expect.poll(async () => (await saleOf(code, supplierReference))?.delivered).toBe(request.quantity ?? 1);
  return supplierReference;
}

const saleOf = async (code: SupplierCode, supplierReference: string) =>
  (await suppliers.of(code).records()).orders.find((sale) => sale.supplierReference === supplierReference);

const partOf = async ({ id }: Placed) =>
  one(
    await database().query<Bought & { status: string; stray: string | null; supplierReference: string }>(sql`
      select reference, supplier_package_id, quantity, unit_cost_usd, status, stray,
             supplier_reference from supplier_orders where order_id = ${id}`),
  );

test("a clean history of a hundred eSIMs, with top-ups and cancels, has no difference", async () => {
  overrideEnv({ timeScale: 0.1 });
  const ctx = await enter((await newAccount({ wallet: 100_000, markup: 25 })).code);
  const items = await database().query<{ packageId: string; code: string }>(sql`
    select package_id, code from (
      select package_id, supplier_code as code, row_number() over (partition by supplier_code order by cost_usd, id) as n
        from packages where status = 'on_sale' and not unlimited and not per_day) p where n <= case code when 'esimgo' then 4 else 28 end`);
  await Promise.all(items.map(({ packageId }, i) => placeOrder(ctx, { packageId, quantity: 1 + (i % 3) }, claim())));
  const open = sql`select id from orders where account_id = ${ctx.account.id} and status in ('queued', 'processing')`;
  await runJobsUntil(async () => (await database().query(open)).length === 0);
  await Promise.all(
    SUPPLIER_CODES.map(async (code) => {
      const order = await delivered(code);
      expect((await over(order.ctx, (await topUp(order.ctx, order.iccid)).id)).status).toBe("succeeded");
    }),
  );
  overrideEnv({ timeScale: 0.015 });
  // What a supplier takes back before it is looked at was not delivered; Airalo does so with whole orders.
  for (const code of SUPPLIER_CODES) {
    const quantity = code === "airalo" ? 2 : 1;
    await suppliers.of(code).set({ operation: "order", mode: "taken_back", quantity, times: 1 });
    expect((await settled(await placed(await packageOf(code), 2))).deliveredQuantity).toBe(2 - quantity);
  }
  const taken = await delivered("esimaccess");
  const { actions } = await requestCancel(taken.ctx, taken.reference);
  await over(taken.ctx, actions[0]!.id);
  overrideEnv({ timeScale: 1 });
  const run = await reconcile(system(), "suppliers");
  overrideEnv({ timeScale: 0.015 });
  expect(run).toMatchObject({ status: "done", open: 0 });
  const sum = (of: "theirs" | "matched") => run.sources.reduce((all, source) => all + source[of], 0);
  expect(sum("theirs")).toBeGreaterThan(60);
  expect(sum("matched")).toBe(sum("theirs"));
  expect(await count()).toBe(0);
});

/** An order that fails, is given up for good, and is done by the supplier all the same when nobody looks any more. */
async function lostOrder(code: SupplierCode): Promise<Placed & { theirs: string }> {
  await suppliers.of(code).set({ operation: "order", mode: "reject" });
  const order = await placed(await packageOf(code), 1);
  expect(await settled(order)).toMatchObject({ status: "failed" });
  await suppliers.reset();
  await database().query(
    sql`update supplier_orders set lost_at = now() - interval '25 hours' where order_id = ${order.id}`,
  );
  return { ...order, theirs: await buy(code, await partOf(order)) };
}

/** Two top-ups on one eSIM: one that failed and was done after all, and one that nobody here asked for. */
async function strangeTopups(code: SupplierCode): Promise<Placed & { action: number }> {
  const order = await delivered(code);
  const [row] = await database().query<{ id: number }>(sql`select id from esims where iccid = ${order.iccid}`);
  const esim = (await findEsimById(database(), row!.id))!;
  await suppliers.of(code).set({ operation: "topup", mode: "reject" });
  const { id } = await topUp(order.ctx, order.iccid);
  expect((await over(order.ctx, id)).status).toBe("failed");
  await suppliers.reset();
  await database().query(
    sql`update actions set lost_at = now() - interval '25 hours', watch_at = null where id = ${id}`,
  );
  const supplier = await connectSupplier(system(), code);
  const options = await supplier.topupOptions(esim);
  const [lost] = await database().query<{ code: string; reference: string }>(
    sql`select package_code as code, reference from actions where id = ${id}`,
  );
  const option = options.kind === "found" && options.value.find((one) => one.code === lost!.code);
  if (!option) throw new Error("no such top-up");
  for (const reference of [lost!.reference, ulid()]) {
    expect((await supplier.topup({ reference, esim, option, before: "" })).kind).toBe("done");
    await reconcileOne(code);
  }
  return { ...order, action: id };
}

/** On record with half of what the supplier took, as by an answer that was misread. */
async function dearOrder(code: SupplierCode): Promise<Placed> {
  const order = await placed(await packageOf(code), 2);
  expect(await settled(order)).toMatchObject({ status: "delivered" });
  await database().query(
    sql`update supplier_orders set unit_cost_usd = round(unit_cost_usd / 2, 2) where order_id = ${order.id}::bigint`,
  );
  return order;
}

/** eSIM Access names no amounts: it refuses an order at any other price than the one that it is sent. */
const NAMES_AMOUNTS: SupplierCode[] = ["airalo", "esimgo"];

test.each(SUPPLIER_CODES)(
  "what happened at %s behind our back is found once, each with what becomes of it",
  async (code) => {
    const lost = await lostOrder(code);
    const topped = await strangeTopups(code);
    const dear = NAMES_AMOUNTS.includes(code) ? await dearOrder(code) : null;
    const cancelled = await delivered(code);
    const theirs = await buy(code, { quantity: 2 });
    await suppliers.event(cancelled.iccid, "cancel");

    // What eSIM Go has cancelled it has to say twice.
    const ended = async () => {
      await reconcileOne(code);
      return (await found({ order: cancelled.id })).map(({ finding, outcome }) => `${finding} ${outcome}`);
    };
    await expect.poll(ended, { interval: 400 }).toEqual(["ended_there refunded"]);
    const before = await count();
    expect(await reconcileOne(code)).toMatchObject({ status: "done" });
    expect(await count()).toBe(before);

    expect(await refunds(cancelled.ctx)).toEqual([cancelled.unit]);
    const isReturned = code === "esimaccess";
    expect(await found({ order: lost.id })).toMatchObject([
      { what: "order", finding: "theirs_only", outcome: isReturned ? "returned" : "review" },
    ]);
    expect(await partOf(lost)).toMatchObject({ status: "rejected", stray: isReturned ? "returned" : "waiting" });
    const sale = await saleOf(code, lost.theirs);
    expect(sale!.refundedUsd).toBe(isReturned ? sale!.paidUsd : 0);
    expect(await refunds(lost.ctx)).toHaveLength(1);

    expect(await topupsFound(code, topped)).toEqual(["theirs_only review", "theirs_only waiting"]);
    expect(await listReviews(system(), { ref: `ACT-${topped.action}` })).toMatchObject([{ kind: "late topup" }]);

    if (dear)
      expect(await found({ order: dear.id })).toMatchObject([{ finding: "amount_differs", outcome: "waiting" }]);

    const [behind, ...more] = await found({ theirs });
    expect(more).toEqual([]);
    expect(behind).toMatchObject({ what: "order", finding: "theirs_only", outcome: "waiting", source: code });
    expect((await saleOf(code, theirs))!.refundedUsd).toBe(0);
    const [review] = await listReviews(system(), { ref: behind!.ref });
    expect(review).toMatchObject({ kind: "difference", supplier: code, supplierReference: theirs, waiting: true });

    const { ctx: operator } = await newOperator("support");
    const reason = "The demo account's";
    expect(
      await requestApproval(operator, { kind: "review", ref: behind!.ref, as: "succeeded", reason }),
    ).toMatchObject({
      status: "done",
    });
    if (!isReturned) await resolveReview(system(), lost.reference, { as: "failed", note: "claimed" });
    await resolveReview(system(), `ACT-${topped.action}`, { as: "failed", note: "a gift" });
    const { open } = await reconcileOne(code);
    expect(open).toBe(dear ? 2 : 1);
    expect(await found({ theirs })).toMatchObject([{ outcome: "kept" }]);
    const rest = await database().query<{ ref: string }>(
      sql`select 'REC-' || id as ref from reconciliation_differences where outcome = 'waiting'`,
    );
    for (const { ref } of rest) await resolveReview(system(), ref, { as: "succeeded", note: "dealt with" });
    expect(await reconcileOne(code)).toMatchObject({ status: "done", open: 0 });
  },
);

test("a dry run says what differs and does nothing about it; the next one does, and counts what became of it", async () => {
  const lost = await lostOrder("esimaccess");
  const cancelled = await delivered("esimaccess");
  const theirs = await buy("esimaccess");
  await suppliers.event(cancelled.iccid, "cancel");
  const state = async () => [
    await count(),
    await partOf(lost),
    await refunds(lost.ctx),
    await refunds(cancelled.ctx),
    (await saleOf("esimaccess", lost.theirs))!.refundedUsd,
    (await listReconciliationRuns(system())).map(({ id }) => id),
    await listReviews(system()),
  ];
  const before = await state();
  const dry: Difference[] = [];
  const run = () => reconcile(system(), "suppliers", { supplier: "esimaccess", dry });
  await until(async () => {
    dry.length = 0;
    const { status, ...said } = await run();
    expect(said).toMatchObject({ id: null, ok: false, adopted: 0, refunded: 0, open: dry.length });
    return status === "done";
  });
  const names = dry.map(({ finding, outcome, orderId, theirReference }) => [
    finding,
    outcome,
    orderId ?? theirReference,
  ]);
  expect(names).toHaveLength(3);
  expect(names).toContainEqual(["theirs_only", "pending", lost.id]);
  expect(names).toContainEqual(["ended_there", "pending", cancelled.id]);
  expect(names).toContainEqual(["theirs_only", "waiting", theirs]);
  expect(await state()).toEqual(before);

  const became = { adopted: 0, refunded: 0, queued: 0 };
  await until(async () => {
    const { status, adopted, refunded, queued } = await reconcile(system(), "suppliers", { supplier: "esimaccess" });
    became.adopted += adopted;
    became.refunded += refunded;
    became.queued += queued;
    return status === "done" && became.refunded === 2;
  });
  expect(became).toEqual({ adopted: 0, refunded: 2, queued: 1 });
  const [behind] = await found({ theirs });
  await resolveReview(system(), behind!.ref, { as: "succeeded", note: "dealt with" });
  dry.length = 0;
  await until(async () => (await run()).status === "done");
  expect(dry).toEqual([]);
  expect(await reconcileOne("esimaccess")).toMatchObject({ ok: true, open: 0, matched: expect.any(Number) });
});

/** Airalo's list does not say which eSIM a top-up is for. */
const topupsFound = async (code: SupplierCode, order: Placed) => {
  const rows = await database().query<Row>(sql`
    select finding, outcome from reconciliation_differences where what = 'top-up' and source = ${code} and coalesce(order_id, ${order.id}) = ${order.id} order by id`);
  return rows.map(({ finding, outcome }) => `${finding} ${outcome}`);
};

test("what we have and the supplier denies is shown to people, and closed by itself when it is there after all", async () => {
  const order = await delivered("airalo");
  const { reference, supplierReference } = await partOf(order);
  const rename = (ours: string, theirs: string) =>
    database().query(
      sql`update supplier_orders set reference = ${ours}, supplier_reference = ${theirs} where order_id = ${order.id}`,
    );
  await rename(ulid(), "999999999");
  await reconcileOne("airalo");
  expect(await found({ order: order.id })).toMatchObject([{ finding: "ours_only", outcome: "waiting" }]);
  expect(await found({ theirs: supplierReference })).toMatchObject([{ finding: "theirs_only", outcome: "waiting" }]);
  await rename(reference, supplierReference);
  await reconcileOne("airalo");
  expect(await found({ order: order.id })).toMatchObject([{ outcome: "settled" }]);
  expect(await found({ theirs: supplierReference })).toMatchObject([{ outcome: "settled" }]);
});

test("an eSIM beside what was sold on is found under the reference that it was asked for with", async () => {
  const { prisma } = database();
  const first = await delivered("airalo");
  const next = await placed(await packageOf("airalo"), 2);
  const { profiles } = await settled(next);
  const [was, sold] = [await partOf(first), await partOf(next)];
  // As if it had been asked for by the first order, given up, and sold on to the next; of which one eSIM came later.
  const gaveUp = { stray: "resold", strayReference: sold.supplierReference };
  const esim = await prisma.esim.findFirstOrThrow({ where: { iccid: profiles[0]!.iccid } });
  const part = await prisma.supplierOrder.findUniqueOrThrow({ where: { reference: sold.reference } });
  const kept = (part.profiles as { iccid: string }[]).filter(({ iccid }) => iccid !== esim.iccid);
  const other = ulid();
  await prisma.supplierOrder.update({ where: { reference: was.reference }, data: { reference: other, ...gaveUp } });
  await prisma.supplierOrder.update({ where: { id: part.id }, data: { reference: ulid(), sends: 0, profiles: kept } });
  await prisma.supplierOrder.update({ where: { reference: other }, data: { reference: sold.reference } });
  await prisma.esim.update({ where: { id: esim.id }, data: { supplierEsimId: "elsewhere" } });
  await reconcileOne("airalo");
  expect(await found({ order: next.id })).toMatchObject([{ finding: "theirs_only", outcome: "review" }]);
  const { reference, sends, profiles: all } = part;
  await prisma.esim.update({ where: { id: esim.id }, data: { supplierEsimId: esim.supplierEsimId } });
  const back = { reference: was.reference, stray: null, strayReference: null };
  await prisma.supplierOrder.update({ where: { reference: sold.reference }, data: back });
  const none = { stray: null, strayReference: null, strayProfiles: Prisma.DbNull };
  await prisma.supplierOrder.update({ where: { id: part.id }, data: { reference, sends, profiles: all!, ...none } });
});

test("fewer refunds than are booked are shown to people, where the record says only what came back", async () => {
  // Of a package that no other test buys: what came back of it by other ways would make up for what did not.
  const { packageId } = one(
    await database().query<{ packageId: string }>(sql`
      select package_id from packages where supplier_code = 'esimgo' and status = 'on_sale' and not unlimited order by cost_usd desc, id limit 1`),
  );
  const order = await placed(packageId, 1);
  const { profiles } = await settled(order);
  const { ctx } = order;
  const { iccid } = profiles[0]!;
  const { supplierPackageId } = await partOf(order);
  const short = () =>
    database().query<{ outcome: string; text: string }>(sql`
      select outcome, text from reconciliation_differences where what = 'refund' and finding = 'ours_only' and reference = ${supplierPackageId}`);
  await reconcileOne("esimgo");
  expect(await short()).toEqual([]);
  const esim = await getEsim(ctx, iccid);
  await acceptCancel(ctx, esim, { ...esim, status: "cancelled" }, { priceRefunded: true, topupsRefunded: true });
  await reconcileOne("esimgo");
  const [said] = await short();
  expect(said).toMatchObject({ outcome: "waiting" });
  expect(said!.text).toMatch(`paid 1 ${supplierPackageId} back less than is booked`);
  expect(said!.text).toMatch(iccid);
});

test("from a record that cannot be read nothing follows, and the run says so", async () => {
  const order = await delivered("airalo");
  const { reference, supplierReference } = await partOf(order);
  const theirs = await buy("airalo");
  await database().query(
    sql`update supplier_orders set reference = ${ulid()}, supplier_reference = '999999998' where order_id = ${order.id}`,
  );
  const before = await count();
  // Those that answer may take their time, while nobody waits for long where no answer comes.
  overrideEnv({ timeScale: 0.2 });
  for (const mode of ["garbage", "error_before", "timeout_before"]) {
    await suppliers.of("airalo").set({ operation: "query", mode });
    const run = await reconcile(system(), "suppliers");
    expect(run.status).toBe("incomplete");
    expect(run.sources.map(({ source, message }) => [source, message !== null])).toEqual([
      ["esimaccess", false],
      ["airalo", true],
      ["esimgo", false],
    ]);
  }
  expect(await count()).toBe(before);
  overrideEnv({ timeScale: 0.015 });
  expect((await listReconciliationRuns(system(), 1))[0]).toMatchObject({ kind: "suppliers", status: "incomplete" });
  await suppliers.reset();
  await database().query(
    sql`update supplier_orders set reference = ${reference}, supplier_reference = ${supplierReference} where order_id = ${order.id}`,
  );
  expect((await reconcileOne("airalo")).status).toBe("done");
  expect(await found({ theirs })).toHaveLength(1);
});

test("what somebody works on, or watches for, is left to them", async () => {
  await suppliers.of("airalo").set({ operation: "order", mode: "error_after", times: 1 });
  const order = await placed(await packageOf("airalo"), 1);
  const sent = async () => (await partOf(order).catch(() => null))?.status === "sent";
  await runJobsUntil(sent);
  await reconcileOne("airalo");
  expect(await found({ order: order.id })).toEqual([]);
  expect(await settled(order)).toMatchObject({ status: "delivered" });
  const [last] = await listReconciliationRuns(system(), 1);
  await requestReconciliation(system(), "suppliers");
  await runJobsUntil(async () => {
    const [run] = await listReconciliationRuns(system(), 1);
    return run!.id > last!.id && run!.status === "done";
  });
  expect(await found({ order: order.id })).toEqual([]);
});

test("where orders bear no reference of ours, one is left to each part that is worked on, and another is shown to people", async () => {
  await suppliers.of("esimgo").set({ operation: "order", mode: "error_after", times: 1 });
  const order = await placed(await packageOf("esimgo"), 1);
  await runJobsUntil(async () => (await partOf(order).catch(() => null))?.status === "sent");
  const theirs = await buy("esimgo", await partOf(order));
  await reconcileOne("esimgo");
  const { orders } = await suppliers.of("esimgo").records();
  const [own, other] = orders.slice(-2).map(({ supplierReference }) => supplierReference);
  expect(other).toBe(theirs);
  const shown = [...(await found({ theirs: own! })), ...(await found({ theirs }))];
  expect(shown).toMatchObject([{ finding: "theirs_only", outcome: "waiting" }]);
});
