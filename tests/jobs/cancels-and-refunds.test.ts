import { afterEach, describe, expect, test } from "vitest";
import { SUPPLIER_CODES } from "#server/domain/catalogue/suppliers/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { getAction, requestCancel, settleAction } from "#server/domain/selling/actions/index.ts";
import { refreshEsim } from "#server/domain/selling/esim-reports/index.ts";
import { getEsim } from "#server/domain/selling/esims/index.ts";
import { getOrder, refundOrder } from "#server/domain/selling/orders/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { delivered, eventsOf, over, refunds, topUp } from "#tests/support/bought.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { system } from "#tests/support/world.ts";

const suppliers = await simulatedSuppliers([...SUPPLIER_CODES]);

afterEach(async () => {
  await suppliers.reset();
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

const sums = (amounts: number[]) => amounts.toSorted((a, b) => a - b);
const topupsAt = async (code: "esimaccess" | "esimgo", iccid: string) =>
  (await suppliers.of(code).records()).topups.filter((topup) => topup.iccid === iccid).length;

describe.each(["esimaccess", "esimgo"] as const)("a top-up and a cancel of one eSIM at %s", (code) => {
  test("a top-up that was done, and whose eSIM is cancelled before it is booked, is paid back with it", async () => {
    const { ctx, iccid, unit, reference } = await delivered(code);
    await suppliers.of(code).set({ operation: "topup", mode: "slow", times: 1, latencyMs: 3_600_000 });
    const { id, amount } = await topUp(ctx, iccid);
    const settling = settleAction(system(), id);
    await expect.poll(() => topupsAt(code, iccid)).toBe(1);
    const { actions } = await requestCancel(ctx, reference);
    await settleAction(system(), actions[0]!.id);
    expect((await getAction(ctx, String(actions[0]!.id))).status).toBe("succeeded");
    expect(await refunds(ctx)).toEqual([unit]);
    suppliers.hurry();
    await settling;
    expect(await over(ctx, id)).toMatchObject({ status: "failed", refundedAt: expect.any(Date) });
    expect(sums(await refunds(ctx))).toEqual(sums([unit, amount]));
    expect((await eventsOf(ctx)).slice(2)).toEqual(["esim.cancelled", "order.cancelled", "topup.failed"]);
  });

  test("in whatever order they end, each is paid back once or kept once", async () => {
    for (let round = 0; round < 3; round++) {
      const { ctx, iccid, unit, reference } = await delivered(code);
      const { id, amount } = await topUp(ctx, iccid);
      const [asked] = await Promise.all([requestCancel(ctx, reference), settleAction(system(), id)]);
      const cancel = await over(ctx, asked.actions[0]!.id);
      const topup = await over(ctx, id);
      const expected = [...(cancel.status === "succeeded" ? [unit] : []), ...(topup.refundedAt ? [amount] : [])];
      expect(sums(await refunds(ctx))).toEqual(sums(expected));
      if (cancel.status === "succeeded") expect(topup.refundedAt).not.toBeNull();
    }
  });
});

test("a cancel says what it pays, top-ups included, when it is asked for and when it is over", async () => {
  const { ctx, iccid, unit, reference } = await delivered("esimaccess");
  const { id, amount } = await topUp(ctx, iccid);
  await over(ctx, id);
  const { actions } = await requestCancel(ctx, reference);
  expect(actions[0]!.amount.toNumber()).toBeCloseTo(unit + amount, 4);
  const cancel = await over(ctx, actions[0]!.id);
  expect(cancel.amount.toNumber()).toBeCloseTo(unit + amount, 4);
  expect(sums(await refunds(ctx))).toEqual(sums([unit, amount]));
});

describe("what is over", () => {
  test.each(SUPPLIER_CODES)("at %s answers a refresh from the record", async (code) => {
    const { ctx, iccid } = await delivered(code);
    await suppliers.event(iccid, code === "esimgo" ? "cancel" : "expire");
    await runJobsUntil(async () => {
      await refreshEsim(ctx, iccid).catch(() => null);
      return ["cancelled", "expired"].includes((await getEsim(ctx, iccid)).status);
    });
    const before = await getEsim(ctx, iccid);
    await suppliers.of(code).set({ operation: "query", mode: "error_before" });
    expect(await refreshEsim(ctx, iccid)).toEqual(before);
  });
});

describe("a whole order refunded by hand", () => {
  const told = async (ctx: AccountCtx) =>
    (
      await database().query<{ data: { order: { status: string } } }>(
        sql`select data::jsonb as data from events where account_id = ${ctx.account.id} and type = 'order.cancelled'`,
      )
    ).map(({ data }) => data.order.status);

  test("is told to the reseller, and its eSIMs go back to a supplier that takes them, for nothing more", async () => {
    const { ctx, reference, iccids, unit } = await delivered("esimaccess", 2);
    await refundOrder(system(), reference, "goodwill");
    await runJobsUntil(async () => (await eventsOf(ctx)).filter((type) => type === "esim.cancelled").length === 2);
    for (const iccid of iccids) expect((await getEsim(ctx, iccid)).status).toBe("cancelled");
    expect(await told(ctx)).toEqual(["refunded"]);
    expect((await getOrder(ctx, reference)).status).toBe("refunded");
    expect(await refunds(ctx)).toEqual([2 * unit]);
    const { orders } = await suppliers.of("esimaccess").records();
    const sale = orders.find(({ esims }) => esims.includes(iccids[0]!))!;
    expect(sale.refundedUsd).toBe(sale.paidUsd);
  });

  test("leaves what its supplier does not take back to the reseller", async () => {
    const { ctx, reference, iccid, unit } = await delivered("airalo");
    await refundOrder(system(), reference, "goodwill");
    expect(await told(ctx)).toEqual(["refunded"]);
    expect((await getEsim(ctx, iccid)).status).toBe("ready");
    expect(await refunds(ctx)).toEqual([unit]);
    const { open } = one(
      await database().query<{ open: number }>(
        sql`select count(*) as open from actions where account_id = ${ctx.account.id} and action = 'cancel'`,
      ),
    );
    expect(open).toBe(0);
  });
});
