import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "#prisma/migrate.ts";
import { seed } from "#prisma/seed.ts";
import { pinRate, setRule } from "#server/domain/catalogue/pricing/index.ts";
import { setSupplierOpen, tellOfSuppliers } from "#server/domain/catalogue/suppliers/index.ts";
import {
  createCell,
  homeDatabase,
  listCells,
  listFollowers,
  measureCell,
  requireOwnDatabase,
} from "#server/domain/control/cells/index.ts";
import { measurePartitions } from "#server/domain/control/partitions/index.ts";
import { fundWallet } from "#server/domain/money/ledger/index.ts";
import { createAccount, enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { placeOrder } from "#server/domain/selling/orders/index.ts";
import { quotePackage } from "#server/domain/selling/quotes/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { asRefusal } from "#server/kernel/database-errors.ts";
import { connectionOptions, type Database, database, openDatabase, sql, statement } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { makeLogicalSlot } from "#server/kernel/logical-slot.ts";
import { money } from "#server/kernel/money.ts";
import { liveUntil } from "#tests/support/dying-process.ts";
import { until } from "#tests/support/until.ts";
import { claim, newAccount, newPackage, system } from "#tests/support/world.ts";

// Two real databases: home's, and one that becomes the cell "east", which follows it by PostgreSQL's own replication.

const secret = "a secret of all cells for tests, long enough";
const be = (name: string) => overrideEnv({ cell: { name, secret } });
be("home");

const homeUrl = homeDatabase();
const homeName = new URL(homeUrl).pathname.slice(1);
const urlOf = (name: string) => homeUrl.replace(`/${homeName}?`, `/${name}?`);
const url = urlOf(`${homeName}_east`);
const everywhere = new pg.Client(connectionOptions(urlOf("postgres")));
let east: Database;
const inEast = (): Ctx => system({ db: east });

const wanted = {
  name: "east",
  database: url,
  address: "http://10.0.0.7:3000",
  homeAddress: "http://10.0.0.1:3000",
  homeDatabase: homeUrl,
};
const said: string[] = [];
const means = { migrate, say: (line: string) => void said.push(line) };

const count = async (db: Database, text: string): Promise<number> =>
  (await db.query<{ n: number }>(statement(`select count(*) as n from ${text}`)))[0]!.n;

beforeAll(async () => {
  await everywhere.connect();
  await everywhere.query(`create database ${homeName}_east template service`);
  await everywhere.query(`create database ${homeName}_other template service`);
  east = openDatabase(url, 4);
  // Names are claimed from processes that answer: `tests/e2e/cells.test.ts` has some.
  await east.query(sql`alter table brands disable trigger brands_own_slug`);
});

/** Ends that a cell follows home. */
const letGo = async (cell: Database) => {
  await cell.query(sql`alter subscription shared disable`);
  await cell.query(statement("alter subscription shared set (slot_name = none)"));
  await cell.query(sql`drop subscription shared`);
  await cell.close();
};

afterAll(async () => {
  await letGo(east);
  const gone = () =>
    everywhere
      .query("select pg_drop_replication_slot(slot_name) from pg_replication_slots where database = $1", [homeName])
      .then(
        () => true,
        () => false,
      );
  await until(gone);
  for (const name of ["east", "other", "south", "north"])
    await everywhere.query(`drop database ${homeName}_${name} with (force)`);
  await everywhere.end();
});

test("a cell is created although whoever creates it is killed at every step, and each time it goes on where it stopped", async () => {
  await newPackage({ code: "before-east", costUsd: 4 });
  const home = await newAccount({ markup: 10 });
  for (let at = 0; ; at++) {
    const { died } = await liveUntil(at, (db) => createCell(system({ db }), wanted, means));
    if (!died) break;
    expect(await count(database(), "cells where name = 'east'")).toBeLessThan(2);
  }
  expect(await listCells(system())).toMatchObject([
    { number: 1, name: "home", address: "http://10.0.0.1:3000" },
    { number: 2, name: "east", address: "http://10.0.0.7:3000" },
  ]);
  expect(await listCells(inEast())).toEqual(await listCells(system()));
  expect(await count(database(), "audit_entries where act = 'cell.create'")).toBe(1);
  expect(said.at(-1)).toMatch(/copied: (\d+) of \1 tables/);
  for (const { name, condition } of await database().query<{ name: string; condition: string | null }>(
    sql`select * from shared_tables`,
  )) {
    const rows = `${name} ${condition ? `where ${condition}` : ""}`;
    expect(await count(east, rows), name).toBe(await count(database(), rows));
  }
  for (const { what, isAhead, hasStrays } of await measurePartitions(inEast()))
    expect([what, isAhead, hasStrays]).toEqual([what, true, false]);
  // What is one account's own stays where the account is.
  expect(await count(database(), `price_rules where account_id is not null`)).toBe(1);
  expect(await count(east, "price_rules where account_id is not null")).toBe(0);
  expect(await count(east, `accounts where code = '${home.code}'`)).toBe(0);
});

test("created again with another address it has that, and is the same cell", async () => {
  const again = await createCell(system(), { ...wanted, address: "http://10.0.0.8:3000" }, means);
  expect(again).toMatchObject({ number: 2, address: "http://10.0.0.8:3000" });
  await until(async () => (await listCells(inEast()))[1]!.address === "http://10.0.0.8:3000");
});

test.each([
  ["a database that is a cell already", () => ({ name: "west" }), /is cell number 2 already/],
  ["home's own", () => ({ name: "west", database: homeUrl }), /is home's own/],
  [
    "a name that is taken, with another database",
    () => ({ database: urlOf(`${homeName}_other`) }),
    /is a cell east already, number 2/,
  ],
  ["a database that is not there", () => ({ name: "west", database: urlOf("nowhere") }), /cannot be used: .*nowhere/],
])("%s is refused, and no number is taken", async (_what, change, words) => {
  await expect(createCell(system(), { ...wanted, ...change() }, means)).rejects.toThrow(words);
  expect(await listCells(system())).toHaveLength(2);
});

test("the database of an installation that has been started and has no account yet is refused, and stays as it is", async () => {
  const other = openDatabase(urlOf(`${homeName}_other`), 1);
  try {
    await seed(system({ db: other }));
    const asked = createCell(system(), { ...wanted, name: "west", database: urlOf(`${homeName}_other`) }, means);
    await expect(asked).rejects.toThrow(/is not empty/);
    expect(await count(other, "this_cell")).toBe(0);
    expect(await listCells(system())).toHaveLength(2);
    await other.query(sql`delete from price_rules`);
  } finally {
    await other.close();
  }
});

test("a half-made cell of another installation is refused, whichever of our cells it is named for, and stays as it is", async () => {
  const other = openDatabase(urlOf(`${homeName}_other`), 1);
  const installation = "00000000-0000-4000-8000-000000000000";
  const half = () => other.prisma.thisCell.findMany();
  try {
    await other.prisma.thisCell.create({ data: { number: 2, installation } });
    for (const name of ["east", "west"]) {
      const asked = createCell(system(), { ...wanted, name, database: urlOf(`${homeName}_other`) }, means);
      await expect(asked).rejects.toThrow(/is cell number 2 of another installation/);
    }
    expect(await half()).toEqual([{ number: 2, installation }]);
    expect(
      await count(
        other,
        "pg_subscription where subname = 'shared' and subdbid = (select oid from pg_database where datname = current_database())",
      ),
    ).toBe(0);
    expect(await listCells(system())).toHaveLength(2);
    await other.prisma.thisCell.deleteMany();
  } finally {
    await other.close();
  }
});

test("all cells of one installation know it; one of before gets to know it when it is created again", async () => {
  const all = async () => [await database().prisma.thisCell.findMany(), await east.prisma.thisCell.findMany()];
  const installation = expect.any(String);
  const [home, cell] = await all();
  expect([home, cell]).toEqual([[{ number: 1, installation }], [{ number: 2, installation: home![0]!.installation }]]);
  for (const db of [database(), east]) await db.query(sql`update this_cell set installation = null`);
  await createCell(system(), wanted, means);
  const [anew, there] = await all();
  expect([anew, there]).toEqual([[{ number: 1, installation }], [{ number: 2, installation: anew![0]!.installation }]]);
});

test("a home that was restored to before it had its number finds its cells again, as the guide says", async () => {
  await database().query(sql`update this_cell set installation = gen_random_uuid()`);
  await expect(createCell(system(), wanted, means)).rejects.toThrow(/of another installation.*"A cell that lost home"/);
  const guide = readFileSync("docs/deploying.md", "utf8").split("### A cell that lost home")[1]!;
  await east.query(statement(/^update this_cell .*$/m.exec(guide)![0]));
  await createCell(system(), wanted, means);
  expect(await east.prisma.thisCell.findMany()).toEqual([
    { number: 2, installation: (await database().prisma.thisCell.findFirstOrThrow()).installation },
  ]);
});

test("a database in which there is anything is refused", async () => {
  const other = openDatabase(urlOf(`${homeName}_other`), 1);
  try {
    await createAccount(system({ db: other }), {
      companyName: "Somebody",
      email: "a@example.com",
      currency: "USD",
      plan: "scale",
    });
    const asked = createCell(system(), { ...wanted, name: "west", database: urlOf(`${homeName}_other`) }, means);
    await expect(asked).rejects.toThrow(/is not empty/);
  } finally {
    await other.close();
  }
});

test("where home cannot be followed, nothing that the server keeps in its log has the password of home's address", async () => {
  const other = new pg.Client(connectionOptions(urlOf(`${homeName}_other`)));
  await other.connect();
  const refused = await other
    .query("select follow_home($1, 'nowhere')", ["postgresql://u:a-password@127.0.0.1:1/service"])
    .catch((error: pg.DatabaseError) => error);
  await other.end();
  expect(refused).toMatchObject({ message: expect.stringContaining("could not connect") });
  const { message, detail, hint, where, internalQuery } = refused as pg.DatabaseError;
  expect(`${message} ${detail} ${hint} ${where} ${internalQuery}`).not.toContain("a-password");
});

test("cells are created at home alone", async () => {
  be("east");
  await expect(createCell(system(), wanted, means)).rejects.toThrow(/cell east: cells are created at home/);
  overrideEnv({ cell: undefined });
  await expect(createCell(system(), wanted, means)).rejects.toThrow(/Set CELL=home and CELLS_SECRET/);
  be("home");
});

test("a price set at home sells in the cell with the next request, and the cell's own prices stay its own", async () => {
  const { packageId, id } = await newPackage({ costUsd: 8 });
  const { code } = await createAccount(inEast(), {
    companyName: "East Travel",
    email: "east@example.com",
    currency: "USD",
    plan: "scale",
  });
  await fundWallet(inEast(), code, money(100));
  const price = async () => {
    const ctx = await enterAccount(inEast(), code, "live");
    return await quotePackage(ctx, { packageId, quantity: 1 }).then(
      ({ totalAmount }) => Number(totalAmount),
      () => null,
    );
  };
  await until(async () => (await price()) === 10);
  const target = { accountId: null, supplierCode: null, countryCode: null, packageId: id };
  await setRule(system(), target, { markupPercent: money(50), retailMarkupPercent: money(30) });
  await until(async () => (await price()) === 12);
  const own = { ...target, accountId: (await enterAccount(inEast(), code, "live")).account.id, packageId: null };
  await setRule(inEast(), { ...own, packageId: id }, { markupPercent: money(25), retailMarkupPercent: money(30) });
  expect(await price()).toBe(10);
  await database().query(sql`update packages set cost_usd = 4, changed_at = now() where id = ${id}`);
  await until(async () => (await price()) === 5);

  const { response } = await placeOrder(
    await enterAccount(inEast(), code, "live"),
    { packageId, quantity: 2 },
    claim(),
  );
  const order = JSON.parse(response) as { id: number };
  // An order's number says where it is: those of two cells never meet.
  expect(order.id).toBeGreaterThan(10_000_000_000_000);
  expect(order.id).toBeLessThanOrEqual(20_000_000_000_000);
  expect(await measureCell(inEast())).toMatchObject({
    accounts: 1,
    ordersToday: 1,
    balances: [{ currency: "USD", balance: "90.0000" }],
    behind: [],
  });
  const { behind, homeHeardAt } = await measureCell(system());
  expect([behind.map(({ cell }) => cell), homeHeardAt]).toEqual([[2], null]);
});

test("home and the cell say whether the cell follows, and each when it does not", async () => {
  const running = async () => [await listFollowers(database()), await listFollowers(east)];
  const all = (isRunning: boolean) => [
    [{ number: 2, name: "east", isRunning, behindBytes: expect.any(Number) }],
    [{ number: 2, name: "east", isRunning, behindBytes: null }],
  ];
  await expect.poll(running).toEqual(all(true));
  await east.query(sql`alter subscription shared disable`);
  await expect.poll(running).toEqual(all(false));
  await east.query(sql`alter subscription shared enable`);
  await expect.poll(running).toEqual(all(true));
});

test("ids of two cells never meet: every sequence has a range of the cell's own, or is of a table that home alone writes", async () => {
  type Sequence = { name: string; type: string; lowest: number; highest: number; cycles: boolean };
  const sequences = (db: Database) =>
    db.query<Sequence>(sql`
      select s.sequencename as name, s.data_type::text as type, s.min_value as lowest, s.max_value as highest, s.cycle as cycles
        from pg_sequences s where s.schemaname = 'public' order by 1`);
  const [home, cell] = [await sequences(database()), await sequences(east)];
  expect(home.length).toBeGreaterThan(50);
  expect(cell.map(({ name }) => name)).toEqual(home.map(({ name }) => name));
  const alone: string[] = [];
  for (const [i, { name, type, lowest, highest, cycles }] of home.entries()) {
    if (lowest === cell[i]!.lowest) alone.push(name);
    else {
      const span = type === "bigint" ? 10 ** 13 : 2 * 10 ** 7;
      expect([name, lowest, highest, cycles]).toEqual([name, 1, span, false]);
      expect([name, cell[i]!.lowest, cell[i]!.highest]).toEqual([name, span + 1, 2 * span]);
      expect(100 * span).toBeLessThan(type === "bigint" ? 2 ** 53 : 2 ** 31);
    }
  }
  expect(alone).toEqual([
    "catalog_pulls_id_seq",
    "fx_history_id_seq",
    "package_costs_id_seq",
    "packages_id_seq",
    "suppliers_public_number_seq",
  ]);
});

test("at the end of a cell's numbers nothing further is made, in words that say what to do, and no number of another cell is taken", async () => {
  const [{ last }] = (await east.query<{ last: number }>(sql`
    select last_value as last from accounts_id_seq`)) as [{ last: number }];
  const open = (companyName: string) =>
    createAccount(inEast(), { companyName, email: "last@example.com", currency: "USD", plan: "scale" });
  const before = await count(east, "accounts");
  try {
    await east.query(sql`select setval('accounts_id_seq', 39999999)`);
    const { id } = await open("The last one");
    expect(id).toBe(40_000_000);
    for (const more of [() => open("One too many"), () => east.query(sql`select nextval('accounts_id_seq')`)])
      expect(asRefusal(await more().catch((error: unknown) => error))).toMatchObject({
        code: "service_unavailable",
        message: expect.stringMatching(/all of its numbers for accounts, up to 40000000\. .*svc cell create/),
      });
    expect(await count(east, "accounts")).toBe(before + 1);
  } finally {
    await east.query(sql`select setval('accounts_id_seq', ${last}::bigint)`);
  }
});

test("a table that a migration adds later has ids of the cell's range too", async () => {
  await east.query(statement("create table added_later (id serial primary key)"));
  await migrate(url);
  expect(await east.query(statement("insert into added_later default values returning id"))).toEqual([
    { id: 20_000_002 },
  ]);
  await east.query(statement("drop table added_later"));
});

const general = { accountId: null, supplierCode: null, countryCode: null, packageId: null };
const rule = { markupPercent: money(1), retailMarkupPercent: money(30) };
test.each<[string, (ctx: Ctx) => Promise<unknown>]>([
  ["a general price rule", (ctx) => setRule(ctx, general, rule)],
  ["a supplier", (ctx) => setSupplierOpen(ctx, "airalo", false)],
  ["an exchange rate", (ctx) => pinRate(ctx, { currency: "EUR", rate: money("1.1"), verified: true, ageMs: 0 })],
  ["the catalogue", ({ db }) => db.query(sql`update packages set cost_usd = 1`)],
  ["the directory", ({ db }) => db.query(sql`insert into cell_names (kind, name, cell) values ('slug', 'mine', 2)`)],
])("%s is not changed in another cell than home, which is said", async (_what, change) => {
  const refused = asRefusal(await change(inEast()).catch((error: unknown) => error));
  expect(refused).toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/changed at home \(http:\/\/10\.0\.0\.1:3000\)/),
  });
});

test("what a cell sees of suppliers by itself is its own", async () => {
  await database().query(sql`update suppliers set balance_usd = 7 where code = 'airalo'`);
  await east.query(sql`update suppliers set balance_usd = 5 where code = 'airalo'`);
  await setSupplierOpen(system(), "airalo", false);
  await until(async () => (await count(east, "suppliers where not open")) === 1);
  expect(await tellOfSuppliers(inEast())).toEqual(["airalo"]);
  expect(await count(east, "suppliers where code = 'airalo' and balance_usd = 5")).toBe(1);
  await setSupplierOpen(system(), "airalo", true);
});

test("a cell's start writes nothing of what is shared, and is refused under another cell's name", async () => {
  be("east");
  await requireOwnDatabase(east);
  await expect(requireOwnDatabase(database())).rejects.toThrow(/that of the cell home, and CELL is east/);
  await seed(inEast());
  be("home");
  await requireOwnDatabase(database());
  await expect(requireOwnDatabase(east)).rejects.toThrow(/that of the cell east, and CELL is home/);
  overrideEnv({ cell: undefined });
  await expect(requireOwnDatabase(east)).rejects.toThrow(/that of the cell east, and CELL is not set/);
  be("home");
});

test.each([
  ["makes the cell's slot", "south", null],
  ["finds the cell's slot in the making, left by one who was killed", "north", "cell_4_of_"],
])(
  "whoever %s waits for a transaction of another database for as long as it takes, and says so",
  async (_what, name, left) => {
    const own = urlOf(`${homeName}_${name}`);
    await everywhere.query(`create database ${homeName}_${name} template service`);
    // Where any statement has five seconds.
    const hurried = openDatabase(homeUrl, 2, { longest: 5_000 });
    const [older, other] = [`${homeName}_other`, "postgres"].map((of) => new pg.Client(connectionOptions(urlOf(of))));
    const lines: string[] = [];
    try {
      for (const client of [older!, other!]) {
        await client.connect();
        await client.query("begin");
        await client.query("select pg_current_xact_id()");
      }
      const [made] = await hurried.query<{ slot: string }>(sql`
        select ${left}::text || oid as slot from pg_database where datname = current_database()`);
      const leaving = made?.slot && makeLogicalSlot(homeUrl, made.slot);
      if (left)
        await until(async () => (await count(hurried, `pg_replication_slots where slot_name = '${made!.slot}'`)) === 1);
      const created = createCell(
        system({ db: hurried }),
        { ...wanted, name, database: own },
        { migrate, say: (line) => void lines.push(line) },
      );
      const settled = created.then(
        () => "done",
        (error: Error) => error.message,
      );
      const isWaitedForLonger = async () =>
        (await count(
          database(),
          "pg_stat_activity where datname = current_database() and query like 'CREATE_REPLICATION_SLOT%' and query_start < now() - interval '6 seconds'",
        )) > 0;
      expect(await Promise.race([settled, until(isWaitedForLonger)])).toBeUndefined();
      for (const client of [older!, other!]) {
        const wanted = `in the database ${client.database}, since 20`;
        const says = () => lines.some((line) => line.includes("waits for transactions") && line.includes(wanted));
        expect(await Promise.race([settled, until(says)])).toBeUndefined();
        await client.query("commit");
      }
      await leaving;
      expect(await settled).toBe("done");
    } finally {
      await older!.end();
      await other!.end();
      await hurried.close();
    }
    const cell = openDatabase(own, 1);
    expect(await count(cell, "packages")).toBe(await count(east, "packages"));
    await expect.poll(() => listFollowers(cell)).toMatchObject([{ name, isRunning: true }]);
    await letGo(cell);
  },
);
