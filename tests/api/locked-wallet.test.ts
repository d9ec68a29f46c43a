import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { endAction } from "#server/domain/selling/actions/end-action.ts";
import { type Action, requestCancel } from "#server/domain/selling/actions/index.ts";
import { findOpenAction } from "#server/domain/selling/actions/open-action.ts";
import { busy, isDatabaseBusy } from "#server/kernel/database-errors.ts";
import { connectionOptions, database, sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { ulid } from "#server/kernel/ids.ts";
import type { Money } from "#server/kernel/money.ts";
import { direct } from "#tests/support/api.ts";
import { deliveredOrder } from "#tests/support/delivered-order.ts";
import { ownTime } from "#tests/support/own-time.ts";
import { enter, newAccount, newKey, newPackage, system } from "#tests/support/world.ts";

const { packageId } = await newPackage();

async function reseller() {
  const { id, code } = await newAccount({ wallet: 100_000, rateMinute: 100_000, rateDay: 1_000_000 });
  return { id, code, key: await newKey(code, "live") };
}

const place = async (key: string, idempotencyKey: string = ulid()) => {
  const startedAt = ownTime();
  const headers = { "Idempotency-Key": idempotencyKey };
  const {
    status,
    json,
    headers: got,
  } = await direct.send({
    method: "POST",
    path: "/orders",
    key,
    headers,
    body: { package_id: packageId, quantity: 1 },
  });
  return { status, json, retryAfter: got["retry-after"], ms: ownTime() - startedAt };
};

/** Somebody holds the wallet's row, as a long transaction or a person at psql would. */
async function holdWallet(accountId: number) {
  const client = new pg.Client(connectionOptions(env().databaseUrl!));
  await client.connect();
  await client.query("begin");
  await client.query("select from wallets where account_id = $1 for update", [accountId]);
  let open = true;
  const release = async () => {
    if (!open) return;
    open = false;
    await client.query("rollback");
    await client.end();
  };
  onTestFinished(release);
  return release;
}

const ROUNDS = 20;

/** What waits for a lock is asked for again whenever it is told to come again: some of it waits at any time. */
function keepAsking<T>(ask: (key: string) => Promise<T>, keys: string[]) {
  const answers: T[] = [];
  let open = true;
  const asking = keys.map(async (key) => {
    do answers.push(await ask(key));
    while (open);
  });
  return {
    /** In how many rounds of others' work nobody was told meanwhile: who waits for a lock with them has no such round, on no machine. */
    async freeRounds(work: () => Promise<void>): Promise<number> {
      let free = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const before = answers.length;
        await work();
        if (answers.length === before) free++;
        await sleep(20);
      }
      return free;
    },
    async end(): Promise<T[]> {
      open = false;
      await Promise.all(asking);
      return answers;
    },
  };
}

describe("a wallet that somebody holds locked", () => {
  test("holds up its own account's orders only, which are told to come again, and are placed once when they do", async () => {
    const [slow, ...others] = await Promise.all(Array.from({ length: 6 }, reseller));
    const release = await holdWallet(slow!.id);
    const keys = Array.from({ length: 30 }, () => ulid());
    const lane = keepAsking((key) => place(slow!.key, key), keys);
    expect(
      await lane.freeRounds(async () => {
        const free = await Promise.all(others.map(({ key }) => place(key)));
        expect(new Set(free.map(({ status }) => status))).toEqual(new Set([200]));
      }),
    ).toBeGreaterThan(ROUNDS / 2);
    const told = await lane.end();
    for (const { status, json, retryAfter } of told)
      expect([status, json.error.code, retryAfter]).toEqual([503, "service_unavailable", "2"]);
    expect(Math.max(...told.map(({ ms }) => ms))).toBeLessThan(5_000);
    await release();
    const again = await Promise.all(keys.map((key) => place(slow!.key, key)));
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]));
    const [count] = await database().query<{ n: number }>(
      sql`select count(*) as n from orders where account_id = ${slow!.id}`,
    );
    expect(count!.n).toBe(keys.length);
  });

  test("keeps nobody's connection: top-ups of its account wait in a short line, reads of others are answered", async () => {
    const slow = await reseller();
    const other = await reseller();
    const { iccid } = await deliveredOrder(await enter(slow.code), packageId);
    await database().query(sql`
      insert into topup_options (esim_id, options, fetched_at)
      select id, '[{"code":"T","name":"T","dataMb":1024,"durationDays":7,"costUsd":"2"}]', now() from esims where iccid = ${iccid}`);
    await holdWallet(slow.id);
    const topup = (idempotencyKey: string) =>
      direct.send({
        method: "POST",
        path: `/esims/${iccid}/topups`,
        key: slow.key,
        headers: { "Idempotency-Key": idempotencyKey },
        body: { package_code: "T" },
      });
    const keys = Array.from({ length: 40 }, () => ulid());
    const line = keepAsking(topup, keys);
    await sleep(200);
    expect(await line.freeRounds(async () => expect((await place(other.key)).status).toBe(200))).toBeGreaterThan(
      ROUNDS / 2,
    );
    expect(new Set((await line.end()).map(({ status }) => status))).toEqual(new Set([503]));
  });
});

describe("four hundred actions of one account", () => {
  const EIGHT_ORDERS = Array.from({ length: 8 });

  test("asked for at once are opened, and another's order is placed meanwhile", async () => {
    const [one, other] = [await reseller(), await reseller()];
    const ctx = await enter(one.code);
    const esims: string[] = [];
    for (const _ of EIGHT_ORDERS)
      esims.push(...(await deliveredOrder(ctx, packageId, { quantity: 50, status: "activated" })).iccids);
    const asked = Promise.all(
      esims.map((iccid) => direct.send({ method: "POST", path: `/esims/${iccid}/suspend`, key: one.key })),
    );
    await sleep(50);
    expect((await place(other.key)).status).toBe(200);
    expect(new Set((await asked).map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("that end while its wallet is held wait in its lane: another's order and another's action are done meanwhile", async () => {
    const [held, other] = [await reseller(), await reseller()];
    const endings = async (code: string, orders: unknown[], quantity = 50) => {
      const ctx = await enter(code);
      const actions: Action[] = [];
      for (const _ of orders) {
        const { orderReference } = await deliveredOrder(ctx, packageId, { quantity });
        actions.push(...(await requestCancel(ctx, orderReference)).actions);
      }
      const open = await Promise.all(actions.map(({ id }) => findOpenAction(database(), id)));
      return () => open.map((action) => endAction(system(), action!, { succeeded: true }));
    };
    const [stuck, quick] = [await endings(held.code, EIGHT_ORDERS), await endings(other.code, [1], 5)];
    const release = await holdWallet(held.id);
    let ended = 0;
    const waiting = Promise.allSettled(stuck().map((ending) => ending.finally(() => ended++)));
    await sleep(50);
    // Without lanes the other's would wait for one of the process's connections, and be refused.
    expect((await place(other.key)).status).toBe(200);
    await Promise.all(quick());
    expect(ended).toBe(0);
    await release();
    expect(new Set((await waiting).map(({ status }) => status))).toEqual(new Set(["fulfilled"]));
    const [wallet] = await database().query<{ balance: Money }>(
      sql`select balance from wallets where account_id = ${held.id}`,
    );
    expect(wallet!.balance.toNumber()).toBe(100_000 + 400 * 5);
  });
});

test("what the database could not do in time is no internal error", async () => {
  const timedOut = await database()
    .transaction(async (tx) => {
      await tx.query(sql`set local statement_timeout = 50`);
      await tx.query(sql`select pg_sleep(60)`);
    })
    .catch((error) => error);
  expect([timedOut.code, isDatabaseBusy(timedOut)]).toEqual(["57014", true]);
  for (const code of ["57014", "55P03", "40P01"])
    expect(isDatabaseBusy(Object.assign(new Error(), { code }))).toBe(true);
  expect(busy().headers["Retry-After"]).toBe("2");
});
