import { expect, test } from "vitest";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { getBalance } from "#server/domain/money/ledger/index.ts";
import { listOrders, placeOrder } from "#server/domain/selling/orders/index.ts";
import { database, openDatabase, sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { claim, enter, newAccount, newPackage, system } from "#tests/support/world.ts";

const count = async (accountId: number) =>
  (
    await database().query<{ orders: number; debits: number }>(sql`
      select (select count(*) from orders where account_id = ${accountId}) as orders,
             (select count(*) from ledger_entries where account_id = ${accountId} and type = 'debit') as debits`)
  )[0]!;

test("200 keys with 20 concurrent requests each make 200 orders, 200 debits and no refusal", async () => {
  const { code, id } = await newAccount({ wallet: 10_000, markup: 0 });
  const { packageId } = await newPackage({ costUsd: 2 });
  const ctx = await enter(code);
  const keys = Array.from({ length: 200 }, (_, i) => `key-${i}`);
  const answers = await Promise.all(
    keys.flatMap((key) =>
      Array.from(
        { length: 20 },
        async () => [key, await placeOrder(ctx, { packageId, quantity: 1 }, claim(key))] as const,
      ),
    ),
  );
  expect(await count(id)).toEqual({ orders: 200, debits: 200 });
  for (const [, group] of Map.groupBy(answers, ([key]) => key)) {
    expect(new Set(group.map(([, { response }]) => response)).size).toBe(1);
    expect(group.filter(([, { replayed }]) => !replayed)).toHaveLength(1);
  }
  expect((await getBalance(ctx)).walletBalance.toNumber()).toBe(10_000 - 400);
});

test("of 50 concurrent orders against room for 15, exactly 15 are accepted and 35 are refused for funds", async () => {
  const { code, id } = await newAccount({ wallet: 20, creditLimit: 10, markup: 0 });
  const { packageId } = await newPackage({ costUsd: 2 });
  const ctx = await enter(code);
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () =>
      placeOrder(ctx, { packageId, quantity: 1 }, claim()).then(
        () => "accepted",
        (error) => (isServiceError(error) ? error.code : String(error)),
      ),
    ),
  );
  expect(Object.fromEntries([...Map.groupBy(outcomes, (o) => o)].map(([o, all]) => [o, all.length]))).toEqual({
    accepted: 15,
    insufficient_balance: 35,
  });
  expect(await count(id)).toEqual({ orders: 15, debits: 15 });
  expect((await getBalance(ctx)).walletBalance.toNumber()).toBe(-10);
});

test("of 60 orders that four processes place at once, again exactly those are accepted that there is room for", async () => {
  const { code, id } = await newAccount({ wallet: 20, creditLimit: 10, markup: 0 });
  const { packageId } = await newPackage({ costUsd: 2 });
  const ctx = await enter(code);
  const processes = Array.from({ length: 4 }, () => openDatabase(env().databaseUrl!, 4));
  try {
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        placeOrder({ ...ctx, db: processes[i % 4]! }, { packageId, quantity: 1 }, claim()).then(
          () => "accepted",
          (error) => (isServiceError(error) ? error.code : String(error)),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(15);
    expect(new Set(outcomes)).toEqual(new Set(["accepted", "insufficient_balance"]));
  } finally {
    await Promise.all(processes.map((db) => db.close()));
  }
  expect(await count(id)).toEqual({ orders: 15, debits: 15 });
  expect((await getBalance(ctx)).walletBalance.toNumber()).toBe(-10);
  // Nobody judged funds that somebody else was spending: such a one loses at the ledger's sequence, and its entry's number is gone.
  const [entries] = await database().query<{ lost: number }>(sql`
    select (max(id) - min(id) + 1 - count(*))::int as lost from ledger_entries where account_id = ${id} and type = 'debit'`);
  expect(entries).toEqual({ lost: 0 });
});

test("of an account's orders the later one has the higher number, whichever process placed it", async () => {
  const { code, id } = await newAccount({ wallet: 10_000 });
  const { packageId } = await newPackage();
  const ctx = await enter(code);
  const processes = Array.from({ length: 4 }, () => openDatabase(env().databaseUrl!, 4));
  try {
    await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        placeOrder({ ...ctx, db: processes[i % 4]! }, { packageId, quantity: 1 }, claim()),
      ),
    );
  } finally {
    await Promise.all(processes.map((db) => db.close()));
  }
  const placed = await database().query<{ orderId: number }>(sql`
    select substr(cause, 7)::bigint as order_id from ledger_entries where account_id = ${id} and type = 'debit' order by sequence`);
  const numbers = placed.map(({ orderId }) => orderId);
  expect(numbers).toHaveLength(200);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
});

test("of two orders with one client_reference, one is placed and the other is a conflict", async () => {
  const { code } = await newAccount({ wallet: 100 });
  const { packageId } = await newPackage();
  const ctx = await enter(code);
  const outcomes = await Promise.allSettled(
    [1, 2, 3, 4].map(() => placeOrder(ctx, { packageId, quantity: 1, clientReference: "one" }, claim())),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === "rejected")
      expect(outcome.reason).toMatchObject({ code: "conflict", details: { field: "client_reference" } });
});

test("a key used with another body is a conflict, and its first answer is kept for 24 hours", async () => {
  const { code } = await newAccount({ wallet: 100 });
  const { packageId } = await newPackage();
  const start = new Date();
  const at = (hours: number) => ({ now: () => new Date(start.getTime() + hours * 3_600_000) });
  const ctx = await enter(code);
  const first = await placeOrder({ ...ctx, clock: at(0) }, { packageId, quantity: 1 }, claim("k", "a"));
  await expect(placeOrder({ ...ctx, clock: at(1) }, { packageId, quantity: 2 }, claim("k", "b"))).rejects.toMatchObject(
    { code: "conflict" },
  );
  const repeat = await placeOrder({ ...ctx, clock: at(23.9) }, { packageId, quantity: 1 }, claim("k", "a"));
  expect(repeat).toEqual({ response: first.response, replayed: true });
  const later = await placeOrder({ ...ctx, clock: at(24.1) }, { packageId, quantity: 1 }, claim("k", "a"));
  expect(later.replayed).toBe(false);
  expect(later.response).not.toBe(first.response);
});

test("orders of many accounts at once end in books that balance", async () => {
  const accounts = await Promise.all(Array.from({ length: 12 }, () => newAccount({ wallet: 30, markup: 10 })));
  const { packageId } = await newPackage({ costUsd: 3 });
  const contexts = await Promise.all(accounts.map(({ code }) => enter(code)));
  await Promise.all(
    Array.from({ length: 240 }, (_, i) =>
      placeOrder(contexts[i % 12]!, { packageId, quantity: 1 + (i % 3) }, claim()).catch(() => {}),
    ),
  );
  for (const ctx of contexts) expect(JSON.parse((await listOrders(ctx, { limit: 100 })).items)).not.toEqual([]);
  expect(await checkInvariants(system())).toEqual({ ok: true, checked: expect.any(Number), failures: [] });
});
