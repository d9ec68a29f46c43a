import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { migrate } from "#prisma/migrate.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { abortMove, type Move, moveDatabase } from "#server/move/index.ts";
import { type EmbeddedPostgres, startPostgres } from "#server/process/embedded-postgres.ts";
import { askDatabase } from "#tests/support/ask-database.ts";
import { liveUntil } from "#tests/support/dying-process.ts";
import { until } from "#tests/support/until.ts";

// What an operator does when a move does not go as planned. No service runs: tests/domain/move-database.test.ts has one.

const folder = mkdtempSync(join(tmpdir(), "svc-move-trouble-"));
const start = (name: string): Promise<EmbeddedPostgres> =>
  startPostgres({
    dataDir: join(folder, name),
    password: "test",
    settings: ["wal_level=logical", "fsync=off", "full_page_writes=off", "wal_retrieve_retry_interval=100ms"],
  });
let source: EmbeddedPostgres;
let target: EmbeddedPostgres;
const at = ({ url }: EmbeddedPostgres, database = "service"): string => url.replace("/service?", `/${database}?`);
let move: Move;
let other: Move;
const said: string[] = [];
const watch = { say: (line: string) => void said.push(line), isStopping: () => false };
const live = (point: string, one = move) => liveUntil(point, () => moveDatabase(one, watch));

const mayWrite = (url: string): Promise<boolean> =>
  askDatabase(url, "begin", "create table probe ()", "rollback").then(
    () => true,
    () => false,
  );
/** What a move has left. */
const leftAtSource = () =>
  askDatabase(
    at(source),
    `select 'slot ' || slot_name as it from pg_replication_slots union all select 'publication ' || pubname from pg_publication
     union all select 'move' from moves where opened_at is null`,
  );
const leftAtTarget = (url: string) =>
  askDatabase(
    url,
    `select relname::text as it from pg_class where relnamespace = 'public'::regnamespace
     union all select 'subscription' from pg_subscription where subdbid = (select oid from pg_database where datname = current_database())
     union all select shobj_description(oid, 'pg_database') from pg_database where datname = current_database() and shobj_description(oid, 'pg_database') is not null`,
  );

beforeAll(async () => {
  overrideEnv({ timeScale: 0.1 });
  [source, target] = await Promise.all([start("source"), start("target")]);
  await migrate(at(source));
  await askDatabase(at(target, "postgres"), "create database other");
  await askDatabase(at(target, "other"), "create table kept (id int primary key)", "insert into kept values (7)");
  move = { from: at(source), to: at(target) };
  other = { from: at(source), to: at(target, "other") };
});

afterAll(async () => {
  await Promise.all([source, target].map((each) => each.stop()));
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  [
    "of the service before this version",
    "update _prisma_migrations set migration_name = '0999_later' where migration_name = '0320_moves'",
  ],
  ["that is not the service's", "alter table _prisma_migrations rename to theirs"],
])("a source %s is refused before the target is touched", async (_what, change) => {
  const back = change.startsWith("update")
    ? "update _prisma_migrations set migration_name = '0320_moves' where migration_name = '0999_later'"
    : "alter table theirs rename to _prisma_migrations";
  await askDatabase(at(source), change);
  await expect(moveDatabase(move, watch)).rejects.toThrow(
    /Nothing was begun:\n- (the source was made by another version|.*is no database of the service)/,
  );
  await askDatabase(at(source), back);
  expect(await leftAtTarget(at(target))).toEqual([]);
  expect(await leftAtSource()).toEqual([]);
});

test("a target that holds anything is refused by the move and by its undoing, and keeps it", async () => {
  await expect(moveDatabase(other, watch)).rejects.toThrow("is not empty (1 tables)");
  await expect(abortMove(other, watch)).rejects.toThrow("is not empty (1 tables)");
  expect(await askDatabase(at(target, "other"), "select id from kept")).toEqual([{ id: 7 }]);
  expect(await mayWrite(at(target, "other"))).toBe(true);
  expect(await leftAtSource()).toEqual([]);
});

test("while a copy to one target is under way another is refused, and the copy goes on", async () => {
  await askDatabase(at(target, "postgres"), "create database second");
  const second = { from: move.from, to: at(target, "second") };
  expect((await live("select 0 as i")).died).toBe(true);
  await expect(moveDatabase(second, watch)).rejects.toThrow(
    /A move to .*\/service has begun and not ended.*--abort --to/,
  );
  await expect(abortMove(second, watch)).rejects.toThrow(/it goes to .*\/service/);
  expect(await leftAtTarget(at(target, "second"))).toEqual([]);
  await abortMove(move, watch);
  expect(await leftAtSource()).toEqual([]);
  expect(await leftAtTarget(at(target))).toEqual([]);
  await askDatabase(at(target, "postgres"), "drop database second");
});

test("one whose target cannot be told is undone, and what that still does is nothing to the next one", async () => {
  const lost = { from: move.from, to: at(target, "lost") };
  await askDatabase(at(target, "postgres"), "create database lost");
  expect((await live("select 0 as i", lost)).died).toBe(true);
  await askDatabase(at(target, "postgres"), "alter database lost allow_connections false");
  await abortMove(lost, watch);
  expect(await leftAtSource()).toEqual([]);
  await askDatabase(at(target, "postgres"), "alter database lost allow_connections true");
  expect((await live("select 0 as i")).died).toBe(true);
  const slots = await askDatabase<{ name: string }>(
    at(source, "postgres"),
    "select slot_name as name from pg_replication_slots",
  );
  const [own] = await askDatabase<{ name: string }>(
    at(target),
    "select subslotname as name from pg_subscription s join pg_database d on d.oid = subdbid where datname = 'service'",
  );
  const [its] = await askDatabase<{ name: string }>(
    at(target),
    "select subslotname as name from pg_subscription s join pg_database d on d.oid = subdbid where datname = 'lost'",
  );
  expect(slots).toEqual([own]);
  expect(its).not.toEqual(own);
  await abortMove(move, watch);
  await abortMove(lost, watch);
  expect(await leftAtTarget(at(target, "lost"))).toEqual([]);
});

test("two at once: the second is refused, also one of another source into the same target", async () => {
  await askDatabase(at(source, "postgres"), "create database elsewhere");
  const seconds: Promise<unknown>[] = [];
  const say = () => {
    if (seconds.length === 0)
      for (const from of [move.from, at(source, "elsewhere")])
        seconds.push(moveDatabase({ ...move, from }, watch).catch((error: Error) => error.message));
  };
  const first = moveDatabase(move, { say, isStopping: () => seconds.length > 0 });
  await expect(first).rejects.toThrow("Stopped");
  expect(await Promise.all(seconds)).toEqual([
    expect.stringMatching(/Another svc cell move is at work on .*source/),
    expect.stringMatching(/Another svc cell move is at work on .*target/),
  ]);
  await abortMove(move, watch);
  await askDatabase(at(source, "postgres"), "drop database elsewhere");
});

/** As PostgreSQL lets somebody in, and waits for what they ask. */
const LET_IN = Buffer.from("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", "latin1");

/**
 * Stands before the source as a pooler does. `ignores`: takes what a session is told at its beginning, and does not pass it on, as
 * `ignore_startup_parameters` says; `refuses`: as without that; `shares`: gives the session of one client to the next.
 */
async function openPooler(kind: "ignores" | "refuses" | "shares") {
  const path = join(new URL(source.url).searchParams.get("host")!, ".s.PGSQL.5432");
  let shared: { server: Socket; client: Socket } | null = null;
  const pooler = createServer((client) => {
    client.on("error", () => {});
    client.once("data", (first: Buffer) => {
      if (kind === "refuses") {
        const said = Buffer.from("SFATAL\0C08P01\0Munsupported startup parameter: options\0\0");
        return void client.end(Buffer.concat([Buffer.from([69, 0, 0, 0, said.length + 4]), said]));
      }
      if (shared) {
        const { server } = shared;
        shared.client = client;
        client.write(LET_IN);
        return void client.on("data", (piece) => server.write(piece));
      }
      const server = connect(path).on("error", () => client.destroy());
      const link = { server, client };
      if (kind === "shares") shared = link;
      const told = first.toString("latin1").replace(/options\0[^\0]*\0/, kind === "ignores" ? "" : "$&");
      const startup = Buffer.from(told, "latin1");
      startup.writeInt32BE(startup.length);
      server.write(startup);
      server
        .on("data", (piece) => link.client.write(piece))
        .on("close", () => {
          shared = null;
        });
      client.on("data", (piece) => server.write(piece));
    });
  });
  await once(pooler.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void pooler.close());
  return `postgresql://postgres:test@127.0.0.1:${(pooler.address() as AddressInfo).port}/service`;
}

test.each(["ignores", "refuses", "shares"] as const)(
  "an address at which a pooler answers that %s what a session is told is refused, on either side, and nothing is begun",
  async (kind) => {
    const pooler = await openPooler(kind);
    for (const named of [
      { ...move, from: pooler },
      { ...move, to: await openPooler(kind) },
    ])
      await expect(moveDatabase(named, watch)).rejects.toThrow(
        /^A pooler answers at postgresql:\/\/127.0.0.1:\d+\/service: .* Nothing was begun\. Name/,
      );
    await expect(abortMove({ ...move, from: pooler }, watch)).rejects.toThrow(/^A pooler answers/);
    expect(await leftAtSource()).toEqual([]);
    expect(await leftAtTarget(at(target))).toEqual([]);
  },
);

test("the list of processes shows the command without passwords", async () => {
  // Lets in and never answers.
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const url = `postgresql://u:a-typed-password@127.0.0.1:${(silent.address() as AddressInfo).port}/service`;
  const child = spawn(process.execPath, ["server/cli/main.ts", "cell", "move", "--from", url, "--to", url]);
  try {
    const [socket] = await once(silent, "connection");
    const { stdout } = spawnSync("ps", ["-ww", "-o", "args=", "-p", String(child.pid)], { encoding: "utf8" });
    expect(stdout).toMatch(/^svc cell move --from postgresql:\/\/\*\*\*@127/);
    socket.destroy();
  } finally {
    child.kill("SIGKILL");
    silent.close();
  }
});

test("a source that the target does not reach is said, without its password anywhere in the target's log", async () => {
  const unreached = { ...move, fromThere: "postgresql://postgres:a-password@127.0.0.1:1/service" };
  await expect(moveDatabase(unreached, watch)).rejects.toThrow(/^(?!.*a-password).*could not connect/s);
  expect(readFileSync(join(folder, "target/postgres.log"), "utf8")).not.toContain("a-password");
  await abortMove(move, watch);
  expect(await leftAtSource()).toEqual([]);
});

/** The servers have noticed that whoever moved is gone: their turn is over. */
const noticed = () =>
  until(async () => {
    const held = await Promise.all(
      [source, target].map((server) =>
        askDatabase(at(server, "postgres"), "select from pg_locks where locktype = 'advisory'"),
      ),
    );
    return held.flat().length === 0;
  });

test.each([
  "create table if not exists _prisma_migrations",
  "truncate",
  "create publication",
  "select count(*)::int as tables, count",
  "lock table",
  'comment on database "service" is \'The service',
])("undone after it died at %s, twice over: nothing is left on either side", async (point) => {
  expect((await live(point)).died).toBe(true);
  await noticed();
  await liveUntil("drop schema", () => abortMove(move, watch));
  await noticed();
  await abortMove(move, watch);
  expect(await leftAtSource()).toEqual([]);
  expect(await leftAtTarget(at(target))).toEqual([]);
  expect(await mayWrite(at(source))).toBe(true);
  expect(await mayWrite(at(target))).toBe(true);
});

test("a partition that is made just before the move begins is there at the target", async () => {
  const query = pg.Client.prototype.query;
  let made: unknown;
  // At the last moment at which it may be made.
  pg.Client.prototype.query = function (this: pg.Client, ...args: Parameters<typeof query>) {
    const go = () => query.apply(this, args) as unknown as Promise<unknown>;
    if (made || !String(args[0]).includes("insert into moves")) return go();
    made = "begun";
    return askDatabase(at(source), "select add_partition('supplier_calls', 77, 77000000000, 78000000000)").then(
      (rows) => {
        made = rows;
        return go();
      },
    );
  } as typeof query;
  try {
    await moveDatabase(move, watch);
  } finally {
    pg.Client.prototype.query = query;
  }
  expect(made).toHaveLength(1);
  expect(await askDatabase(at(target), "select to_regclass('supplier_calls_p77')::text as part")).toEqual([
    { part: "supplier_calls_p77" },
  ]);
});

test("what has moved is neither moved elsewhere nor undone", async () => {
  await expect(moveDatabase(other, watch)).rejects.toThrow(/The source has moved to .*\/service/);
  await expect(abortMove(move, watch)).rejects.toThrow("cannot be undone");
  expect(await askDatabase(at(target, "other"), "select id from kept")).toEqual([{ id: 7 }]);
});
