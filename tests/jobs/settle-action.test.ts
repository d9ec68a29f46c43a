import { afterEach, describe, expect, test } from "vitest";
import {
  describeSupplier,
  overrideSuppliers,
  SUPPLIER_CODES,
  type SupplierCode,
} from "#server/domain/catalogue/suppliers/index.ts";
import type { SupplierTopup } from "#server/domain/catalogue/suppliers/port.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { listEntries } from "#server/domain/money/ledger/index.ts";
import {
  getAction,
  requestCancel,
  requestResume,
  requestSuspend,
  resolveReview,
  sweepActions,
} from "#server/domain/selling/actions/index.ts";
import { getEsim } from "#server/domain/selling/esims/index.ts";
import { getOrder, placeOrder } from "#server/domain/selling/orders/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { over, packageOf, topUp } from "#tests/support/bought.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { claim, enter, newAccount, system } from "#tests/support/world.ts";

const suppliers = await simulatedSuppliers([...SUPPLIER_CODES]);

/** What suppliers sell under the codes of their top-ups. */
let sold = (topup: SupplierTopup): SupplierTopup => topup;
overrideSuppliers((supplier) => ({
  ...supplier,
  async topupOptions(esim) {
    const found = await supplier.topupOptions(esim);
    return found.kind === "found" ? { kind: "found", value: found.value.map(sold) } : found;
  },
}));

afterEach(async () => {
  sold = (topup) => topup;
  await suppliers.reset();
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

async function delivered(code: SupplierCode, quantity = 1) {
  const { code: account } = await newAccount({ wallet: 10_000, markup: 25 });
  const ctx = await enter(account);
  const packageId = await packageOf(code);
  const { response } = await placeOrder(ctx, { packageId, quantity }, claim());
  const reference = `B2B-${(JSON.parse(response) as { id: number }).id}`;
  await runJobsUntil(async () => (await getOrder(ctx, reference)).status === "delivered");
  const order = await getOrder(ctx, reference);
  return { ctx, reference, order, iccid: order.profiles[0]!.iccid };
}

const events = async (ctx: AccountCtx) =>
  (
    await database().query<{ type: string }>(
      sql`select type from events where account_id = ${ctx.account.id} and type not like 'order.%' order by id`,
    )
  ).map(({ type }) => type);

const refunds = async (ctx: AccountCtx) =>
  (await listEntries(ctx, { limit: 50 })).items.filter(({ type }) => type === "refund");

/** Mode, whether it happens in the end at the supplier; what is lost is sent again, but no top-up. */
const MODES: [mode: string, happens: boolean][] = [
  ["ok", true],
  ["slow", true],
  ["reject", false],
  ["timeout_before", true],
  ["timeout_after", true],
  ["error_before", true],
  ["error_after", true],
  ["garbage", true],
  ["rate_limited", true],
];

/** Each mode at one of the suppliers that can do it, in turn, and success at all of them; `npm run faults:modes` is the whole. */
function modesOf(code: SupplierCode, can: (code: SupplierCode) => boolean): typeof MODES {
  const able = SUPPLIER_CODES.filter(can);
  const turn = able.indexOf(code);
  return MODES.filter(([mode], i) => process.env.MODES === "full" || mode === "ok" || i % able.length === turn);
}

describe.each(SUPPLIER_CODES)("%s", (code) => {
  const { capabilities } = describeSupplier(code);
  const simulator = suppliers.of(code);

  test.each(modesOf(code, () => true))(
    "a top-up in mode %s is put on the eSIM once and paid once, or refunded once",
    async (mode, happens) => {
      happens &&= !mode.endsWith("_before");
      const { ctx, iccid } = await delivered(code);
      const before = await getEsim(ctx, iccid);
      const { topups: earlier } = await simulator.records();
      await simulator.set({ operation: "topup", mode, times: 1, latencyMs: 200 });
      const { id, amount } = await topUp(ctx, iccid);
      const action = await over(ctx, id);
      expect(action.status).toBe(happens ? "succeeded" : "failed");
      const { topups } = await simulator.records();
      expect(topups.length - earlier.length).toBe(happens ? 1 : 0);
      expect((await refunds(ctx)).map((entry) => entry.amount.toNumber())).toEqual(happens ? [] : [amount]);
      expect(await events(ctx)).toEqual([happens ? "topup.completed" : "topup.failed"]);
      if (happens) expect((await getEsim(ctx, iccid)).totalBytes).toBeGreaterThan(before.totalBytes);
    },
  );

  test.each<[string, Partial<SupplierTopup>]>([
    ["data", { dataMb: 1 }],
    ["days", { durationDays: 1 }],
  ])("a top-up whose code has other %s by the time it is sent is not bought, and paid back", async (_, changed) => {
    const { ctx, iccid } = await delivered(code);
    const { topups: earlier } = await simulator.records();
    const { id, amount } = await topUp(ctx, iccid);
    sold = (topup) => ({ ...topup, ...changed });
    await database().query(sql`update topup_options set fetched_at = fetched_at - interval '1 hour'`);
    expect((await over(ctx, id)).status).toBe("failed");
    expect((await refunds(ctx)).map((entry) => entry.amount.toNumber())).toEqual([amount]);
    expect((await simulator.records()).topups).toHaveLength(earlier.length);
  });

  if (capabilities.cancel)
    test.each(modesOf(code, (one) => describeSupplier(one).capabilities.cancel))(
      "a cancel in mode %s refunds the eSIM once when the supplier accepts, and only then",
      async (mode, happens) => {
        const { ctx, reference, iccid, order } = await delivered(code);
        await simulator.set({ operation: "cancel", mode, times: 1, latencyMs: 200 });
        const { actions } = await requestCancel(ctx, reference);
        const action = await over(ctx, actions[0]!.id);
        expect(action.status).toBe(happens ? "succeeded" : "failed");
        expect((await getEsim(ctx, iccid)).status).toBe(happens ? "cancelled" : "ready");
        expect((await refunds(ctx)).map((entry) => entry.amount.toNumber())).toEqual(
          happens ? [order.unitPrice.toNumber()] : [],
        );
        expect((await getOrder(ctx, reference)).status).toBe(happens ? "cancelled" : "delivered");
        expect(await events(ctx)).toEqual([happens ? "esim.cancelled" : "esim.action.failed"]);
      },
    );

  const pausing = modesOf(code, (one) => describeSupplier(one).capabilities.suspend);
  if (capabilities.suspend)
    test.each(pausing)("suspend and resume in mode %s end as the supplier has it", async (mode, happens) => {
      const { ctx, iccid } = await delivered(code);
      await suppliers.event(iccid, "install");
      await suppliers.event(iccid, "activate");
      await simulator.set({ operation: "suspend", mode, times: 1, latencyMs: 200 });
      expect(await over(ctx, (await requestSuspend(ctx, iccid)).id)).toMatchObject({
        status: happens ? "succeeded" : "failed",
      });
      if (!happens) {
        expect((await getEsim(ctx, iccid)).status).not.toBe("suspended");
        return;
      }
      expect((await getEsim(ctx, iccid)).status).toBe("suspended");
      await simulator.set({ operation: "resume", mode, times: 1, latencyMs: 200 });
      expect(await over(ctx, (await requestResume(ctx, iccid)).id)).toMatchObject({ status: "succeeded" });
      expect((await getEsim(ctx, iccid)).status).not.toBe("suspended");
      expect((await events(ctx)).filter((type) => /suspended|resumed|failed/.test(type))).toEqual([
        "esim.suspended",
        "esim.resumed",
      ]);
    });

  if (!capabilities.cancel)
    test("what it does not support is refused before anything is written", async () => {
      const { ctx, reference, iccid } = await delivered(code);
      for (const ask of [
        () => requestCancel(ctx, reference),
        () => requestSuspend(ctx, iccid),
        () => requestResume(ctx, iccid),
      ])
        await expect(ask()).rejects.toMatchObject({ code: "action_not_supported" });
    });
});

describe("an order of several eSIMs", () => {
  test("is cancelled with its last eSIM; each unit price is refunded once, the order's event comes once", async () => {
    const { ctx, reference, order } = await delivered("esimaccess", 4);
    const { actions } = await requestCancel(ctx, reference);
    expect(actions).toHaveLength(4);
    await expect(requestCancel(ctx, reference)).rejects.toMatchObject({ code: "conflict" });
    for (const action of actions) await over(ctx, action.id);
    expect((await getOrder(ctx, reference)).status).toBe("cancelled");
    expect((await refunds(ctx)).map((entry) => entry.amount.toNumber())).toEqual(
      Array.from({ length: 4 }, () => order.unitPrice.toNumber()),
    );
    const told = await database().query<{ type: string }>(
      sql`select type from events where account_id = ${ctx.account.id} and type = 'order.cancelled'`,
    );
    expect(told).toHaveLength(1);
  });
});

describe("a cancelled eSIM", () => {
  test("gives its top-ups back when the supplier does", async () => {
    const { ctx, reference, iccid, order } = await delivered("esimaccess");
    const { id, amount } = await topUp(ctx, iccid);
    await over(ctx, id);
    const { actions } = await requestCancel(ctx, reference);
    await over(ctx, actions[0]!.id);
    expect((await refunds(ctx)).map((entry) => entry.amount.toNumber()).sort()).toEqual(
      [amount, order.unitPrice.toNumber()].sort(),
    );
    expect((await getAction(ctx, String(id))).refundedAt).not.toBeNull();
  });
});

describe("an outcome that stays unknown", () => {
  test("is never refunded on a guess; staff decide, once, and the money follows", async () => {
    const { ctx, iccid } = await delivered("esimaccess");
    const supplier = suppliers.of("esimaccess");
    await supplier.set({ operation: "topup", mode: "timeout_before" });
    const { id, amount } = await topUp(ctx, iccid);
    await runJobsUntil(async () => (await getAction(ctx, String(id))).status === "under_review");
    await supplier.set({ operation: "query", mode: "garbage" });
    expect(await refunds(ctx)).toEqual([]);
    const note = "the supplier says no";
    // It does not answer: deciding takes somebody who says that they know.
    await expect(resolveReview(system(), `ACT-${id}`, { as: "failed", note })).rejects.toMatchObject({
      details: { field: "withoutAnswer" },
    });
    const decide = () => resolveReview(system(), `ACT-${id}`, { as: "failed", withoutAnswer: true, note });
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, decide));
    expect(outcomes.some(({ status }) => status === "fulfilled")).toBe(true);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(isServiceError(outcome.reason)).toBe(true);
    expect((await refunds(ctx)).map((entry) => entry.amount.toNumber())).toEqual([amount]);
  });
});

test("an action whose run died is taken up again however long the outage was; what people review is left to them", async () => {
  const { ctx, iccid } = await delivered("esimaccess");
  const { id } = await topUp(ctx, iccid);
  const key = `settle-action:${id}`;
  const leave = async (...statuses: string[]) => {
    await database().prisma.outboxJob.deleteMany({ where: { key } });
    for (const status of statuses)
      await database().query(sql`
        update actions set status = ${status}, created_at = now() - interval '30 hours', updated_at = now() - interval '1 hour' where id = ${id}`);
    await sweepActions(system());
    return await database().prisma.outboxJob.count({ where: { key } });
  };
  expect(await leave("queued")).toBe(1);
  expect(await leave("processing", "under_review")).toBe(0);
  await enqueue(database(), "settle-action", { actionId: id });
  expect((await over(ctx, id)).status).toBe("succeeded");
});
