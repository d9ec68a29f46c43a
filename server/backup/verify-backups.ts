import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { copyCheckpoints, fetchCheckpoints } from "#server/domain/money/ledger/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { connectionOptions, sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import type { ObjectStore } from "#server/kernel/object-store.ts";
import { MINUTE } from "#server/kernel/time.ts";
import { startPostgres } from "#server/process/embedded-postgres.ts";
import { childEnvironment, walFolder } from "#server/process/platform.ts";
import { type Restored, restoreCluster } from "./restore-cluster.ts";
import { shipWal } from "./ship-wal.ts";

type Audit = { ok: boolean; checked: number; failures: { invariant: string; examples: string; count: number }[] };
export type Verified = Restored & Audit;

const SVC = join(import.meta.dirname, "../cli/main.ts");

/** Makes a database from what is kept, beside the running one, and audits it. What runs is not touched. */
export async function verifyBackups(ctx: Ctx, store: ObjectStore, say: (line: string) => void): Promise<Verified> {
  const { dataDir } = env();
  const copy = join(dataDir, "verify");
  await rm(copy, { recursive: true, force: true });
  try {
    await flushWal(ctx, walFolder(dataDir), store);
    await copyCheckpoints(ctx);
    const password = randomBytes(24).toString("base64url");
    const restored = await restoreCluster({ store, dataDir: copy, password, say });
    const postgres = await startPostgres({ dataDir: copy, password });
    try {
      const checkpoints = join(copy, "checkpoints");
      // One that was made since signs what is not in the copy yet.
      await fetchCheckpoints(store, checkpoints, await newestCheckpoint(postgres.url));
      return {
        ...restored,
        ...(await audit({ DATABASE_URL: postgres.url, DATA_DIR: copy, CHECKPOINT_DIR: checkpoints })),
      };
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** What the running database has written until now is copied too. */
async function flushWal({ db }: Ctx, folder: string, store: ObjectStore): Promise<void> {
  const [{ name } = { name: "" }] = await db.query<{ name: string }>(
    sql`select pg_walfile_name(pg_switch_wal()) as name`,
  );
  for (const end = performance.now() + MINUTE; performance.now() < end; await sleep(100)) {
    const [{ done } = { done: false }] = await db.query<{ done: boolean }>(
      sql`select coalesce(last_archived_wal >= ${name}::text, false) as done from pg_stat_archiver`,
    );
    if (done) break;
  }
  await shipWal(folder, store);
}

async function newestCheckpoint(databaseUrl: string): Promise<number> {
  const client = new pg.Client(connectionOptions(databaseUrl));
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query("select coalesce(max(number), 0)::int as number from ledger_checkpoints");
    return rows[0].number;
  } finally {
    await client.end();
  }
}

/** In a process of its own: this one stands on the running database. */
function audit(variables: Record<string, string>): Promise<Audit> {
  const options = { env: { ...childEnvironment(), BACKUP_URL: undefined, ...variables }, maxBuffer: 1e8 };
  return new Promise((resolve, reject) =>
    execFile(process.execPath, [SVC, "audit", "--json"], options, (error, stdout, stderr) => {
      // It ends with 1 where a rule does not hold.
      if (stdout.trim().startsWith("{")) resolve(JSON.parse(stdout) as Audit);
      else reject(new Error(stderr.trim().split("\n").at(-1) || error?.message));
    }),
  );
}
