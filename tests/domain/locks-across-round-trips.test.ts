import pg from "pg";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { approve, listApprovals, requestApproval } from "#server/domain/control/approvals/index.ts";
import { adjustWallet, fundWallet, getBalance, listEntries } from "#server/domain/money/ledger/index.ts";
import { changeCredit } from "#server/domain/reseller/accounts/index.ts";
import { requestCancel, resolveReview } from "#server/domain/selling/actions/index.ts";
import { placeOrder, refundOrder } from "#server/domain/selling/orders/index.ts";
import { connectionOptions, database, sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import { deliveredOrder } from "#tests/support/delivered-order.ts";
import { codeOf, newOperator } from "#tests/support/operators.ts";
import { claim, enter, newAccount, newPackage, system } from "#tests/support/world.ts";

const watcher = new pg.Client(connectionOptions(env().databaseUrl!));
await watcher.connect();
afterAll(() => watcher.end());

/** Statements after which a transaction of this process had a wallet locked while it was nobody's turn but ours. */
const held: string[] = [];
const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
  const answer = original.apply(this, args);
  // Lone statements are called back: they are over when they are answered.
  if (this === watcher || !(answer instanceof Promise)) return answer as never;
  return answer.then(async (result) => {
    const { processID } = this as unknown as { processID: number };
    const { rows } = await watcher.query(
      "select from pg_locks where relation = 'wallets'::regclass and mode in ('RowShareLock', 'RowExclusiveLock') and pid = $1",
      [processID],
    );
    if (rows.length > 0)
      held.push(
        String((args[0] as { text?: string }).text ?? args[0])
          .trim()
          .slice(0, 80),
      );
    return result;
  }) as never;
});

const { packageId } = await newPackage();
const { id: accountId, code } = await newAccount({ wallet: 1_000 });
const ctx = await enter(code);
const [finance, second] = [await newOperator("admin"), await newOperator("admin")];
const sold = async () => (await deliveredOrder(ctx, packageId, { quantity: 2 })).orderReference;
const balance = async () => (await getBalance(ctx)).walletBalance.toNumber();

/** Asked for, and agreed to by somebody else where that takes two. */
async function decide(ask: Parameters<typeof requestApproval>[1]) {
  const { id, status } = await requestApproval(finance.ctx, ask);
  if (status === "waiting") await approve(second.ctx, id);
  const { items } = await listApprovals(finance.ctx, { limit: 99 });
  return items.find((item) => item.id === id)!;
}

async function underReview() {
  const { actions } = await requestCancel(ctx, await sold());
  for (const status of ["processing", "under_review"])
    await database().query(sql`update actions set status = ${status} where id = ${actions[0]!.id}`);
  return `ACT-${actions[0]!.id}`;
}

const ACTS: [string, () => Promise<unknown>, number][] = [
  ["a refund by staff", async () => refundOrder(system(), await sold(), "goodwill"), 10],
  [
    "a review that is decided",
    async () => resolveReview(system(), await underReview(), { as: "succeeded", withoutAnswer: true, note: "x" }),
    5,
  ],
  ["a deposit", () => fundWallet(system(), code, money(7), { reference: "BANK 1" }), 7],
  ["a deposit that was booked before", () => fundWallet(system(), code, money(7), { reference: "BANK 1" }), 0],
  ["an adjustment", () => adjustWallet(system(), code, money(-1), "why"), -1],
  ["a credit line", () => changeCredit(system(), code, { enabled: true, limit: money(50) }), 0],
  ["an order", () => placeOrder(ctx, { packageId, quantity: 1 }, claim()), -5],
];

beforeEach(() => {
  held.length = 0;
});

test("a wallet that a transaction has locked when it is answered is noticed", async () => {
  await database().transaction(async (tx) => {
    await tx.query(sql`select from wallets where account_id = ${accountId} for no key update`);
  });
  expect(held).toHaveLength(1);
});

test.each(ACTS)("%s locks no wallet while anything is on its way", async (_name, act, by) => {
  const before = await balance();
  await act();
  expect(await balance()).toBe(before + by);
  expect(held).toEqual([]);
});

test.each([
  ["refund", async () => ({ kind: "refund" as const, order: await sold(), reason: "goodwill" }), 10],
  [
    "deposit",
    async () => ({
      kind: "deposit" as const,
      accountCode: code,
      amount: money(3),
      bankReference: "BANK 2",
      reason: "x",
    }),
    3,
  ],
])("a decided %s neither, and the decision names its entry", async (kind, ask, by) => {
  const before = await balance();
  const { outcome } = await decide((await ask()) as never);
  expect(await balance()).toBe(before + by);
  const { items } = await listEntries(ctx, { limit: 1 });
  expect(outcome).toBe(`LED-${items[0]!.id}`);
  const [entry] = await database().query<{ details: { entry?: string } }>(
    sql`select details from audit_entries where account_id = ${accountId} and act in ('order.refund', 'wallet.deposit') order by id desc limit 1`,
  );
  if (kind === "refund") expect(entry!.details.entry).toBe(outcome);
  expect(held).toEqual([]);
});

test("a refund that is refused leaves nothing behind", async () => {
  const reference = await sold();
  await refundOrder(system(), reference, "goodwill");
  const counted = async () =>
    (
      await database().query<{ n: number }>(
        sql`select (select count(*) from audit_entries) + (select count(*) from notices) as n`,
      )
    )[0]!.n;
  const before = await counted();
  expect(await codeOf(refundOrder(system(), reference, "again"))).toBe("conflict");
  expect(await counted()).toBe(before);
});
