import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "#prisma/migrate.ts";
import { connectionOptions } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { abortMove, type Move, moveDatabase } from "#server/move/index.ts";
import { type EmbeddedPostgres, startPostgres } from "#server/process/embedded-postgres.ts";
import { openProxy, type TcpProxy } from "#tests/faults/proxy.ts";
import { askDatabase } from "#tests/support/ask-database.ts";
import { liveUntil } from "#tests/support/dying-process.ts";
import type { Ordering, Witnessed } from "#tests/support/ordering-process.ts";
import { until } from "#tests/support/until.ts";

// A database moves to another cluster while orders are placed. Whoever dies meanwhile: nothing that was answered is lost or there
// twice, and never can both be written to.

const PASSWORD = "test";
const SETTINGS = [
  "wal_level=logical",
  "fsync=off",
  "full_page_writes=off",
  "autovacuum=off",
  "wal_retrieve_retry_interval=100ms",
];

type Side = { dataDir: string; postgres: EmbeddedPostgres };

const folder = mkdtempSync(join(tmpdir(), "svc-move-"));
const witness = join(folder, "witness.jsonl");
const start = async (name: string): Promise<Side> => {
  const dataDir = join(folder, name);
  return { dataDir, postgres: await startPostgres({ dataDir, password: PASSWORD, settings: SETTINGS }) };
};
let source: Side;
let target: Side;
let address: TcpProxy;
/** Where the one address leads that the service knows. */
let leadsTo: Side;
let service: ChildProcess;
let move: Move;
let toTell: string[] = [];
let said: string[] = [];

const urlOf = ({ postgres }: Side, database = "service"): string => postgres.url.replace("/service?", `/${database}?`);
const watch = { say: (line: string) => void said.push(line), isStopping: () => false };
/** Looks the whole way through, so that a death can come anywhere. */
const live = (at: string) => {
  said = [];
  return liveUntil(at, () => moveDatabase(move, watch));
};

beforeAll(async () => {
  [source, target] = await Promise.all([start("source"), start("target")]);
  leadsTo = source;
  address = await openProxy(() => ({
    path: join(new URL(leadsTo.postgres.url).searchParams.get("host")!, ".s.PGSQL.5432"),
  }));
  await migrate(urlOf(source));
  const pgPool = new pg.Pool(connectionOptions(urlOf(source)));
  pgPool.on("error", () => {}).on("connect", (client) => client.on("error", () => {}));
  await runMigrations({ pgPool });
  await pgPool.end();
  move = {
    from: urlOf(source),
    to: urlOf(target),
    switchOver: async () => {
      leadsTo = target;
    },
  };
  // Waits between looks are a tenth as long.
  overrideEnv({ timeScale: 0.1 });
  // Otherwise both would have the same number.
  await askDatabase(urlOf(target, "postgres"), "drop database service", "create database service");
  await makeNeighbours();
  service = await startService();
});

afterAll(async () => {
  service.kill("SIGKILL");
  address.close();
  await Promise.all([source, target].map(({ postgres }) => postgres.stop()));
  rmSync(folder, { recursive: true, force: true });
});

async function startService(): Promise<ChildProcess> {
  const told: Ordering = {
    databaseUrl: `postgresql://postgres:${PASSWORD}@127.0.0.1:${address.port}/service`,
    masterKey: "a master key for tests, long enough to be one",
    checkpointDir: join(folder, "checkpoints"),
    hurried: true,
    file: witness,
  };
  const child = spawn(process.execPath, ["tests/support/ordering-process.ts", JSON.stringify(told)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe("up");
  return child;
}

const mayWrite = (side: Side): Promise<boolean> =>
  askDatabase(urlOf(side), "begin", "create table probe ()", "rollback").then(
    () => true,
    () => false,
  );

const witnessed = (): Witnessed[] =>
  existsSync(witness)
    ? readFileSync(witness, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Witnessed)
    : [];
const answered = () => witnessed().flatMap((line) => (line.kind === "answer" ? [line] : []));
const moreAnswers = async (n = 3): Promise<void> => {
  const before = answered().length;
  await until(() => answered().length >= before + n);
};

/** Home, whose directory this database follows as a cell does, and who follows what it publishes. */
async function makeNeighbours(): Promise<void> {
  await askDatabase(urlOf(target, "postgres"), "create database home");
  await askDatabase(
    urlOf(target, "home"),
    "create table cells (number smallint primary key, name text not null, address text not null, created_at timestamptz not null default now())",
    `create table bank_accounts (currency char(3) primary key, holder text, bank text, number text, bic text, note text, changed_at timestamptz)`,
    "create publication shared for table cells",
    "insert into cells (number, name, address) values (1, 'home', 'https://home.example')",
  );
  await askDatabase(
    urlOf(source),
    `create subscription shared connection '${urlOf(target, "home")}' publication shared with (slot_name = 'cell_2_of_1')`,
    "create publication shared for table bank_accounts where (currency <> 'XXX')",
  );
  await askDatabase(
    urlOf(target, "home"),
    `create subscription shared connection '${urlOf(source)}' publication shared with (slot_name = 'cell_3_of_1')`,
  );
}

let cells = 1;
const newCell = () =>
  askDatabase(
    urlOf(target, "home"),
    `insert into cells (number, name, address) values (${++cells}, 'cell-${cells}', 'https://c')`,
  );
const cellsAt = async (side: Side) =>
  (await askDatabase<{ number: number }>(urlOf(side), "select number from cells order by 1")).map(
    ({ number }) => number,
  );

const currencies: string[] = [];
async function newBankAccount(side: Side): Promise<void> {
  const currency = `A${String.fromCharCode(65 + currencies.length)}A`;
  currencies.push(currency);
  await askDatabase(
    urlOf(side),
    `insert into bank_accounts (currency, holder, bank, number, changed_at) values ('${currency}', 'h', 'b', 'n', now())`,
  );
}
const bankAccountsAtHome = async () =>
  (await askDatabase<{ currency: string }>(urlOf(target, "home"), "select currency from bank_accounts order by 1")).map(
    ({ currency }) => currency,
  );

/** The server with all that it has running, as when its machine goes; then it is started anew. */
function kill(side: Side): void {
  const pid = String(side.postgres.pid());
  const children = spawnSync("ps", ["-o", "pid=", "--ppid", pid], { encoding: "utf8" }).stdout.split("\n");
  for (const one of [pid, ...children.map((line) => line.trim()).filter(Boolean)]) process.kill(Number(one), "SIGKILL");
}

const callsIn =
  "insert into supplier_calls (supplier_code, operation, outcome, request, response, duration_ms) select 'airalo', 'order', 'ok', 'q' || i, 'a', 1 from generate_series(1, 10) i";
const partsOf = async (side: Side) =>
  (await askDatabase<{ name: string }>(urlOf(side), "select name from list_partitions('{supplier_calls}')")).map(
    ({ name }) => name,
  );

test("a move that is given up leaves the source as it was, and the target empty", async () => {
  await moreAnswers();
  expect((await live("lock_timeout = 1000")).died).toBe(true);
  expect(await mayWrite(source)).toBe(false);
  expect(await mayWrite(target)).toBe(false);
  await abortMove(move, watch);
  expect(await mayWrite(source)).toBe(true);
  await moreAnswers();
  const [left] = await askDatabase(
    urlOf(source),
    `select (select count(*)::int from pg_replication_slots where slot_name like 'svc_move%' or slot_name like '%sync%') as slots,
            (select count(*)::int from pg_publication where pubname = 'svc_move') as publications, (select count(*)::int from moves) as moves`,
  );
  expect(left).toEqual({ slots: 0, publications: 0, moves: 0 });
  expect(
    await askDatabase(urlOf(target), "select relname from pg_class where relnamespace = 'public'::regnamespace"),
  ).toEqual([]);
  expect(
    await askDatabase(
      urlOf(target),
      "select subname from pg_subscription s join pg_database d on d.oid = subdbid where datname = 'service'",
    ),
  ).toEqual([]);
  await newCell();
  await until(async () => (await cellsAt(source)).length === cells);
  await newBankAccount(source);
  await until(async () => (await bankAccountsAtHome()).length === currencies.length);
});

test("what is in the way is said before anything is begun", async () => {
  await askDatabase(urlOf(target), "create table somebody (id int)");
  await expect(moveDatabase(move, watch)).rejects.toThrow("is not empty (1 tables)");
  await askDatabase(urlOf(target), "drop table somebody");
  await expect(moveDatabase({ ...move, to: urlOf(source, "postgres") }, watch)).rejects.toThrow("in the same cluster");
  await askDatabase(urlOf(source), "create table public.bare (id int)");
  await expect(moveDatabase(move, watch)).rejects.toThrow("bare has neither a primary key nor a replica identity");
  await askDatabase(urlOf(source), "drop table public.bare");
  expect(await mayWrite(source)).toBe(true);
});

test("a partition that would be made meanwhile is made afterwards, and its rows come along", async () => {
  expect((await live("create subscription svc_move")).died).toBe(true);
  const before = await partsOf(source);
  await askDatabase(urlOf(source), "select setval('supplier_calls_id_seq', 1999999995)", callsIn);
  const [made] = await askDatabase<{ made: number }>(
    urlOf(source),
    "select add_partitions('{supplier_calls}', 'supplier_calls_id_seq') as made",
  );
  expect(made).toEqual({ made: 0 });
  expect(await partsOf(source)).toEqual(before);
});

test.each([
  ["while it is copied", "select count(*)::int as tables, count"],
  ["when it is read only and not closed", "allow_connections false"],
  ["when everything has arrived", "select setval"],
  ["before it is compared", "select 0 as i"],
  ["at the end of the comparison", "CREATE_REPLICATION_SLOT"],
  ["at the last moment before", "has moved to"],
])("the command dies %s: the source goes on, and the next run too", async (_when, at) => {
  expect((await live(at)).died).toBe(true);
  expect([await mayWrite(source), await mayWrite(target)].filter(Boolean).length).toBeLessThan(2);
  await newCell();
});

test.each([
  ["source", "the source is closed"],
  ["target", "the source is closed"],
  ["target", "everything has arrived"],
] as const)("the %s dies at the moment that %s: the source is opened again", async (which, line) => {
  const dead = which === "source" ? source : target;
  const ended = moveDatabase(move, { ...watch, say: (text) => void (text === line && kill(dead)) });
  await expect(ended).rejects.toThrow();
  expect(await mayWrite(target).catch(() => false)).toBe(false);
  const again = await start(which);
  if (which === "source") source = leadsTo = again;
  else target = again;
  // Whether it was opened by the command, which finds no server for a while, or is by the next one.
  if (which === "target") {
    expect(await mayWrite(source)).toBe(true);
    await newBankAccount(source);
  }
});

test("the command dies behind the point of no return: the source stays closed, and the next run opens the target", async () => {
  expect((await live("set written_lsn = null")).died).toBe(true);
  expect(await mayWrite(source)).toBe(false);
  expect(await mayWrite(target)).toBe(false);
  await expect(abortMove(move, watch)).rejects.toThrow("that cannot be undone");
  expect((await live("drop subscription svc_move")).died).toBe(true);
  expect(await mayWrite(target)).toBe(true);
  expect(await mayWrite(source)).toBe(false);
  const { pauseMs, told } = await moveDatabase(move, watch);
  expect(pauseMs).toBe(null);
  toTell = told;
  await moreAnswers();
});

test("nothing is lost or there twice, chains and books are whole, and numbers go on", async () => {
  const [before] = await askDatabase<{ id: number }>(urlOf(target), "select max(id)::int as id from orders");
  await moreAnswers();
  service.stdin!.end();
  const lines = createInterface({ input: service.stdout! })[Symbol.asyncIterator]();
  expect(JSON.parse(String((await lines.next()).value))).toEqual({ ok: true, failures: [] });
  expect(witnessed().filter(({ kind }) => kind === "fault")).toEqual([]);
  const there = await askDatabase<{ key: string; reference: string }>(
    urlOf(target),
    "select client_reference as key, 'B2B-' || id as reference from orders order by id",
  );
  const asked = witnessed().flatMap((line) => (line.kind === "ask" ? [line.key] : []));
  expect(
    answered()
      .map(({ key }) => key)
      .sort(),
  ).toEqual(asked.sort());
  expect(there.map(({ key }) => key).sort()).toEqual(asked.sort());
  const byKey = new Map(there.map(({ key, reference }) => [key, reference]));
  for (const { key, response } of answered()) expect(response).toContain(byKey.get(key)!.slice(4));
  const [after] = await askDatabase<{ id: number }>(urlOf(target), "select max(id)::int as id from orders");
  expect(after!.id).toBeGreaterThan(before!.id);
  const calls = await askDatabase<{ n: number }>(
    urlOf(target),
    "select count(*)::int as n from supplier_calls where request like 'q%'",
  );
  expect(calls).toEqual([{ n: 10 }]);
  // The hourly job of the service has made what was missing.
  expect(await partsOf(target)).toContain("supplier_calls_p2");
});

test("what home sends goes on to where the database is now, and who follows it is told how", async () => {
  await newCell();
  await until(async () => (await cellsAt(target)).length === cells);
  expect(await cellsAt(target)).toEqual(Array.from({ length: cells }, (_, i) => i + 1));
  const [shared] = await askDatabase(
    urlOf(target),
    "select tables::text from (select array_agg(tablename order by tablename) as tables from pg_publication_tables where pubname = 'shared') t",
  );
  expect(shared).toEqual({ tables: "{bank_accounts}" });
  await newBankAccount(target);
  expect(toTell.length).toBe(1);
  const [, ...statements] = toTell[0]!.replace("ROLE:PASSWORD", `postgres:${PASSWORD}`).split("\n");
  const isTaken = (statement: string) =>
    askDatabase(urlOf(target, "home"), statement).then(
      () => true,
      () => false,
    );
  for (const statement of statements) await until(() => isTaken(statement));
  await until(async () => (await bankAccountsAtHome()).length === currencies.length);
  expect(await bankAccountsAtHome()).toEqual(currencies);
});
