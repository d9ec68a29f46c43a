import { afterEach, describe, expect, test } from "vitest";
import { SUPPLIER_CODES, type SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { getBalance } from "#server/domain/money/ledger/index.ts";
import { requestCancel } from "#server/domain/selling/actions/index.ts";
import { refreshEsim, syncEsimsById } from "#server/domain/selling/esim-reports/index.ts";
import { getEsim } from "#server/domain/selling/esims/index.ts";
import { getOrder, refundOrder } from "#server/domain/selling/orders/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { delivered, eventsOf, over, packageOf, placed, refunds, settled, topUp } from "#tests/support/bought.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { system } from "#tests/support/world.ts";

// What a supplier cancels or refunds by itself is an accepted cancel: paid back once, told once, the order follows.

const suppliers = await simulatedSuppliers([...SUPPLIER_CODES], { timeScale: 0.004 });

afterEach(async () => {
  await suppliers.reset();
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

const sync = async (ctx: AccountCtx, iccid: string) => await syncEsimsById(system(), [(await getEsim(ctx, iccid)).id]);

/** Some suppliers tell of a cancelled eSIM by not knowing it any more: that is believed when it is heard again, after a while. */
const heard = async (ctx: AccountCtx, iccid: string, look: typeof sync) => {
  await runJobsUntil(async () => {
    if ((await getEsim(ctx, iccid)).status === "cancelled") return true;
    await look(ctx, iccid).catch(() => null);
    await later();
    return false;
  });
};

/** What was not found was not found long ago. */
const later = () => database().query(sql`update esims set missing_at = missing_at - interval '1 hour'`);

describe.each(SUPPLIER_CODES)("%s", (code: SupplierCode) => {
  test.each([
    ["the periodic look", sync],
    ["a refresh", async (ctx: AccountCtx, iccid: string) => void (await refreshEsim(ctx, iccid))],
  ])("an eSIM that it cancels is paid back when %s finds it, and the order follows with the last", async (_, look) => {
    const order = await delivered(code, code === "airalo" ? 1 : 2);
    const { ctx, reference, iccids, unit } = order;
    for (const [i, iccid] of iccids.entries()) {
      await suppliers.event(iccid, "cancel");
      await heard(ctx, iccid, look as typeof sync);
      expect(await refunds(ctx)).toEqual(Array.from({ length: i + 1 }, () => unit));
      expect((await getOrder(ctx, reference)).status).toBe(i === iccids.length - 1 ? "cancelled" : "delivered");
    }
    for (const iccid of iccids) await look(ctx, iccid);
    expect(await refunds(ctx)).toHaveLength(iccids.length);
    expect((await eventsOf(ctx)).filter((type) => type.endsWith("cancelled")).sort()).toEqual([
      ...iccids.map(() => "esim.cancelled"),
      "order.cancelled",
    ]);
    expect((await getBalance(ctx)).walletBalance.toNumber()).toBe(10_000);
  });

  test("what it takes back before the order is collected counts as not delivered", async () => {
    await suppliers.of(code).set({ operation: "order", mode: "taken_back", times: 1 });
    const order = await placed(await packageOf(code), 2);
    expect(await settled(order)).toMatchObject({ status: "failed", deliveredQuantity: 0, profiles: [] });
    expect((await getBalance(order.ctx)).walletBalance.toNumber()).toBe(10_000);
    expect(await eventsOf(order.ctx)).toEqual(["order.created", "order.failed"]);
  });

  test("the top-ups that it gives back with it are paid back too", async () => {
    const { ctx, iccid, unit, reference } = await delivered(code);
    const { id, amount } = await topUp(ctx, iccid);
    expect((await over(ctx, id)).status).toBe("succeeded");
    await suppliers.event(iccid, "cancel");
    await heard(ctx, iccid, sync);
    // Airalo refunds by order: what becomes of the top-up's is not told with the eSIM.
    expect((await refunds(ctx)).sort()).toEqual((code === "airalo" ? [unit] : [unit, amount]).sort());
    expect((await getOrder(ctx, reference)).status).toBe("cancelled");
    expect(await costOf(iccid)).toBe(code === "airalo" ? await topupCost(id) : 0);
  });

  test("an eSIM that it cancels while a top-up is under way is paid back, whatever becomes of the top-up", async () => {
    const { ctx, iccid, unit, reference } = await delivered(code);
    const { id } = await topUp(ctx, iccid);
    await suppliers.event(iccid, "cancel");
    await over(ctx, id);
    await heard(ctx, iccid, sync);
    expect(await refunds(ctx)).toContain(unit);
    expect((await getOrder(ctx, reference)).status).toBe("cancelled");
  });
});

describe.each(["esimaccess", "esimgo"] as const)("%s", (code) => {
  test("of two eSIMs one that is taken back at once is refunded and the other delivered", async () => {
    await suppliers.of(code).set({ operation: "order", mode: "taken_back", times: 1, quantity: 1 });
    const order = await placed(await packageOf(code), 2);
    const done = await settled(order);
    expect(done).toMatchObject({ status: "partially_delivered", deliveredQuantity: 1 });
    expect(done.profiles.map(({ status }) => status)).toEqual(["ready"]);
    expect(await refunds(order.ctx)).toEqual([done.unitPrice.toNumber()]);
  });
});

test("a supplier that knows none of our eSIMs, as when it is asked for another account's, has taken none of them back", async () => {
  const [one, other] = [await delivered("esimgo"), await delivered("esimgo")];
  const isKnown = async () => (await getEsim(one.ctx, one.iccid)).missingAt === null;
  await suppliers.of("esimgo").set({ operation: "query", mode: "not_found_then_found", times: 1_000 });
  await suppliers.of("esimgo").set({ operation: "usage", mode: "not_found_then_found", times: 1_000 });
  for (let look = 0; look < 3; look++) {
    for (const { ctx, iccid } of [one, other]) await sync(ctx, iccid);
    await later();
  }
  expect(await isKnown()).toBe(false);
  for (const { ctx, iccid } of [one, other]) {
    expect((await getEsim(ctx, iccid)).status).not.toBe("cancelled");
    expect(await refunds(ctx)).toEqual([]);
  }
  await suppliers.reset();
  await sync(one.ctx, one.iccid);
  expect(await isKnown()).toBe(true);
});

describe("at esimgo an eSIM that was begun is taken off without its price: the reseller has it back, the books do not", () => {
  const begun = async () => {
    const order = await delivered("esimgo");
    for (const event of ["install", "activate"] as const) await suppliers.event(order.iccid, event);
    return order;
  };
  const keptAt = async (iccid: string) => {
    const cost = await costOf(iccid);
    expect(cost).toBeGreaterThan(0);
    expect((await suppliers.of("esimgo").records()).orders.find(({ esims }) => esims.includes(iccid))).toMatchObject({
      paidUsd: cost,
      refundedUsd: 0,
    });
  };

  test("when the periodic look finds it", async () => {
    const { ctx, iccid, unit } = await begun();
    await suppliers.event(iccid, "cancel");
    await heard(ctx, iccid, sync);
    expect(await refunds(ctx)).toEqual([unit]);
    await keptAt(iccid);
  });

  test("when a cancel of ours is on its way", async () => {
    const { ctx, iccid, reference, unit } = await delivered("esimgo");
    await suppliers.of("esimgo").set({ operation: "cancel", mode: "timeout_before" });
    const { actions } = await requestCancel(ctx, reference);
    const sends = async () => (await database().prisma.action.findUnique({ where: { id: actions[0]!.id } }))!.sends;
    await runJobsUntil(async () => (await sends()) > 0);
    for (const event of ["install", "activate", "cancel"] as const) await suppliers.event(iccid, event);
    await suppliers.reset();
    expect((await over(ctx, actions[0]!.id)).status).toBe("succeeded");
    expect(await refunds(ctx)).toEqual([unit]);
    await keptAt(iccid);
  });
});

test("a webhook of the supplier is enough", async () => {
  const { ctx, iccid, unit } = await delivered("esimaccess");
  await suppliers.event(iccid, "cancel");
  await database().query(sql`
    insert into outbox_jobs (job, payload, run_at)
    values ('sync-esims', jsonb_build_object('esimIds', jsonb_build_array(${(await getEsim(ctx, iccid)).id}::bigint)), now())`);
  await runJobsUntil(async () => (await getEsim(ctx, iccid)).status === "cancelled");
  expect(await refunds(ctx)).toEqual([unit]);
});

test("our own cancel and the supplier's at the same time refund once", async () => {
  for (let round = 0; round < 4; round++) {
    const { ctx, iccid, reference, unit } = await delivered("esimaccess");
    await suppliers.event(iccid, "cancel");
    const [asked] = await Promise.allSettled([
      requestCancel(ctx, reference),
      ...Array.from({ length: 4 }, () => sync(ctx, iccid)),
    ]);
    if (asked.status === "fulfilled") await over(ctx, asked.value.actions[0]!.id);
    await heard(ctx, iccid, sync);
    expect(await refunds(ctx)).toEqual([unit]);
    expect((await eventsOf(ctx)).filter((type) => type.endsWith("cancelled")).sort()).toEqual([
      "esim.cancelled",
      "order.cancelled",
    ]);
  }
});

test("a cancel of the supplier after the whole order was refunded by hand pays nothing more", async () => {
  const { ctx, iccid, reference, unit } = await delivered("airalo");
  await refundOrder(system(), reference, "goodwill");
  await suppliers.event(iccid, "cancel");
  await heard(ctx, iccid, sync);
  expect(await refunds(ctx)).toEqual([unit]);
  expect((await getOrder(ctx, reference)).status).toBe("refunded");
});

/** What an eSIM, with the top-ups on it, costs by the books, in USD. */
async function costOf(iccid: string): Promise<number> {
  const [row] = await database().query<{ usd: number }>(sql`
    select coalesce(sum(l.amount), 0)::float as usd from journal_lines l, esims e
     where e.iccid = ${iccid} and l.account = 'cost:' || e.supplier_code
       and (l.cause = 'part:' || e.supplier_order_id or split_part(l.cause, ':', 2) in (
             select a.id::text from actions a where a.esim_id = e.id) and l.cause like 'action:%')`);
  return row!.usd;
}

async function topupCost(id: number): Promise<number> {
  const [row] = await database().query<{ usd: number }>(
    sql`select unit_cost_usd::float as usd from actions where id = ${id}`,
  );
  return row!.usd;
}
