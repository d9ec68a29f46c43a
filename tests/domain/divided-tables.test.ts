import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate, readMigrations } from "#prisma/migrate.ts";
import { wasBeaten } from "#server/kernel/database-errors.ts";
import { connectionOptions } from "#server/kernel/db.ts";
import { directDatabaseUrl } from "#server/kernel/session-limits.ts";
import { until } from "#tests/support/until.ts";

// A database of the version before its tables were divided, with rows: converted while the former version goes on writing.

const TABLES = ["api_requests", "api_exchanges", "delivery_attempts", "supplier_calls"];
const FIRST = "0270";
const name = `divided_${process.pid}_${Date.now()}`;
const url = directDatabaseUrl().replace(/\/[^/?]+\?/, `/${name}?`);
const server = new pg.Client(connectionOptions(directDatabaseUrl().replace(/\/[^/?]+\?/, "/postgres?")));
const client = new pg.Client(connectionOptions(url));
const writer = new pg.Client(connectionOptions(url));
const ask = async <T>(text: string, values: unknown[] = []): Promise<T[]> => (await client.query(text, values)).rows;

beforeAll(async () => {
  await server.connect();
  await server.query(`create database ${name}`);
  await Promise.all([client.connect(), writer.connect()]);
  await applyEarlier();
});
afterAll(async () => {
  await Promise.all([client.end(), writer.end()]);
  await server.query(`drop database ${name} with (force)`);
  await server.end();
});

async function applyEarlier(): Promise<void> {
  const later = readMigrations().filter((migration) => migration.name >= FIRST);
  await ask(`create table _prisma_migrations (
    id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
    logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`);
  for (const [i, { name: seen, checksum }] of later.entries())
    await ask("insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ($1, $2, $3, now())", [
      String(i),
      checksum,
      seen,
    ]);
  await migrate(url);
  await ask("delete from _prisma_migrations where migration_name >= $1", [FIRST]);
}

/** As the former version writes it, prepared once. */
const WRITE = {
  name: "written",
  text: `
    with made as (
      select nextval('api_requests_id_seq') as id from generate_series(1, $1::int)
    ), exchanged as (
      insert into api_exchanges (id, headers, answer) select id, '[]', id::text from made
    ), attempted as (
      insert into delivery_attempts (delivery_id, number, headers, http_status, response, duration_ms, created_at)
      select id, 1, '{}', 200, 'ok', 5, now() from made
    ), called as (
      insert into supplier_calls (supplier_code, operation, order_id, outcome, request, response, duration_ms)
      select 'airalo', 'order', id, 'ok', '{}', '{}', 7 from made
    )
    insert into api_requests (id, request_id, account_id, environment, key_id, method, path, status, duration_ms, ip, created_at)
    select id, 'req_' || id, id % 7, 'live', 1, 'GET', '/api/v1/orders', 200, 3, '203.0.113.1', now() from made`,
};
/** Whoever PostgreSQL ends for the sake of another tries again, as the service does. */
async function write(count: number): Promise<void> {
  for (;;)
    try {
      return void (await writer.query({ ...WRITE, values: [count] }));
    } catch (error) {
      if (!wasBeaten(error)) throw error;
    }
}

const sums = async (until: number) =>
  Promise.all(
    TABLES.map(async (table) => {
      const [row] = await ask<{ rows: string; sum: string }>(
        `select count(*) as rows, sum(hashtextextended(t::text, 0)::numeric) as sum from ${table} t where id <= $1`,
        [until],
      );
      return { table, ...row };
    }),
  );
const indexes = () =>
  ask<{ name: string; text: string }>(
    "select indexname as name, replace(replace(indexdef, ' ONLY ', ' '), ' USING', '') as text from pg_indexes where tablename = any($1) order by 1",
    [TABLES],
  );

test("tables with rows are divided without one lost or moved, while others write", async () => {
  await write(3_000);
  const [before, indexed] = [await sums(3_000), await indexes()];
  const files = await ask(
    "select relname, pg_relation_filenode(oid) as file from pg_class where relname = any($1) order by 1",
    [TABLES],
  );
  let [open, times] = [true, 0];
  const writing = (async () => {
    for (; open; times++) await write(5);
  })();
  await until(() => times > 5);
  const said: string[] = [];
  const applied = await migrate(url, (line) => said.push(line));
  const during = times;
  await until(() => times > during + 5);
  open = false;
  await writing;

  expect(applied).toEqual(expect.arrayContaining(["0270_below_a_bound", "0271_bounds_hold", "0272_partitions"]));
  expect(said[0]).toBe(`Bringing the database up to date: 0270_below_a_bound (1 of ${applied.length})`);
  expect(await sums(3_000)).toEqual(before);
  expect((await sums(1e9)).map(({ rows }) => Number(rows))).toEqual(TABLES.map(() => 3_000 + 5 * times));
  expect(await indexes()).toEqual(indexed);
  // The same file: nothing was copied. Who wrote went on in it, and none of it lies beside the partitions.
  expect(
    await ask(
      "select replace(relname, '_p0', '') as relname, pg_relation_filenode(oid) as file from pg_class where relname = any($1) order by 1",
      [TABLES.map((table) => `${table}_p0`)],
    ),
  ).toEqual(files);
  expect(await ask("select from list_partitions($1) where has_rows and cell is distinct from 0", [TABLES])).toEqual([]);
  // The sequence is the whole's: the first partition goes without it.
  await ask("drop table api_requests_p0");
  await write(1);
});
