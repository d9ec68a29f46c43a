import { expect, test } from "vitest";
import { findPayment, payInTest } from "#server/domain/money/payments/index.ts";
import { findEsimById, liveSandboxEsim } from "#server/domain/selling/esims/index.ts";
import { settleCheckout, warnTravellers } from "#server/domain/shop/checkout/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { MB } from "#server/kernel/data-size.ts";
import { database, sql } from "#server/kernel/db.ts";
import { DAY, HOUR } from "#server/kernel/time.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { goToPay, mailsTo } from "#tests/support/storefront.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

await simulatedSupplier();

/** An eSIM that a traveller bought, and what they were written about it. */
async function bought() {
  const ctx = await enter((await newAccount()).code, "test");
  const { checkout } = await goToPay(ctx, "esimaccess-TR_5_30");
  await payInTest(ctx, (await findPayment(ctx.db, checkout.id))!);
  await settleCheckout(system(), checkout.id);
  const [row] = await database().query<{ id: number }>(
    sql`select e.id from esims e join checkouts c on c.order_id = e.order_id where c.id = ${checkout.id}`,
  );
  const esim = async () => (await findEsimById(ctx.db, row!.id))!;
  return {
    esim,
    use: async (percent: number) =>
      liveSandboxEsim(ctx, await esim(), "usage", ((await esim()).totalBytes / MB) * (percent / 100)),
    warnings: async () =>
      (await mailsTo("traveller@example.com", ctx.account.id)).filter((kind) => !/order|delivery/.test(kind)),
    subjects: () => subjectsOf(ctx),
  };
}

const subjectsOf = async ({ account }: AccountCtx) =>
  (
    await database().query<{ subject: string }>(
      sql`select subject from mails where account_id = ${account.id} and kind in ('low-data', 'expiry') order by id`,
    )
  ).map(({ subject }) => subject);

const at = (date: Date) => system({ clock: { now: () => date } });

test("a traveller is told once at 80 and once at 90 % of the data, also by two workers at a time", async () => {
  const { use, warnings, subjects } = await bought();
  await use(79);
  await warnTravellers(system());
  expect(await warnings()).toEqual([]);
  await use(81);
  await Promise.all([warnTravellers(system()), warnTravellers(system())]);
  await use(85);
  await warnTravellers(system());
  expect(await warnings()).toEqual(["low-data"]);
  await use(91);
  await warnTravellers(system());
  await warnTravellers(system());
  expect(await subjects()).toEqual([expect.stringContaining("80"), expect.stringContaining("90")]);
});

test("who jumps over 80 % is told of 90 % alone", async () => {
  const { use, subjects } = await bought();
  await use(95);
  await warnTravellers(system());
  await warnTravellers(system());
  expect(await subjects()).toEqual([expect.stringContaining("90")]);
});

test("three days and one day before the end, each once; not before, and not after it", async () => {
  const { use, esim, warnings, subjects } = await bought();
  await use(10);
  const end = (await esim()).expiresAt!.getTime();
  const before = (ms: number) => warnTravellers(at(new Date(end - ms)));
  await before(4 * DAY);
  expect(await warnings()).toEqual([]);
  await before(3 * DAY - HOUR);
  await before(2 * DAY);
  expect(await warnings()).toEqual(["expiry"]);
  await before(DAY - HOUR);
  await before(HOUR);
  await before(-HOUR);
  expect(await subjects()).toHaveLength(2);
});

test("a next plan that is as large as the one that is used up is a new occasion, once it has begun", async () => {
  const { use, esim, subjects } = await bought();
  await use(92);
  await warnTravellers(system());
  const { id } = await esim();
  const { totalBytes } = await esim();
  // Both count while both can be used, then what was used up counts no more.
  await database().query(sql`update esims set total_bytes = ${totalBytes * 2} where id = ${id}`);
  await use(47);
  await warnTravellers(system());
  await database().query(sql`update esims set total_bytes = ${totalBytes}, used_bytes = 0 where id = ${id}`);
  await use(10);
  await warnTravellers(system());
  expect(await subjects()).toHaveLength(1);
  await use(93);
  await Promise.all([warnTravellers(system()), warnTravellers(system())]);
  await warnTravellers(system());
  expect(await subjects()).toHaveLength(2);
});

test("more data, or a later end, is a new occasion", async () => {
  const { use, esim, subjects } = await bought();
  await use(92);
  await warnTravellers(system());
  const { id } = await esim();
  await database().query(sql`update esims set total_bytes = total_bytes * 2 where id = ${id}`);
  await warnTravellers(system());
  expect(await subjects()).toHaveLength(1);
  await use(93);
  await warnTravellers(system());
  expect(await subjects()).toHaveLength(2);
});
