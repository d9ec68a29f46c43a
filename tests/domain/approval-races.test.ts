import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import { type Ask, listApprovals, requestApproval } from "#server/domain/control/approvals/index.ts";
import { getBalance } from "#server/domain/money/ledger/index.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { ulid } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import type { Orders } from "#tests/support/asking-process.ts";
import { deliveredOrder } from "#tests/support/delivered-order.ts";
import { newOperator } from "#tests/support/operators.ts";
import { enter, newAccount, newPackage } from "#tests/support/world.ts";

// Twenty requests at once never pass together what one operator decides alone: 5,000 USD a day for an account, 25,000 for all.

const TWENTY = Array.from({ length: 20 }, (_, i) => i);
const reason = "why";

/** Asks for everything at once; how many were done by one person, and what those are worth. */
async function askAtOnce(asks: Ask[]) {
  const { ctx } = await newOperator();
  const ends = await Promise.allSettled(asks.map((ask) => requestApproval(ctx, ask)));
  const { done, worth } = one(
    await database().query<{ done: number; worth: number }>(sql`
      select count(*)::int as done, coalesce(sum(amount_usd), 0)::float8 as worth
        from decisions where asked_by = ${ctx.actor.name} and status = 'done'`),
  );
  const statusesOf = (status: string) =>
    ends.filter((end) => end.status === "fulfilled" && end.value.status === status).length;
  expect(done).toBe(statusesOf("done"));
  return { done, worth, waiting: statusesOf("waiting"), refused: 20 - done - statusesOf("waiting"), ctx };
}

const balanceOf = async (code: string) => Number((await getBalance(await enter(code))).walletBalance);

/** Live orders that were delivered, each for as much. */
async function soldOrders(code: string, price: number, n = 20) {
  const ctx = await enter(code);
  const { packageId } = await newPackage();
  const sold = [];
  for (let i = 0; i < n; i++) sold.push(await deliveredOrder(ctx, packageId));
  await database().query(
    sql`update orders set unit_price = ${price}, total_amount = ${price} where account_id = ${ctx.account.id}`,
  );
  return sold;
}

describe("twenty at once for one account", () => {
  test("deposits", async () => {
    const { code: accountCode } = await newAccount();
    const asks = TWENTY.map(
      (): Ask => ({ kind: "deposit", accountCode, amount: money(900), bankReference: ulid(), reason }),
    );
    expect(await askAtOnce(asks)).toMatchObject({ done: 5, worth: 4_500, waiting: 15 });
    expect(await balanceOf(accountCode)).toBe(4_500);
  });

  test("adjustments, in both directions", async () => {
    const { code: accountCode } = await newAccount({ wallet: 50_000 });
    const asks = TWENTY.map(
      (i): Ask => ({ kind: "adjustment", accountCode, amount: money(i % 2 ? 900 : -900), reason }),
    );
    expect(await askAtOnce(asks)).toMatchObject({ done: 5, worth: 4_500, waiting: 15 });
  });

  test("refunds", async () => {
    const { code } = await newAccount({ wallet: 20_000, markup: 0 });
    const sold = await soldOrders(code, 900);
    const before = await balanceOf(code);
    const asks = sold.map(({ orderReference: order }): Ask => ({ kind: "refund", order, reason }));
    expect(await askAtOnce(asks)).toMatchObject({ done: 5, worth: 4_500, waiting: 15 });
    expect((await balanceOf(code)) - before).toBe(4_500);
  });

  test("reviews", async () => {
    const { code } = await newAccount({ wallet: 20_000, markup: 0 });
    const sold = await soldOrders(code, 1);
    const cases = await database().query<{ id: number }>(sql`
      insert into actions (account_id, environment, esim_id, order_id, supplier_code, action, status, amount, currency, charged, request_id,
        reference, package_name, created_at, updated_at)
      select account_id, environment, id, order_id, supplier_code, 'topup', 'under_review', 900, 'USD', true, 'req_x', 'R' || iccid, '1 GB', now(), now()
        from esims where iccid = any(${sold.map(({ iccid }) => iccid)}::text[]) returning id`);
    const before = await balanceOf(code);
    const asks = cases.map(
      ({ id }): Ask => ({ kind: "review", ref: `ACT-${id}`, as: "failed", withoutAnswer: true, reason }),
    );
    expect(await askAtOnce(asks)).toMatchObject({ done: 5, worth: 4_500, waiting: 15 });
    expect((await balanceOf(code)) - before).toBe(4_500);
  });

  test("credit lines: one of the wishes is granted, and never more than the limit together", async () => {
    const { code: accountCode } = await newAccount();
    const asks = TWENTY.map((i): Ask => ({ kind: "credit", accountCode, change: { limit: money(4_000 + i) }, reason }));
    const { done, worth } = await askAtOnce(asks);
    expect(done).toBe(1);
    expect(worth).toBeLessThanOrEqual(5_000);
    expect(Number((await getBalance(await enter(accountCode))).creditLimit)).toBe(worth);
  });

  test("of every kind, as if they were of one", async () => {
    const { code: accountCode } = await newAccount({ wallet: 10_000, markup: 0 });
    const orders = await soldOrders(accountCode, 900, 6);
    const asks = TWENTY.map((i): Ask => {
      if (i < 6) return { kind: "refund", order: orders[i]!.orderReference, reason };
      if (i < 12) return { kind: "adjustment", accountCode, amount: money(900), reason };
      if (i < 18) return { kind: "deposit", accountCode, amount: money(900), bankReference: ulid(), reason };
      return { kind: "credit", accountCode, change: { limit: money(900) }, reason };
    });
    expect(await askAtOnce(asks)).toMatchObject({ done: 5, worth: 4_500 });
  });

  test.each([
    ["price rules", (): Ask => ({ kind: "price", target: ruleFor("IS"), markup: markupOf(1), reason })],
    ["rates", (): Ask => ({ kind: "rate", currency: "CHF", rate: money("0.9"), reason })],
    [
      "bank accounts",
      (): Ask => ({
        kind: "bank",
        bank: { currency: "CHF", holder: "H", bank: "B", number: "CH9300762011623852957", bic: null, note: null },
        reason,
      }),
    ],
  ])("%s: all of them wait, one decision for all", async (_kinds, ask) => {
    const before = await markupsAndRates();
    expect(await askAtOnce(TWENTY.map(ask))).toMatchObject({ done: 0, waiting: 1, refused: 19 });
    expect(await markupsAndRates()).toEqual(before);
  });

  test("memberships: none is invited, and each waits", async () => {
    const { code: accountCode } = await newAccount();
    const asks = TWENTY.map(
      (i): Ask => ({
        kind: "membership",
        accountCode,
        email: `${ulid().toLowerCase()}@example.com`,
        role: (["owner", "admin", "finance", "developer", "support"] as const)[i % 5]!,
        reason,
      }),
    );
    const { done, waiting, ctx } = await askAtOnce(asks);
    expect([done, waiting]).toEqual([0, 20]);
    const { n } = one(
      await database().query<{ n: number }>(
        sql`select count(*)::int as n from invitations where invited_by = ${ctx.actor.name}`,
      ),
    );
    expect(n).toBe(0);
  });
});

const ruleFor = (countryCode: string) => ({ accountId: null, supplierCode: null, countryCode, packageId: null });
const markupOf = (percent: number) => ({ markupPercent: money(percent), retailMarkupPercent: money(30) });
const markupsAndRates = async () =>
  await database().query(sql`
    select markup_percent::text as value from price_rules where removed_at is null union all select rate::text from fx_rates union all select number from bank_accounts order by 1`);

describe("twenty at once for twenty accounts", () => {
  const accountCodes = async () => await Promise.all(TWENTY.map(async () => (await newAccount()).code));

  test("adjustments stay below what one operator decides for all accounts", async () => {
    const asks = (await accountCodes()).map(
      (accountCode): Ask => ({ kind: "adjustment", accountCode, amount: money(4_000), reason }),
    );
    expect(await askAtOnce(asks)).toMatchObject({ done: 6, worth: 24_000, waiting: 14 });
  });

  test("credit lines do too", async () => {
    const asks = (await accountCodes()).map(
      (accountCode): Ask => ({ kind: "credit", accountCode, change: { limit: money(4_000) }, reason }),
    );
    expect(await askAtOnce(asks)).toMatchObject({ done: 6, worth: 24_000, waiting: 14 });
  });
});

test("two processes at once stay below both limits together", async () => {
  const { email, ctx } = await newOperator("finance");
  const [shared, ...others] = await Promise.all(TWENTY.slice(0, 11).map(async () => (await newAccount()).code));
  // Twice ten for one account, and twice ten for as many.
  const ends = await askInTwoProcesses(email, 900, [...TWENTY.slice(0, 10).map(() => shared!), ...others]);
  expect(ends).toHaveLength(40);
  const done = (await listApprovals(ctx, { status: "done", limit: 100 })).items.filter(
    ({ askedBy }) => askedBy === email,
  );
  expect(done).toHaveLength(ends.filter((status) => status === "done").length);
  expect(done.filter(({ accountCode }) => accountCode === shared)).toHaveLength(5);
  expect(await balanceOf(shared!)).toBe(4_500);
  const together = await Promise.all([shared!, ...others].map(balanceOf));
  const worth = together.reduce((sum, balance) => sum + balance, 0);
  expect(worth).toBe(done.length * 900);
  expect(worth).toBeGreaterThan(20_000);
  expect(worth).toBeLessThanOrEqual(25_000);
  // Two processes are started: on a busy machine that alone takes long.
});

async function askInTwoProcesses(operator: string, amount: number, accounts: string[]): Promise<string[]> {
  const { databaseUrl, masterKey } = env();
  const orders: Orders = { databaseUrl: databaseUrl!, masterKey: masterKey!, operator, amount, accounts };
  const script = join(import.meta.dirname, "../support/asking-process.ts");
  const started = [0, 1].map(() => {
    const child = spawn(process.execPath, [script, JSON.stringify(orders)], { stdio: ["pipe", "pipe", "inherit"] });
    return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
  });
  for (const { lines } of started) expect((await lines.next()).value).toBe("up");
  for (const { child } of started) child.stdin.write("go\n");
  const said = await Promise.all(
    started.map(async ({ lines }) => JSON.parse(String((await lines.next()).value)) as string[]),
  );
  await Promise.all(started.map(({ child }) => child.exitCode ?? once(child, "exit")));
  return said.flat();
}
