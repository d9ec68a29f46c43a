import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "#prisma/migrate.ts";
import { seed } from "#prisma/seed.ts";
import { setRule } from "#server/domain/catalogue/pricing/index.ts";
import { createCell, homeDatabase, listCells, measureCell } from "#server/domain/control/cells/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { keepPartitions } from "#server/domain/control/partitions/index.ts";
import { fundWallet, verifyLedger } from "#server/domain/money/ledger/index.ts";
import { createAccount, enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { placeOrder } from "#server/domain/selling/orders/index.ts";
import { quotePackage } from "#server/domain/selling/quotes/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { asRefusal, isDatabaseBusy, isDatabaseDown } from "#server/kernel/database-errors.ts";
import { connectionOptions, type Database, openDatabase, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { ulid } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import { moveDatabase } from "#server/move/index.ts";
import { haltSubscriptions, resumeSubscriptions } from "#server/move/others.ts";
import { openServer } from "#server/move/servers.ts";
import { type EmbeddedPostgres, startPostgres } from "#server/process/embedded-postgres.ts";
import { openProxy, type TcpProxy } from "#tests/faults/proxy.ts";
import { askDatabase } from "#tests/support/ask-database.ts";
import { until } from "#tests/support/until.ts";
import { claim, newPackage, system } from "#tests/support/world.ts";

// A cell that svc cell create has made moves to another cluster while it sells, and home goes on as it was.

const PASSWORD = "test";
const folder = mkdtempSync(join(tmpdir(), "svc-move-cell-"));
const start = (name: string): Promise<EmbeddedPostgres> =>
  startPostgres({
    dataDir: join(folder, name),
    password: PASSWORD,
    settings: ["wal_level=logical", "fsync=off", "full_page_writes=off", "wal_retrieve_retry_interval=100ms"],
  });
const asCell = (name: string) =>
  overrideEnv({ cell: { name, secret: "a secret of all cells for tests, long enough" }, timeScale: 0.1 });

let source: EmbeddedPostgres;
let target: EmbeddedPostgres;
let leadsTo: EmbeddedPostgres;
let address: TcpProxy;
/** The cell, by its one address. */
let east: Database;
const inEast = (): Ctx => system({ db: east });
let code: string;
let packageId: string;
let rule: Parameters<typeof setRule>[1];

beforeAll(async () => {
  asCell("home");
  [source, target] = await Promise.all([start("source"), start("target")]);
  leadsTo = source;
  address = await openProxy(() => ({ path: join(new URL(leadsTo.url).searchParams.get("host")!, ".s.PGSQL.5432") }));
  const made = await newPackage({ costUsd: 8 });
  packageId = made.packageId;
  rule = { accountId: null, supplierCode: null, countryCode: null, packageId: made.id };
  await createCell(
    system(),
    {
      name: "east",
      database: source.url,
      address: "http://10.0.0.7:3000",
      homeAddress: "http://10.0.0.1:3000",
      homeDatabase: homeDatabase(),
    },
    { migrate, say: () => {} },
  );
  east = openDatabase(`postgresql://postgres:${PASSWORD}@127.0.0.1:${address.port}/service`, 6);
  // Names are claimed from processes that answer: `tests/e2e/cells.test.ts` has some.
  await east.query(sql`alter table brands disable trigger brands_own_slug`);
  ({ code } = await createAccount(inEast(), {
    companyName: "East Travel",
    email: "east@example.com",
    currency: "USD",
    plan: "scale",
  }));
  await fundWallet(inEast(), code, money(1_000_000));
  asCell("east");
  await seed(inEast());
});

afterAll(async () => {
  await east.close();
  address.close();
  await Promise.all([source, target].map((each) => each.stop()));
  rmSync(folder, { recursive: true, force: true });
});

const price = async (): Promise<number> =>
  Number((await quotePackage(await enterAccount(inEast(), code, "live"), { packageId, quantity: 1 })).totalAmount);

/** Under the same key until it was answered, as clients do. */
async function order(): Promise<{ id: number; totalAmount: string }> {
  const key = ulid();
  for (; ; await sleep(20))
    try {
      const ctx = await enterAccount(inEast(), code, "live");
      return JSON.parse((await placeOrder(ctx, { packageId, quantity: 1 }, claim(key))).response);
    } catch (error) {
      if (!isDatabaseDown(error) && !isDatabaseBusy(error)) throw error;
    }
}

test("a subscription that does not stop is said with what it waits for, and goes on as before", async () => {
  const server = await openServer(source.url);
  const holder = new pg.Client(connectionOptions(source.url));
  await holder.connect();
  try {
    await holder.query("begin; lock table price_rules in share mode");
    await setRule(system(), rule, { markupPercent: money(20), retailMarkupPercent: money(30) });
    await until(async () => {
      const waiting = "select from pg_locks where relation = 'price_rules'::regclass and not granted";
      return (await server.rows(waiting)).length > 0;
    });
    await expect(haltSubscriptions(server, 100)).rejects.toThrow(
      /^The subscription shared of .* does not stop \(process \d+, which waits for Lock relation\): nothing was moved\./,
    );
    await resumeSubscriptions(server);
    await holder.query("rollback");
    await until(async () => (await price()) === 9.6);
  } finally {
    await holder.end();
    await server.close();
  }
});

test("a cell moves while orders are placed and home changes prices; what home does afterwards reaches it, once", async () => {
  let isOver = false;
  const orders: number[] = [];
  const client = async () => {
    while (!isOver) orders.push((await order()).id);
  };
  const clients = [client(), client()];
  let markup = 20;
  const home = (async () => {
    for (; !isOver; await sleep(20))
      await setRule(system(), rule, { markupPercent: money(++markup), retailMarkupPercent: money(30) });
  })();
  const failed = Promise.all([...clients, home]);
  const more = async (n: number) => {
    const before = orders.length;
    await Promise.race([until(() => orders.length > before + n), failed]);
  };
  await more(3);
  const { pauseMs } = await moveDatabase(
    {
      from: source.url,
      to: target.url,
      switchOver: async () => {
        leadsTo = target;
      },
    },
    { say: () => {}, isStopping: () => false },
  );
  expect(pauseMs).not.toBe(null);
  await more(3);
  isOver = true;
  await failed;

  expect(new Set(orders).size).toBe(orders.length);
  for (const id of orders) expect(Math.floor((id - 1) / 10 ** 13)).toBe(1);
  await setRule(system(), rule, { markupPercent: money(50), retailMarkupPercent: money(30) });
  await until(async () => (await price()) === 12);
  await setRule(system(), rule, { markupPercent: money(100), retailMarkupPercent: money(30) });
  await until(async () => (await price()) === 16);
  const there = await askDatabase<{ id: number }>(target.url, "select id::float8 as id from orders order by 1");
  expect(there.map(({ id }) => id)).toEqual(orders.sort((a, b) => a - b));
  await expect(askDatabase(source.url, "select 1")).rejects.toThrow("not currently accepting connections");
});

test("the moved cell is one as before: its ranges, its wall, its triggers, its partitions, its books", async () => {
  expect(
    await east.query(sql`select subject, details->>'from' as "from" from audit_entries where act = 'database.move'`),
  ).toEqual([
    { subject: expect.stringMatching(/^postgresql:.*target/), from: expect.stringMatching(/^postgresql:.*source/) },
  ]);
  const [wrong] = await east.query<{ n: number }>(sql`select count(*) as n from cell_sequences(2) where not is_set`);
  expect(wrong!.n).toBe(0);
  for (const write of [
    () => setRule(inEast(), rule, { markupPercent: money(1), retailMarkupPercent: money(1) }),
    () => east.query(sql`update packages set cost_usd = 1`),
    () => east.query(sql`insert into cell_names (kind, name, cell) values ('slug', 'mine', 2)`),
  ])
    expect(asRefusal(await write().catch((error: unknown) => error))).toMatchObject({ code: "conflict" });
  const triggers = await east.query(sql`
    select tgname::text as name, tgenabled::text as how from pg_trigger where tgname = 'follow_data_version'`);
  expect(triggers).toEqual([{ name: "follow_data_version", how: "R" }]);
  expect(await listCells(inEast())).toEqual(await listCells(system()));
  await until(async () => (await measureCell(inEast())).homeHeardAt !== null);
  // A later start and a later run at home find nothing to do.
  expect(await migrate(target.url)).toEqual([]);
  asCell("home");
  const again = { name: "east", address: "http://10.0.0.7:3000", homeAddress: "http://10.0.0.1:3000" };
  await createCell(
    system(),
    { ...again, database: target.url, homeDatabase: homeDatabase() },
    { migrate, say: () => {} },
  );
  asCell("east");
  await keepPartitions(inEast());
  expect(await verifyLedger(inEast())).toMatchObject({ ok: true, failures: [] });
  expect(await checkInvariants(inEast())).toMatchObject({ ok: true, failures: [] });
});
