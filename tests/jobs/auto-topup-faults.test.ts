import { afterAll, afterEach, describe, expect, test } from "vitest";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { adoptRecord, findPayment } from "#server/domain/money/payments/index.ts";
import { chargeDueTopups, followAutoTopups, stopAutoTopup } from "#server/domain/shop/checkout/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { boughtForCard, openCardStore, runAutoTopups } from "#tests/support/auto-topups.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { fakeStripe } from "#tests/support/stripe.ts";
import { until } from "#tests/support/until.ts";
import { system } from "#tests/support/world.ts";

// What goes wrong around a top-up that is bought by itself: whoever allowed it is charged for what they allowed, or for nothing.

await simulatedSupplier();
const stripe = await fakeStripe();
overrideEnv({ stripeApiUrl: stripe.url });
afterAll(() => stripe.close());
const shop = await openCardStore();
const traveller = () => boughtForCard(shop, stripe);
type Bought = Awaited<ReturnType<typeof traveller>>;

afterEach(async () => {
  stripe.state.hasCustomers = true;
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

/** Statements that wait for a row. */
const waiting = async (like: string) =>
  (
    await database().query(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${like}%`}`)
  ).length;
const chargesOf = (card: string) => stripe.intents.filter(({ payment_method }) => payment_method === card);

/** A top-up of the same eSIM whose traveller is on the provider's page. */
const byHand = async ({ id }: Bought) =>
  await database().query(sql`
    insert into checkouts (account_id, environment, kind, status, attempt, email, locale, package_id, package_name, esim_id, topup_code, quantity, retail_price,
      unit_price, total_amount, currency, unit_cap, created_at, updated_at)
    select account_id, environment, 'topup', 'opened', 'by-hand-' || id, email, locale, package_id, package_name, ${id}, 'x', 1, 1, 1, 1, currency, 1, now(), now()
      from checkouts where id = (select checkout_id from auto_topups where esim_id = ${id} limit 1)`);

describe("between the look at what is due and the purchase", () => {
  test.each<[string, (bought: Bought) => Promise<unknown>]>([
    ["its traveller begins to pay for one by hand", byHand],
    [
      "more data has come",
      ({ id }) => database().query(sql`update esims set total_bytes = total_bytes * 3 where id = ${id}`),
    ],
  ])("%s: nothing is bought", async (_what, happens) => {
    const bought = await traveller();
    const { autoId, card } = await bought.begin();
    await bought.use(85);
    let running: Promise<number> | undefined;
    await database().transaction(async (tx) => {
      await tx.query(sql`select from auto_topups where id = ${autoId} for update`);
      running = chargeDueTopups(system());
      await until(async () => (await waiting("auto_topup")) > 0);
      await happens(bought);
    });
    await running;
    expect([await bought.checkouts(), chargesOf(card)]).toEqual([[], []]);
    await database().query(
      sql`update checkouts set status = 'abandoned' where esim_id = ${bought.id} and status = 'opened'`,
    );
  });
});

describe("a supplier whose next plan takes the place of the one that is used up", () => {
  test("is bought from again when as much is used up again, and not before", async () => {
    const bought = await traveller();
    const { card } = await bought.begin({ kind: "data", at: 80 }, 3);
    const { totalBytes } = await bought.esim();
    const hoursPass = () =>
      database().query(sql`
        with measured as (update esim_usage set recorded_at = recorded_at - interval '2 hours' where esim_id = ${bought.id})
        update checkouts set created_at = created_at - interval '2 hours' where esim_id = ${bought.id}`);
    for (const times of [1, 2, 3]) {
      await bought.use(85);
      await runAutoTopups(bought);
      // The figures of the plan that is used up are still reported.
      await database().query(
        sql`update esims set total_bytes = ${totalBytes}, used_bytes = ${totalBytes} * 0.9 where id = ${bought.id}`,
      );
      await hoursPass();
      await runAutoTopups(bought);
      expect(chargesOf(card)).toHaveLength(times);
      // Then those of the one that was bought, which is as large.
      await database().query(sql`update esims set used_bytes = 0 where id = ${bought.id}`);
      await bought.use(10);
      await runAutoTopups(bought);
      expect(chargesOf(card)).toHaveLength(times);
    }
    expect((await bought.auto()).status).toBe("used_up");
  });
});

test("it is stopped by whoever presses the button while its card is being saved", async () => {
  const bought = await traveller();
  const { id } = await bought.allow();
  let stopping: Promise<void> | undefined;
  await database().transaction(async (tx) => {
    await tx.query(sql`update auto_topups set status = 'active', customer = 'cus', card = 'pm_late' where id = ${id}`);
    stopping = stopAutoTopup(shop, bought.link, bought.id);
    await until(async () => (await waiting("update%auto_topups")) > 0);
  });
  await stopping;
  expect((await bought.auto()).status).toBe("stopped");
});

test("a card that is saved on a page which was given up is forgotten at the provider, once", async () => {
  const bought = await traveller();
  await bought.allow();
  const { setupSession } = await bought.auto();
  await stopAutoTopup(shop, bought.link, bought.id);
  await followAutoTopups(system());
  // In another window the page was still open.
  const card = stripe.saveCard(setupSession!);
  await followAutoTopups(system());
  await followAutoTopups(system());
  expect(stripe.detached.filter((one) => one === card)).toHaveLength(1);
  expect(await bought.auto()).toMatchObject({ status: "given_up", card: null, setupSession: null });
});

describe("it ends", () => {
  test("when another plan is sold under its code for the same price", async () => {
    const bought = await traveller();
    const { card } = await bought.begin();
    await database().query(sql`update auto_topups set data_mb = data_mb * 2 where esim_id = ${bought.id}`);
    await bought.use(85);
    await runAutoTopups(bought);
    expect([await bought.checkouts(), (await bought.auto()).status, chargesOf(card)]).toEqual([[], "changed", []]);
  });

  test("when the provider no longer knows whose card it is: nobody waits for a charge that cannot be", async () => {
    const bought = await traveller();
    await bought.begin();
    await bought.use(85);
    stripe.state.hasCustomers = false;
    await runAutoTopups(bought);
    expect(await bought.checkouts()).toMatchObject([{ status: "abandoned", paid: "expired" }]);
    expect(await bought.auto()).toMatchObject({
      status: "declined",
      reason: expect.stringContaining("No such customer"),
    });
  });

  test("when one of its charges is disputed", async () => {
    const bought = await traveller();
    const { card } = await bought.begin({ kind: "data", at: 80 }, 5);
    await bought.use(85);
    await runAutoTopups(bought);
    const [charge] = chargesOf(card);
    const { id } = charge!;
    stripe.disputes.push({
      id: `dp_${id}`,
      payment_intent: id,
      amount: charge!.amount,
      created: charge!.created,
      status: "needs_response",
    });
    const [sold] = await bought.checkouts();
    await adoptRecord(system(), (await findPayment(database(), sold!.id))!);
    await database().query(
      sql`update checkouts set created_at = created_at - interval '2 hours' where esim_id = ${bought.id}`,
    );
    await bought.use(95);
    await runAutoTopups(bought);
    expect([(await bought.auto()).status, chargesOf(card).length]).toEqual(["withdrawn", 1]);
    expect(stripe.detached).toContain(card);
  });
});
