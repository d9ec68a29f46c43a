import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LOCK, migrate } from "#prisma/migrate.ts";
import { connectionOptions, database, sql } from "#server/kernel/db.ts";
import { directDatabaseUrl } from "#server/kernel/session-limits.ts";
import { until } from "#tests/support/until.ts";

const url = directDatabaseUrl();
const other = new pg.Client(connectionOptions(url));
const older = new pg.Client(connectionOptions(url));
beforeAll(async () => void (await Promise.all([other.connect(), older.connect()])));
afterAll(async () => void (await Promise.all([other.end(), older.end()])));

/** As if this database had not seen it: these can be applied again. */
const forget = (name: string) =>
  database().query(sql`delete from _prisma_migrations where migration_name = ${name} returning 1`);

const waiting = async (locktype: string) => {
  const found = await database().query(sql`
    select from pg_locks l join pg_stat_activity a using (pid)
     where a.datname = current_database() and not l.granted and l.locktype = ${locktype}`);
  return found.length > 0;
};

test("a change of a table that somebody reads for long lets its writers through, and is made when the reader has ended", async () => {
  const name = "0212_retail_steps";
  expect(await forget(name)).toHaveLength(1);
  await other.query("begin; select from retail_rules");
  const said: string[] = [];
  const migrating = migrate(url, (line) => said.push(line));
  await until(() => waiting("relation"));
  try {
    await older.query("set lock_timeout = '60s'");
    await older.query("update retail_rules set ending = ending");
    await until(() => said.length > 1);
  } finally {
    await other.query("commit");
  }
  expect(await migrating).toEqual([name]);
  expect(said[0]).toBe(`Bringing the database up to date: ${name} (1 of 1)`);
  expect(said[1]).toMatch(/^The migration 0212_retail_steps failed .*Others use what it changes: it is tried again/);
});

test("a start that waits for another's migrations, or for its own, says so", async () => {
  const name = "0244_papers_with_buyers";
  expect(await forget(name)).toHaveLength(1);
  await older.query("select pg_advisory_lock($1)", [LOCK]);
  await other.query("begin; lock table invoices in row exclusive mode");
  const said: string[] = [];
  const migrating = migrate(url, (line) => said.push(line));
  await until(() => said.includes("Waiting for another process that brings the database up to date, for 10 s."));
  await older.query("select pg_advisory_unlock($1)", [LOCK]);
  await until(() => said.includes(`Still at ${name}, for 10 s.`));
  await other.query("commit");
  expect(await migrating).toEqual([name]);
});

test("an index beside writers is built though a process of a former version waits in a statement for its turn", async () => {
  const name = "0244_papers_with_buyers";
  expect(await forget(name)).toHaveLength(1);
  await other.query("begin; lock table invoices in row exclusive mode");
  const migrating = migrate(url);
  await until(() => waiting("virtualxid"));
  // Whoever looks first is the one that is ended: it has waited for longer, and found nothing yet.
  await older.query("set lock_timeout = 0; set deadlock_timeout = '10min'");
  const turn = older.query("select pg_advisory_lock($1)", [LOCK]);
  await until(() => waiting("advisory"));
  await other.query("commit");
  await turn;
  await older.query("select pg_advisory_unlock($1)", [LOCK]);
  expect(await migrating).toEqual([name]);
});
