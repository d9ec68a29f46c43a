import { expect, test } from "vitest";
import { eachJournalLine, getTrialBalance, sumJournal } from "#server/domain/money/books/index.ts";
import { placeOrder } from "#server/domain/selling/orders/index.ts";
import { operatorReports } from "#server/files/reports/index.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { newOperator } from "#tests/support/operators.ts";
import { claim, enter, newAccount, newPackage, system } from "#tests/support/world.ts";

const ZERO = money(0);

test("the journal of a period adds up to nothing in each currency, and to what the balances moved by on each account", async () => {
  const before = new Date();
  await newAccount({ currency: "EUR", wallet: 500 });
  const { code: buyer } = await newAccount({ wallet: 500, markup: 30 });
  const { packageId } = await newPackage({ costUsd: 3 });
  await placeOrder(await enter(buyer), { packageId, quantity: 2 }, claim());
  // More than one page of it.
  const { code } = await newAccount({ wallet: 1 });
  await database().query(sql`
    insert into journal_movements (debit, credit, currency, amount, cause, at)
    select 'fees', 'bank', 'USD', 0.0001 * i, 'transfer:' || (900000 + i), now() from generate_series(1, 2500) i`);
  await sumJournal(system());
  const after = one(await database().query<{ at: Date }>(sql`select now() + interval '1 millisecond' as at`)).at;
  const lines = [];
  for await (const line of eachJournalLine(system(), { from: before, to: after })) lines.push(line);
  expect(lines.length).toBeGreaterThan(5_000);
  const sums = new Map<string, Money>();
  const add = (key: string, amount: Money) => sums.set(key, (sums.get(key) ?? ZERO).plus(amount));
  for (const { currency, account, amount } of lines) {
    add(currency, amount);
    add(`${currency} ${account}`, amount);
  }
  expect([sums.get("USD")!.toString(), sums.get("EUR")!.toString()]).toEqual(["0", "0"]);
  const balances = async (at: Date) =>
    new Map(
      (await getTrialBalance(system(), { at, eachWallet: true })).lines.map(({ account, currency, debit, credit }) => [
        `${currency} ${account}`,
        debit.minus(credit),
      ]),
    );
  const [then, now] = [await balances(new Date(before.getTime() - 1)), await balances(after)];
  for (const key of new Set([...then.keys(), ...now.keys(), ...sums.keys()]))
    if (key.includes(" "))
      expect(`${key} ${sums.get(key) ?? ZERO}`).toBe(`${key} ${(now.get(key) ?? ZERO).minus(then.get(key) ?? ZERO)}`);
  expect([...sums.keys()]).toContain(`USD wallet:${code}`);
});

test("the file has amounts as numbers, and a period of its own", async () => {
  const { ctx } = await newOperator("finance");
  const { header, rows } = operatorReports.journal!;
  const cells: unknown[][] = [];
  for await (const row of rows(ctx as never, { from: "2020-01-01" })) cells.push(row);
  expect(cells.length).toBeGreaterThan(0);
  const column = (name: string) => cells.map((row) => String(row[header.indexOf(name)]));
  for (const amount of column("amount")) expect(amount).toMatch(/^-?\d+\.\d{2,4}$/);
  const [debit, credit] = [column("debit"), column("credit")].map((side) =>
    side.reduce((sum, amount) => sum.plus(amount === "" ? 0 : amount), ZERO),
  );
  expect(debit!.toString()).toBe(credit!.toString());
  const none = [];
  for await (const row of rows(ctx as never, { from: "2020-01-01", to: "2020-01-02" })) none.push(row);
  expect(none).toEqual([]);
});
