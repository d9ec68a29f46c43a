import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { isDatabaseBusy, isDatabaseDown } from "#server/kernel/database-errors.ts";
import { ANSWER_MS, type Database, database, openDatabase, sql } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";

// Behind a pooler that gives each transaction any session (PgBouncer in transaction mode), what one says to a session
// another hears. So nothing is said that outlives a transaction. Here the address counts as a pooler's, and the sessions
// can be looked at; `npm run pooled` runs the API's and the jobs' tests behind PgBouncer itself.

const { databaseUrl, directDatabaseUrl } = env();
const direct = directDatabaseUrl ?? databaseUrl!;
const began = vi.spyOn(pg.Client.prototype as pg.Client & { getStartupConf(): object }, "getStartupConf");
const query = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>;
/** What is asked of the server and when it has answered, in the order in which it happens. */
const seen: string[] = [];
const asked = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
  seen.push(String((args[0] as { text?: string }).text ?? args[0]));
  const answer = query.apply(this, args);
  if (answer instanceof Promise) answer.finally(() => seen.push("answered")).catch(() => {});
  return answer as never;
});
let db: Database;

beforeAll(async () => {
  await database().query(sql`create table twice (n int unique deferrable initially deferred)`);
  // Another word for the same server: what is told apart are addresses.
  overrideEnv({ databaseUrl: direct, directDatabaseUrl: `${direct}&application_name=direct` });
  db = openDatabase(direct, 1, { hurried: true });
});
afterAll(async () => {
  await db.close();
  overrideEnv({ databaseUrl, directDatabaseUrl });
});

const inForce = sql`
  select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
         current_setting('idle_in_transaction_session_timeout') as idle, current_setting('timezone') as timezone`;
const LIMITS = {
  statement: `${ANSWER_MS.statement}ms`,
  lock: `${ANSWER_MS.lock / 1000}s`,
  idle: "20s",
  timezone: "UTC",
};

/** The only connection, past everything that would say something to it first. */
const session = () => {
  const client = asked.mock.contexts.at(-1) as pg.Client;
  return async (text: string) => (await client.query(text)).rows?.[0];
};

describe("through a pooler", () => {
  test("every transaction says its limits, and leaves the session as it was", async () => {
    await db.query(sql`select 1`);
    const ask = session();
    expect(await ask(inForce.text)).toMatchObject({ statement: "0", lock: "0", idle: "0" });
    const kept = { statement: "1h", lock: "1h", idle: "1h", timezone: "Asia/Tokyo" };
    await ask("set statement_timeout = '1h'; set lock_timeout = '1h'; set timezone = 'Asia/Tokyo'");
    await ask("set idle_in_transaction_session_timeout = '1h'");
    expect(await db.query(inForce)).toEqual([LIMITS]);
    expect(await ask(inForce.text)).toEqual(kept);
    expect(await db.transaction((tx) => tx.query(inForce))).toEqual([LIMITS]);
    expect(await ask(inForce.text)).toEqual(kept);
    expect(await db.closing(async () => [inForce])).toEqual([LIMITS]);
    expect(await ask(inForce.text)).toEqual(kept);
    expect(await db.prisma.$queryRawUnsafe(inForce.text)).toEqual([LIMITS]);
    expect(await db.prisma.$transaction((tx) => tx.$queryRawUnsafe(inForce.text))).toEqual([LIMITS]);
    expect(await ask(inForce.text)).toEqual(kept);
    await ask("discard all");
  });

  test("nothing is told as a session begins, which a pooler refuses", async () => {
    const other = openDatabase(direct, 1);
    began.mockClear();
    await other.query(sql`select 1`);
    await other.close();
    expect(began.mock.results.map(({ value }) => Object.keys(value))).toEqual([["user", "database"]]);
  });

  test("a statement alone goes out as one with its beginning and its end: what it locks is never on its way", async () => {
    seen.length = 0;
    expect(await db.query(sql`select 'alone' as text`)).toEqual([{ text: "alone" }]);
    const [begin, ...rest] = seen.slice(0, 4);
    expect(begin).toMatch(/^begin; set local/);
    expect(rest).toEqual(["select 'alone' as text", "commit", "answered"]);
  });

  test("one that fails, by itself or at its commit, says so, and its connection goes on", async () => {
    const pid = async () => (await db.query<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]!.pid;
    const before = await pid();
    await expect(db.query(sql`select 1 / 0`)).rejects.toMatchObject({ code: "22012" });
    await expect(db.query(sql`select from nowhere`)).rejects.toMatchObject({ code: "42P01" });
    await expect(db.query(sql`insert into twice values (1), (1)`)).rejects.toMatchObject({ code: "23505" });
    expect(await db.query(sql`select count(*) as n from twice`)).toEqual([{ n: 0 }]);
    expect(await pid()).toBe(before);
  });

  test("one whose beginning alone was refused may have been written: nobody is told that nothing was", async () => {
    const refused = Object.assign(new Error("canceling statement due to user request"), { code: "57014" });
    asked.mockImplementationOnce((() => Promise.reject(refused)) as never);
    const error = await db.query(sql`select 1 as n`).catch((failure) => failure);
    expect([error.cause, isDatabaseBusy(error), isDatabaseDown(error)]).toEqual([refused, false, true]);
  });
});

/** What outlives a transaction, and by whose session: each is opened at the address that no pooler stands before. What a function says of itself ends with it. */
const SESSION =
  /pg_(?:try_)?advisory_(?:lock|unlock)\b|\blisten\s+\w+["'`]|\bset\s+(?:session|search_path|timezone|\w+_timeout)\b|set_config\([^()]*(?:\([^()]*\))?[^()]*,\s*false\)|\bcreate\s+temp|\bdiscard\s+all\b|\bdeclare\s+\w+\s+cursor\b/i;
const OF_ONES_OWN = [
  "prisma/migrate.ts pg_try_advisory_lock",
  // A move speaks to the two servers themselves.
  "server/move/fence.ts pg_try_advisory_lock",
  "server/move/move-database.ts set statement_timeout",
  // The built-in PostgreSQL has no pooler.
  "server/process/platform.ts pg_try_advisory_lock",
  "server/process/share-own-postgres.ts pg_try_advisory_lock",
];

test("nothing else that outlives a transaction is said anywhere", () => {
  const root = join(import.meta.dirname, "../..");
  const found = globSync("{server,inngest,prisma}/**/*.{ts,sql}", { cwd: root })
    .filter((file) => !file.includes("migrations/"))
    .flatMap((file) =>
      readFileSync(join(root, file), "utf8")
        .split("\n")
        .flatMap((line) => {
          const said = /^\s*(\/\/|\*|--|\/\*)/.test(line)
            ? null
            : SESSION.exec(line.replace(/set local|\blanguage plpgsql set/gi, ""));
          return said ? [`${file} ${said[0]}`] : [];
        }),
    );
  expect(found.toSorted()).toEqual(OF_ONES_OWN);
});
