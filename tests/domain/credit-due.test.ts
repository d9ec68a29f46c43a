import fc from "fast-check";
import { expect, test } from "vitest";
import { listAttention } from "#server/domain/control/attention/index.ts";
import { listConcerns } from "#server/domain/control/health/index.ts";
import { getOwed, tellOfDues } from "#server/domain/money/credit/index.ts";
import { listNotifications, listPlatformNotifications } from "#server/domain/record/notifications/index.ts";
import { changeCredit } from "#server/domain/reseller/accounts/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { ulid } from "#server/kernel/ids.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

const MONDAY = new Date("2027-03-01T09:00:00Z");
const on = (day: number) => after(MONDAY, day * DAY);
const dayName = (day: number) => on(day).toISOString().slice(0, 10);

async function onCredit(paymentTermsDays: number) {
  const { code } = await newAccount({ creditLimit: 1_000_000 });
  await changeCredit(system(), code, { paymentTermsDays });
  return await enter(code);
}
const book = (ctx: AccountCtx, amount: number, at: Date) =>
  database().query(sql`
    select post_entry(${ctx.account.id}::int, ${amount < 0 ? "debit" : "deposit"}, ${amount}::numeric, ${`t:${ulid()}`}, 'x', ${at}) as posted`);
const as = (ctx: AccountCtx, at: Date): AccountCtx => ({ ...ctx, clock: { now: () => at } });

test("money that comes in pays the oldest charges first, whatever came when", async () => {
  const entry = fc.record({
    later: fc.integer({ min: 0, max: 3 }),
    amount: fc.integer({ min: -200, max: 150 }).filter((amount) => amount !== 0),
  });
  const run = fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 40 }), async (entries) => {
    const ctx = await onCredit(30);
    let [day, prepaid] = [0, 0];
    let unpaid: { day: number; left: number }[] = [];
    for (const { later, amount } of entries) {
      day += later;
      await book(ctx, amount, on(day));
      if (amount < 0) unpaid.push({ day, left: -amount });
      else prepaid += amount;
      for (const charge of unpaid) {
        const paid = Math.min(charge.left, prepaid);
        charge.left -= paid;
        prepaid -= paid;
      }
      unpaid = unpaid.filter(({ left }) => left > 0);
    }
    const byDay = Map.groupBy(unpaid, (charge) => charge.day);
    const { dues, amount } = await getOwed(as(ctx, on(day)));
    expect(dues.map((due) => [due.chargedOn, due.amount.toNumber()])).toEqual(
      [...byDay].map(([day, charges]) => [dayName(day), charges.reduce((sum, { left }) => sum + left, 0)]),
    );
    expect(amount.toNumber()).toBe(unpaid.reduce((sum, { left }) => sum + left, 0));
    // Nobody else owes anything in what follows, which names the first few of those who do.
    await book(ctx, amount.toNumber() + 1, on(day));
    expect(await getOwed(as(ctx, on(day)))).toMatchObject({ dues: [] });
  });
  await fc.assert(run, { numRuns: 8, endOnFailure: true });
});

test("what is due is told a week before, and what is overdue on its day and each week until it is paid, to both sides", async () => {
  const ctx = await onCredit(30);
  const toldOn = async (day: number) => {
    const clock = { now: () => on(day) };
    await Promise.all([tellOfDues(system({ clock })), tellOfDues(system({ clock }))]);
    const { items } = await listNotifications(ctx, { limit: 50 });
    return items.map(({ kind }) => kind).filter((kind) => /^credit\.(due|overdue)$/.test(kind));
  };
  const attention = async (day: number) =>
    (await listAttention(as(ctx, on(day)))).filter(({ kind }) => kind === "credit_due");
  const concerned = async (day: number) => {
    const concerns = await listConcerns(system({ clock: { now: () => on(day) } }));
    return concerns.map(({ text }) => text).filter((text) => text.includes(ctx.account.code));
  };
  await book(ctx, -120, on(0));
  await book(ctx, -30, on(2));
  expect(await toldOn(22)).toEqual([]);
  expect(await attention(22)).toEqual([]);
  expect(await toldOn(23)).toEqual(["credit.due"]);
  expect(await concerned(23)).toEqual([expect.stringMatching(/due within a week: .*120\.00 USD/)]);
  // Both are due on one of the days of the week that begins on day 28.
  expect(await toldOn(28)).toEqual(["credit.due", "credit.due"]);
  // Due on day 30: all of that day is in time.
  expect(await toldOn(30)).toHaveLength(2);
  expect((await getOwed(as(ctx, on(30)))).overdue.toNumber()).toBe(0);
  expect(await toldOn(31)).toEqual(["credit.overdue", "credit.due", "credit.due"]);
  expect((await getOwed(as(ctx, on(31)))).overdue.toNumber()).toBe(120);
  expect(await attention(31)).toMatchObject([
    { kind: "credit_due", overdue: true, dueOn: dayName(30), currency: "USD" },
  ]);
  expect(await concerned(31)).toEqual([
    expect.stringMatching(/overdue: .*120\.00 USD/),
    expect.stringMatching(/due within a week: .*30\.00 USD/),
  ]);
  const told = (await listPlatformNotifications(system())).filter(({ subject }) => subject === ctx.account.code);
  expect(told).toMatchObject([{ kind: "credit.unpaid", text: expect.stringContaining(`due on ${dayName(30)}`) }]);
  expect(await toldOn(34)).toHaveLength(3);
  expect(await toldOn(35)).toHaveLength(4);
  await book(ctx, 150, on(36));
  expect(await toldOn(42)).toHaveLength(4);
  expect(await concerned(42)).toEqual([]);
  expect(await getOwed(as(ctx, on(42)))).toMatchObject({ dues: [], paymentTermsDays: 30 });
});

test("without payment terms nothing is due, and what is older than is looked at counts as the first day's", async () => {
  const ctx = await onCredit(0);
  await book(ctx, -10, on(0));
  await book(ctx, -5, on(200));
  const owed = await getOwed(as(ctx, on(201)));
  expect(owed.dues).toMatchObject([
    { chargedOn: dayName(111), orEarlier: true, dueOn: null, state: "later" },
    { chargedOn: dayName(200), orEarlier: false, dueOn: null, state: "later" },
  ]);
  expect([owed.amount.toNumber(), owed.overdue.toNumber()]).toEqual([15, 0]);
  await tellOfDues(system({ clock: { now: () => on(201) } }));
  expect((await listNotifications(ctx, { limit: 5 })).items).toEqual([]);
});
