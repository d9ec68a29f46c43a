import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listBaseBackups, makeBaseBackup, restoreCluster } from "#server/backup/index.ts";
import { shipWal } from "#server/backup/ship-wal.ts";
import { connectionOptions } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { openBackupStore } from "#server/kernel/object-store.ts";
import { type EmbeddedPostgres, startPostgres } from "#server/process/embedded-postgres.ts";

// A restore to a moment begins another history of the database. What the former one had after that moment stays where backups are kept.

const root = mkdtempSync(join(tmpdir(), "svc-twice-"));
overrideEnv({ backup: { path: join(root, "kept") } });
const store = openBackupStore()!;
const password = "of a test";
let running: EmbeddedPostgres | undefined;

afterAll(async () => {
  await running?.stop();
  rmSync(root, { recursive: true, force: true });
});

const folders = (name: string) => ({ dataDir: join(root, name), wal: join(root, name, "wal") });

async function start(name: string) {
  const { dataDir, wal } = folders(name);
  running = await startPostgres({ dataDir, password, archiveTo: wal });
  return { databaseUrl: running.url, cluster: join(dataDir, "postgres"), wal };
}

async function ask<Row>(text: string): Promise<Row[]> {
  const client = new pg.Client(connectionOptions(running!.url));
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

const write = (n: number) => ask(`insert into written values (${n})`);

/** Everything until now is kept elsewhere; then the machine is lost. */
async function lose(name: string): Promise<void> {
  const [last] = await ask<{ name: string }>("select pg_walfile_name(pg_switch_wal()) as name");
  const isArchived = `select coalesce(last_archived_wal >= '${last!.name}', false) as done from pg_stat_archiver`;
  while (!(await ask<{ done: boolean }>(isArchived))[0]!.done) await sleep(50);
  await shipWal(folders(name).wal, store);
  await running!.stop();
  running = undefined;
}

/** What is in it once it was made anew; it runs then. */
async function restored(name: string, to: { to?: Date; timeline?: number } = {}): Promise<number[]> {
  const { dataDir, wal } = folders(name);
  mkdirSync(dataDir);
  await restoreCluster({ store, dataDir, password, archiveTo: wal, say: () => {}, ...to });
  await start(name);
  return (await ask<{ n: number }>("select n from written order by n")).map(({ n }) => n);
}

const moment = async (): Promise<Date> => {
  const [{ at } = { at: new Date() }] = await ask<{ at: Date }>("select clock_timestamp() as at");
  return at;
};

let mistake: Date;
let later: Date;

beforeAll(async () => {
  const first = await start("first");
  await ask("create table written (n int)");
  await makeBaseBackup(first, store);
  await write(1);
  mistake = await moment();
  await write(2);
  await makeBaseBackup(first, store);
  await write(3);
  later = await moment();
  await write(4);
  await lose("first");
});

test("a machine that is lost after a restore comes back as it was, although a newer base backup is of what was given up", async () => {
  expect(await restored("second", { to: mistake })).toEqual([1]);
  await write(5);
  await lose("second");
  expect(await restored("third")).toEqual([1, 5]);
  // The next one begins with a backup of its own history.
  await makeBaseBackup(
    { databaseUrl: running!.url, cluster: join(root, "third", "postgres"), wal: folders("third").wal },
    store,
  );
  await write(6);
  await lose("third");
  expect(await restored("fourth")).toEqual([1, 5, 6]);
  await lose("fourth");
});

test("who restored to too early a moment can still have what came after it, by its timeline", async () => {
  expect((await listBaseBackups(store)).map(({ startWal }) => startWal.slice(0, 8))).toEqual([
    "00000001",
    "00000001",
    "00000003",
  ]);
  expect(await restored("fifth", { to: later, timeline: 1 })).toEqual([1, 2, 3]);
  await write(7);
  await lose("fifth");
  expect(await restored("sixth")).toEqual([1, 2, 3, 7]);
  await lose("sixth");
  const dataDir = join(root, "none");
  mkdirSync(dataDir);
  await expect(restoreCluster({ store, dataDir, password, timeline: 9, say: () => {} })).rejects.toThrow(
    /timeline 9.*1, 2, 3/,
  );
});
