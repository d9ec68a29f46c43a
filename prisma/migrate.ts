import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { connectionOptions } from "#server/kernel/db.ts";

const FOLDER = join(import.meta.dirname, "migrations");
/** Any number that every process agrees on: one process migrates, the others wait. */
export const LOCK = 7_276_318_201;

const ASK_AGAIN_MS = 100;
/** Whoever waits for a start wants to know what it is at. */
const SAY_AGAIN_MS = 10_000;
/** Its indexes are built beside whoever writes their tables, which PostgreSQL does outside of transactions only. */
const IS_BESIDE_WRITERS = /^create index concurrently /m;

/**
 * A change of a table waits behind whoever reads it, and all who write it wait behind the change: less long than a web process
 * waits for a lock, so that none of them fails.
 */
const LOCK_WAIT_MS = 2_000;
/** Waited too long for a lock; ended by PostgreSQL because another waited for this one: nothing is wrong with the migration. */
const IN_THE_WAY = new Set(["55P03", "40P01"]);
const TRIES = 30;
const TRY_AGAIN_MS = 3_000;

/**
 * Applies the migrations that the database has not seen, each in a transaction of its own, and records them as Prisma
 * does (`_prisma_migrations`), so that Prisma's own tools see the same history. Returns the names of those applied. One that builds
 * indexes beside writers has a statement at a time, each of which can be run again: what was cut off begins anew. So does one
 * that others were in the way of.
 *
 * @param say hears of each before it is applied to a database that is not new, with how many there are, of what is waited for,
 * and that one still goes on
 */
export async function migrate(url: string, say: Say = () => {}): Promise<string[]> {
  const applied: string[] = [];
  for (let tries = 1; ; tries++) {
    try {
      await applyUnseen(url, applied, say);
      return applied;
    } catch (error) {
      if (tries === TRIES || !IN_THE_WAY.has(String(((error as Error).cause as pg.DatabaseError | undefined)?.code)))
        throw error;
      say(`${(error as Error).message}. Others use what it changes: it is tried again (${tries} of ${TRIES}).`);
      await sleep(TRY_AGAIN_MS);
    }
  }
}

type Say = (line: string) => void;

/** @param applied is added to */
async function applyUnseen(url: string, applied: string[], say: Say): Promise<void> {
  // Its end gives the lock back: a process of a former version may wait for it in a statement, and be waited for.
  const client = new pg.Client(connectionOptions(url));
  client.on("error", () => {});
  await client.connect();
  try {
    // Asked for again and again: who waits in a statement is waited for by whoever builds an index beside writers.
    const isOurs = async () => (await client.query("select pg_try_advisory_lock($1) as mine", [LOCK])).rows[0].mine;
    await saying(say, "Waiting for another process that brings the database up to date", async () => {
      while (!(await isOurs())) await sleep(ASK_AGAIN_MS);
    });
    // What all cells share is refused to others than home; what a migration does to it is done in each.
    await client.query("set service.migrating = on");
    await client.query(`create table if not exists _prisma_migrations (
      id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
      logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`);
    const { rows } = await client.query(
      "select migration_name, checksum from _prisma_migrations where finished_at is not null",
    );
    const known = new Map(rows.map((row) => [row.migration_name, row.checksum]));
    const migrations = readMigrations();
    const changed = migrations.find(({ name, checksum }) => (known.get(name) ?? checksum) !== checksum);
    if (changed)
      throw new Error(`The migration ${changed.name} was changed after it had been applied to this database.`);
    const unseen = migrations.filter(({ name }) => !known.has(name));
    for (const [i, migration] of unseen.entries()) {
      if (known.size > 0) say(`Bringing the database up to date: ${migration.name} (${i + 1} of ${unseen.length})`);
      await saying(say, `Still at ${migration.name}`, () => apply(client, migration));
      applied.push(migration.name);
    }
    // Until the migration that brings it there is no such function.
    await client.query(
      "do $$ begin if to_regprocedure('keep_cell()') is not null then perform keep_cell(); end if; end $$",
    );
  } finally {
    await client.end();
  }
}

/** Says for how long it has gone on, now and then. */
async function saying(say: Say, what: string, work: () => Promise<void>): Promise<void> {
  let times = 0;
  const timer = setInterval(() => say(`${what}, for ${(++times * SAY_AGAIN_MS) / 1_000} s.`), SAY_AGAIN_MS);
  await work().finally(() => clearInterval(timer));
}

type Migration = { name: string; script: string; checksum: string };

export function readMigrations(): Migration[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const script = readFileSync(join(FOLDER, name, "migration.sql"), "utf8");
      return { name, script, checksum: createHash("sha256").update(script).digest("hex") };
    });
}

async function apply(client: pg.Client, { name, script, checksum }: Migration): Promise<void> {
  const isTransaction = !IS_BESIDE_WRITERS.test(script);
  if (isTransaction) await client.query(`begin; set local lock_timeout = ${LOCK_WAIT_MS}`);
  try {
    for (const statement of isTransaction ? [script] : script.split(/;$/m)) await client.query(statement);
    await client.query(
      "insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) values ($1, $2, $3, now(), 1)",
      [randomUUID(), checksum, name],
    );
    if (isTransaction) await client.query("commit");
  } catch (error) {
    if (isTransaction) await client.query("rollback");
    const fate = isTransaction ? "was rolled back" : "is begun anew by the next start";
    throw new Error(`The migration ${name} failed and ${fate}: ${(error as Error).message}`, { cause: error });
  }
}
