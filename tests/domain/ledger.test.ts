import { describe, expect, test } from "vitest";
import { adjustWallet, fundWallet, getBalance, listEntries, verifyLedger } from "#server/domain/money/ledger/index.ts";
import { changeCredit } from "#server/domain/reseller/accounts/index.ts";
import { placeOrder } from "#server/domain/selling/orders/index.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";
import { claim, enter, newAccount, newPackage, system } from "#tests/support/world.ts";

async function accountWithHistory() {
  const account = await newAccount({ wallet: 100, creditLimit: 50, markup: 0 });
  const { packageId } = await newPackage({ costUsd: 1.2345 });
  const ctx = await enter(account.code);
  for (let i = 1; i <= 5; i++) await placeOrder(ctx, { packageId, quantity: i }, claim());
  await adjustWallet(system(), account.code, money("-0.5"), "Café correction – ünïcode");
  return { ...account, ctx };
}

/** Tampering needs the trigger out of the way, as somebody with the database's password would do. */
async function tamper(statement: ReturnType<typeof sql>) {
  await database().transaction(async (tx) => {
    await tx.query(sql`alter table ledger_entries disable trigger user`);
    await tx.query(statement);
    await tx.query(sql`alter table ledger_entries enable trigger user`);
  });
}

describe("the ledger", () => {
  test("chains every entry, and the sums add up", async () => {
    const { code, ctx } = await accountWithHistory();
    expect(await verifyLedger(system(), code)).toMatchObject({ ok: true, accounts: 1, entries: 8, failures: [] });
    const { items } = await listEntries(ctx, { limit: 100 });
    expect(items.map(({ type }) => type)).toEqual([
      "adjustment",
      "debit",
      "debit",
      "debit",
      "debit",
      "debit",
      "deposit",
      "credit_adjustment",
    ]);
    expect(items[0]!.balanceAfter.toString()).toBe((await getBalance(ctx)).walletBalance.toString());
  });

  test("pages newest first without gaps or repeats", async () => {
    const { ctx } = await accountWithHistory();
    const all = (await listEntries(ctx, { limit: 100 })).items.map(({ id }) => id);
    const paged: number[] = [];
    let beforeId: number | undefined;
    do {
      const page = await listEntries(ctx, { limit: 3, beforeId });
      paged.push(...page.items.map(({ id }) => id));
      expect(page.hasMore).toBe(page.nextCursor !== null);
      beforeId = page.nextCursor ?? undefined;
    } while (beforeId);
    expect(paged).toEqual(all);
  });

  test("cannot be changed, deleted or truncated", async () => {
    await accountWithHistory();
    await expect(database().query(sql`update ledger_entries set amount = 1`)).rejects.toThrow(/append-only/);
    await expect(database().query(sql`delete from ledger_entries`)).rejects.toThrow(/append-only/);
    await expect(database().query(sql`truncate ledger_entries`)).rejects.toThrow(/append-only/);
  });

  test("posts one entry per cause, however often it is asked for", async () => {
    const { id, ctx } = await accountWithHistory();
    const before = (await getBalance(ctx)).walletBalance;
    const refund = () =>
      database().query<{ posted: boolean; entryId: number }>(
        sql`select * from post_entry(${id}::int, 'refund', 2.5, 'order:1:failed', 'Refund', now())`,
      );
    const posted = (await Promise.all(Array.from({ length: 5 }, refund))).map(one);
    expect(posted.filter((entry) => entry.posted)).toHaveLength(1);
    expect(new Set(posted.map((entry) => entry.entryId)).size).toBe(1);
    expect((await getBalance(ctx)).walletBalance.minus(before).toNumber()).toBe(2.5);
  });

  test("refuses a debit beyond the usable credit in the database itself", async () => {
    const { id } = await newAccount({ wallet: 1 });
    const overdraw = database().query(
      sql`select post_entry(${id}::int, 'debit', -1.0001, 'order:x', 'too much', now())`,
    );
    await expect(overdraw).rejects.toMatchObject({ constraint: "ledger_entries_covered" });
  });

  test("takes amounts with four decimals and refuses nonsense in words", async () => {
    const { code } = await newAccount();
    expect((await fundWallet(system(), code, money("1234567.8901"))).balanceAfter.toString()).toBe("1234567.8901");
    await expect(fundWallet(system(), code, money(0))).rejects.toMatchObject({ code: "validation_error" });
    await expect(fundWallet(system(), code, money(-5))).rejects.toMatchObject({ code: "validation_error" });
    await expect(fundWallet(system(), code, money("0.00001"))).rejects.toMatchObject({ code: "validation_error" });
    await expect(adjustWallet(system(), code, money(1), " ")).rejects.toMatchObject({ details: { field: "note" } });
    await expect(fundWallet(system(), "ACC-NONE", money(1))).rejects.toMatchObject({ code: "resource_not_found" });
  });

  test("records a change of the credit line as an entry of zero", async () => {
    const { code } = await newAccount();
    await changeCredit(system(), code, { limit: money(250) });
    await changeCredit(system(), code, { status: "blocked", holdReason: "Invoice 42 is open" });
    const ctx = await enter(code);
    expect(await getBalance(ctx)).toMatchObject({
      creditEnabled: true,
      creditStatus: "blocked",
      holdReason: "Invoice 42 is open",
    });
    const { items } = await listEntries(ctx, { limit: 10 });
    expect(items.map(({ type, description }) => [type, description])).toEqual([
      ["credit_adjustment", "Credit line: 250.0000 active → 250.0000 blocked"],
      ["credit_adjustment", "Credit line: none → 250.0000 active"],
    ]);
  });
});

describe("verification finds", () => {
  const cases: [string, (id: number, other: number) => ReturnType<typeof sql>, RegExp][] = [
    [
      "a changed field",
      (id) => sql`update ledger_entries set description = 'x' where account_id = ${id} and sequence = 4`,
      /does not match its hash/,
    ],
    [
      "a changed amount",
      (id) =>
        sql`update ledger_entries set amount = amount - 1, balance_after = balance_after - 1 where account_id = ${id} and sequence = 8`,
      /does not match its hash/,
    ],
    [
      "a deleted middle row",
      (id) => sql`delete from ledger_entries where account_id = ${id} and sequence = 3`,
      /missing, added or out of order/,
    ],
    [
      "a cut tail",
      (id) => sql`delete from ledger_entries where account_id = ${id} and sequence > 6`,
      /ends at number 6/,
    ],
    [
      "an inserted row",
      (id) => sql`
        insert into ledger_entries (account_id, sequence, type, amount, currency, balance_before, balance_after, credit_usable, cause, description, created_at, hash)
        select account_id, 9, 'deposit', 5, currency, balance_after, balance_after + 5, 0, 'planted', 'planted', created_at, hash from ledger_entries where account_id = ${id} and sequence = 8`,
      /./,
    ],
    [
      "two rows swapped",
      (id) =>
        sql`update ledger_entries set sequence = case sequence when 3 then 1004 else 1003 end where account_id = ${id} and sequence in (3, 4)`,
      /missing, added or out of order/,
    ],
    [
      "a row moved to another account",
      (id, other) =>
        sql`update ledger_entries set account_id = ${other}, sequence = 1 where account_id = ${id} and sequence = 8`,
      /./,
    ],
  ];
  test.each(cases)("%s", async (_name, statement, fault) => {
    const { id, code } = await accountWithHistory();
    const other = await newAccount();
    await tamper(statement(id, other.id));
    const result = await verifyLedger(system());
    expect(result.ok).toBe(false);
    expect(
      result.failures.find((failure) => failure.account === code || failure.account === other.code)?.fault,
    ).toMatch(fault);
    // Mend it, so that the next case starts from books that balance.
    await tamper(sql`delete from ledger_entries where account_id in (${id}, ${other.id})`);
    await database().query(
      sql`update wallets set sequence = 0, balance = 0, head_hash = decode(repeat('00', 32), 'hex') where account_id in (${id}, ${other.id})`,
    );
  });
});
