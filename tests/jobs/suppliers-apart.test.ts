import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { placeOrder } from "#server/domain/selling/orders/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { packageOf } from "#tests/support/bought.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { frontOf } from "#tests/support/supplier-front.ts";
import { logTurns } from "#tests/support/turn-log.ts";
import { until } from "#tests/support/until.ts";
import type { Working } from "#tests/support/working-process.ts";
import { claim, enter, newAccount } from "#tests/support/world.ts";

// Two workers, each a process of its own, on one database. A second is a fifth of one.
const suppliers = await simulatedSuppliers(["esimaccess", "airalo"], { timeScale: 0.2 });
const log = await logTurns();
let isHolding = false;
let tooMany = 0;
const flooded = await frontOf(suppliers.addresses.esimaccess!, () => {
  if (isHolding) return "hold";
  return tooMany-- > 0 ? { retryAfter: "5" } : "pass";
});
const other = await frontOf(suppliers.addresses.airalo!, () => "pass");
const workers: ChildProcess[] = [];

beforeAll(async () => {
  const { databaseUrl, directDatabaseUrl, masterKey, timeScale } = env();
  const addresses = { ...suppliers.addresses, esimaccess: flooded.url, airalo: other.url };
  const told: Working = {
    databaseUrl: databaseUrl!,
    directDatabaseUrl,
    masterKey: masterKey!,
    timeScale,
    addresses,
  };
  for (let n = 0; n < 2; n++)
    workers.push(
      spawn(process.execPath, ["tests/support/working-process.ts", JSON.stringify(told)], {
        stdio: ["pipe", "pipe", "inherit"],
      }),
    );
  await Promise.all(workers.map((worker) => once(worker.stdout!, "data")));
});

afterAll(() => {
  for (const worker of workers) worker.kill("SIGKILL");
  flooded.close();
  other.close();
});

async function order(code: SupplierCode, count: number): Promise<void> {
  const buyer = await enter((await newAccount({ wallet: 1_000_000 })).code);
  const packageId = await packageOf(code);
  await Promise.all(Array.from({ length: count }, () => placeOrder(buyer, { packageId, quantity: 1 }, claim())));
}

const count = async (code: SupplierCode, status: string) => {
  const rows = await database().query<{ count: number }>(
    sql`select count(*) from orders where supplier_code = ${code} and status = ${status}`,
  );
  return rows[0]!.count;
};

const ORDERS = 12;
const FLOOD = 500;

test("a supplier that answers nobody holds up no order of another one", async () => {
  isHolding = true;
  await order("esimaccess", FLOOD);
  await until(() => flooded.held() > 0);
  await order("airalo", ORDERS);
  await until(async () => (await count("airalo", "delivered")) === ORDERS);
  expect(await count("esimaccess", "delivered")).toBe(0);
  isHolding = false;
});

test("while hundreds of orders are bought at one supplier, those at another are through long before", async () => {
  await until(async () => (await count("esimaccess", "delivered")) > 0);
  await order("airalo", ORDERS);
  await until(async () => (await count("airalo", "delivered")) === 2 * ORDERS);
  expect(await count("esimaccess", "queued")).toBeGreaterThan(0);
});

test("a supplier that is asked too often is left alone by both workers for as long as it says, and no order is the worse for it", async () => {
  await order("esimaccess", 60);
  tooMany = 3;
  await until(() => flooded.refused() === 3);
  const reached = await count("esimaccess", "delivered");
  await until(async () => (await count("esimaccess", "delivered")) > reached + 20);
  const rows = await log.rows("esimaccess");
  const closings = rows.filter(({ closedUntil }) => closedUntil !== null);
  expect(closings.length).toBeGreaterThan(0);
  for (const { at, closedUntil } of closings) expect(at.getTime()).toBeGreaterThanOrEqual(closedUntil!.getTime());
  expect(await count("esimaccess", "failed")).toBe(0);
});

test("two workers together ask no supplier more often than it allows, and not once without their turn", async () => {
  for (const worker of workers) worker.stdin!.end();
  await Promise.all(workers.map((worker) => once(worker, "exit")));
  for (const [code, perSecond, front] of [
    ["esimaccess", 8, flooded],
    ["airalo", 5, other],
  ] as const) {
    const at = (await log.of(code)).map((time) => time.getTime());
    const spans = at.slice(perSecond).map((time, n) => time - at[n]!);
    expect(spans.length).toBeGreaterThan(0);
    expect(Math.min(...spans), code).toBeGreaterThanOrEqual(1_000 * env().timeScale);
    // Tokens are counted apart.
    const tokens = await database().query<{ turns: number }>(
      sql`select turns from supplier_turns where supplier_code = ${code} and about = 'token'`,
    );
    expect(front.calls.length).toBeLessThanOrEqual(at.length + (tokens[0]?.turns ?? 0));
  }
  // To wait for a turn is no attempt: what counts as sent was sent.
  const [{ sends }] = (await database().query<{ sends: number }>(
    sql`select sum(sends)::int as sends from supplier_orders where supplier_code = 'esimaccess'`,
  )) as [{ sends: number }];
  expect(flooded.calls.filter((path) => path.endsWith("/esim/order"))).toHaveLength(sends);
});
