import { expect, test } from "vitest";
import { approve, requestApproval } from "#server/domain/control/approvals/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { adjustWallet, fundWallet, getBalance } from "#server/domain/money/ledger/index.ts";
import { placeOrder } from "#server/domain/selling/orders/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { ulid } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import { newOperator } from "#tests/support/operators.ts";
import { claim, enter, newAccount, newPackage, system } from "#tests/support/world.ts";

const account = await newAccount({ wallet: 1_000 });
const ctx = await enter(account.code);
const { packageId } = await newPackage();
const { response } = await placeOrder(ctx, { packageId, quantity: 2 }, claim());
const orderId = (JSON.parse(response) as { id: number }).id;

/** An entry straight into the ledger, chained as it should be: only its fact is missing. */
const post = (type: string, amount: number, cause: string) =>
  database().query(
    sql`select post_entry(${account.id}::int, ${type}, ${amount}::numeric, ${cause}, 'forged', now()) as posted`,
  );

const failures = async () => (await checkInvariants(system())).failures;

/** The forgery stays for as long as it takes to look; the ledger itself lets nobody take an entry out again. */
async function found(forge: () => Promise<unknown>): Promise<string[]> {
  expect(await failures()).toEqual([]);
  await forge();
  const said = (await failures()).map(({ invariant }) => invariant);
  await database().transaction(async (tx) => {
    await tx.query(sql`alter table ledger_entries disable trigger ledger_entries_append_only`);
    await tx.query(sql`alter table journal_movements disable trigger journal_movements_append_only`);
    await tx.query(sql`
      delete from journal_movements where cause in (select cause from ledger_entries where description = 'forged')
         and at in (select created_at from ledger_entries where description = 'forged')`);
    await tx.query(sql`delete from ledger_entries where description = 'forged'`);
    await tx.query(sql`
      update wallets w set (balance, sequence, head_hash) = (
        select l.balance_after, l.sequence, l.hash from ledger_entries l where l.account_id = w.account_id order by l.sequence desc limit 1)
       where w.account_id = ${account.id}`);
    await tx.query(sql`alter table ledger_entries enable trigger ledger_entries_append_only`);
    await tx.query(sql`alter table journal_movements enable trigger journal_movements_append_only`);
  });
  return said;
}

const FACT = expect.stringMatching(/^Every entry has its fact/);

test.each([
  ["a refund for an order that does not exist", "refund", 5, "order:999999:failed"],
  ["a refund for an order that was not refunded", "refund", 5, `order:${orderId}:failed`],
  ["a refund under an order's own cause", "refund", 5, "order:999998"],
  ["a refund for an action that does not exist", "refund", 5, "action:999999:refund"],
  ["a refund without any cause that is known", "refund", 5, "goodwill"],
  ["a deposit without a funding", "deposit", 500, `deposit:${ulid()}`],
  ["a debit for an action that does not exist", "debit", -5, "action:999999"],
  ["a debit for an order that does not exist", "debit", -5, "order:999999"],
  ["a debit for a number that no order can have", "debit", -5, `order:${"9".repeat(30)}`],
  ["a debit for something else", "debit", -5, "fee:1"],
  ["an adjustment without a decision", "adjustment", 50, `adjustment:${ulid()}`],
  ["a change of the credit line that was none", "credit_adjustment", 0, "because"],
])("the audit finds %s", async (_name, type, amount, cause) => {
  expect(await found(() => post(type, amount, cause))).toContainEqual(FACT);
});

test("the audit finds bookings, decisions and payments whose entry, decision or payment is missing", async () => {
  const booking = (kind: string, grounds: string) => sql`
    insert into wallet_bookings (account_id, cause, kind, amount, grounds, booked_by, note, created_at)
    values (${account.id}, ${`${kind}:${ulid()}`}, ${kind}, 7, ${grounds}, 'x', 'forged', now())`;
  await database().query(booking("deposit", "command"));
  expect((await failures()).map(({ invariant }) => invariant)).toEqual(["Every booking is in the ledger as it says."]);
  await database().query(sql`delete from wallet_bookings where note = 'forged'`);
  const { ledgerReference } = await fundWallet(system(), account.code, money(3), { note: "by command" });
  for (const grounds of ["decision", "card"]) {
    await database().query(sql`update wallet_bookings set grounds = ${grounds} where note = 'by command'`);
    expect(await failures()).toMatchObject([{ invariant: expect.stringMatching(/^A booking by decision/), count: 1 }]);
  }
  await database().query(sql`update wallet_bookings set grounds = 'command' where note = 'by command'`);
  const decision = async (outcome: string) =>
    await database().query(sql`
      insert into decisions (kind, account_id, subject, amount, currency, details, reason, status, asked_by, asked_at, decided_at, outcome)
      values ('adjustment', ${account.id}, ${account.code}, 3, 'USD', '{}', 'forged', 'done', 'x', now(), now(), ${outcome})`);
  for (const outcome of ["LED-99999999", ledgerReference, "nothing"]) {
    await decision(outcome);
    expect(await failures()).toMatchObject([
      { invariant: expect.stringMatching(/^Every decision about money/), count: 1 },
    ]);
    await database().query(sql`delete from decisions where reason = 'forged'`);
  }
  expect(await failures()).toEqual([]);
});

test("what is booked in each of the ways there are has its fact", async () => {
  const operator = (await newOperator("admin")).ctx;
  await fundWallet(system(), account.code, money(10));
  await adjustWallet(system(), account.code, money(-1), "correction");
  const { status, id } = await requestApproval(operator, {
    kind: "deposit",
    accountCode: account.code,
    amount: money(20),
    bankReference: "tr 77",
    reason: "bank",
  });
  if (status === "waiting") await approve((await newOperator("admin")).ctx, id, "ok");
  await requestApproval(operator, {
    kind: "adjustment",
    accountCode: account.code,
    amount: money(-2),
    reason: "typed twice",
  });
  expect(await failures()).toEqual([]);
});

test("a payment is booked once, whoever types its reference and however", async () => {
  const own = await newAccount();
  const other = await newAccount();
  const fund = (code: string, reference: string) => fundWallet(system(), code, money(25), { reference });
  const first = await fund(own.code, "Wire 4711");
  expect(first.posted).toBe(true);
  const again = await Promise.all(
    [" wire  4711", "WIRE 4711", "wire 4711"].map((reference) => fund(own.code, reference)),
  );
  for (const repeated of again)
    expect(repeated).toMatchObject({ posted: false, ledgerReference: first.ledgerReference });
  await expect(fund(other.code, "wire 4711")).rejects.toMatchObject({ code: "conflict" });
  await expect(fund(own.code, " x ")).rejects.toMatchObject({
    code: "validation_error",
    details: { field: "reference" },
  });
  const operator = (await newOperator("admin")).ctx;
  const asked = {
    kind: "deposit",
    accountCode: own.code,
    amount: money(25),
    bankReference: "WIRE 4711",
    reason: "bank",
  } as const;
  await expect(requestApproval(operator, asked)).rejects.toMatchObject({ code: "conflict" });
  expect((await getBalance(await enter(own.code))).walletBalance.toNumber()).toBe(25);
  const [audited] = await database().query<{ n: number }>(
    sql`select count(*) as n from audit_entries where account_id = ${own.id} and act = 'wallet.deposit'`,
  );
  expect(audited!.n).toBe(1);
  expect(await failures()).toEqual([]);
});
