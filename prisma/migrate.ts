import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { connectionOptions } from "#server/kernel/db.ts";

const FOLDER = join(import.meta.dirname, "migrations");
/** Any number that every process agrees on: one process migrates, the others wait. */
const LOCK = 7_276_318_201;

/**
 * Applies the migrations that the database has not seen, each in a transaction of its own, and records them as Prisma
 * does (`_prisma_migrations`), so that Prisma's own tools see the same history. Returns the names of those applied.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client(connectionOptions(url));
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await client.query(`create table if not exists _prisma_migrations (
      id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
      logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`);
    const { rows } = await client.query(
      "select migration_name, checksum from _prisma_migrations where finished_at is not null",
    );
    const known = new Map(rows.map((row) => [row.migration_name, row.checksum]));
    const applied: string[] = [];
    for (const migration of readMigrations()) {
      const checksum = known.get(migration.name);
      if (checksum !== undefined && checksum !== migration.checksum)
        throw new Error(`The migration ${migration.name} was changed after it had been applied to this database.`);
      if (checksum !== undefined) continue;
      await apply(client, migration);
      applied.push(migration.name);
    }
    return applied;
  } finally {
    await client.end();
  }
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
  await client.query("begin");
  try {
    await client.query(script);
    await client.query(
      "insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) values ($1, $2, $3, now(), 1)",
      [randomUUID(), checksum, name],
    );
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`The migration ${name} failed and was rolled back: ${(error as Error).message}`, { cause: error });
  }
}
