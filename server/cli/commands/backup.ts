import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import {
  type BaseBackup,
  listBaseBackups,
  makeBaseBackup,
  restoreCluster,
  verifyBackups,
} from "#server/backup/index.ts";
import { forgetBackups, recordBackup } from "#server/domain/control/backups/index.ts";
import { fetchCheckpoints, makeCheckpoint } from "#server/domain/money/ledger/index.ts";
import { signEverybodyOut } from "#server/domain/people/staff/index.ts";
import { env } from "#server/kernel/env.ts";
import { type ObjectStore, openBackupStore } from "#server/kernel/object-store.ts";
import { walFolder } from "../../process/platform.ts";
import { loadSecrets } from "../../process/secrets.ts";
import { atLeastOne, moment } from "../parse.ts";
import { print } from "../print.ts";
import { withPlatform } from "../with-platform.ts";

const say = (line: string): void => void process.stderr.write(`${line}\n`);

export function addBackupCommands(program: Command): void {
  const backup = program
    .command("backup")
    .description("copy the built-in database to where BACKUP_URL says, now; the service does it by itself every day")
    .action(async (_options, command: Command) => {
      const store = requireStore();
      const made = await withPlatform(async (ctx) => {
        const { dataDir, databaseUrl } = env();
        const began = performance.now();
        const from = { databaseUrl: databaseUrl!, cluster: join(dataDir, "postgres"), wal: walFolder(dataDir) };
        const base = await makeBaseBackup(from, store);
        const outcome = { place: store.name, tookMs: performance.now() - began, bytes: base.bytes, fault: null };
        await recordBackup(ctx, "base", outcome);
        return base;
      });
      print(command, { place: store.name, ...toRow(made) });
    });
  backup
    .command("list")
    .description("the base backups that are kept, oldest first; each can be restored to any moment after it")
    .action(async (_options, command: Command) =>
      print(command, { backups: (await listBaseBackups(requireStore())).map(toRow) }),
    );
  backup
    .command("verify")
    .description("make a database from what is kept, beside the running one, and audit it; exit code 1 when it fails")
    .action(async (_options, command: Command) => {
      const store = requireStore();
      const {
        backup: base,
        walFiles,
        to,
        ok,
        checked,
        failures,
      } = await withPlatform((ctx) => verifyBackups(ctx, store, say));
      print(command, { ok, backup: base.id, wal_files: walFiles, restored_to: to, checked, failures });
      if (ok) return;
      say(`The restored database is not as it should be: ${failures.map(({ invariant }) => invariant).join(" ")}`);
      process.exitCode = 1;
    });
  program
    .command("restore")
    .description("make the database of an empty DATA_DIR from the backups at BACKUP_URL")
    .option("--to <time>", "the moment: 2026-11-30T12:00:00Z; all that is kept without it", moment)
    .option(
      "--timeline <number>",
      "where there were restores before: which history of the database (see backup list), the newest without it",
      atLeastOne,
    )
    .action(async ({ to, timeline }: { to?: Date; timeline?: number }, command: Command) => {
      const store = requireStore();
      const { dataDir } = env();
      if (existsSync(join(dataDir, "postgres")))
        throw new Error(`${dataDir} holds a database: move it away, or set DATA_DIR to another folder.`);
      if (!existsSync(join(dataDir, "secrets.json")) && !env().masterKey)
        throw new Error(
          `Put the lost installation's secrets.json into ${dataDir}, or set MASTER_KEY: nothing else opens the keys in the backup.`,
        );
      const password = loadSecrets(dataDir).postgresPassword;
      const restored = await restoreCluster({
        store,
        dataDir,
        password,
        to,
        timeline,
        archiveTo: walFolder(dataDir),
        say,
      });
      const fetched = await fetchCheckpoints(store, env().checkpointDir);
      const until = (restored.to ?? new Date(restored.backup.endedAt)).toISOString();
      const { number, sessions } = await withPlatform(async (ctx) => {
        // The next start begins with a base backup of this history.
        await forgetBackups(ctx);
        const made = await makeCheckpoint(ctx, { restored: `restored to ${until}` });
        return { ...made, sessions: await signEverybodyOut(ctx) };
      });
      print(command, {
        restored_to: until,
        backup: restored.backup.id,
        wal_files: restored.walFiles,
        checkpoints: fetched,
        checkpoint: number,
        sessions_ended: sessions,
      });
      say(
        `Now start the service, then ask what happened since: svc reconcile suppliers --since ${until}; svc reconcile payments --since ${until}.`,
      );
      say(
        `Keys that were revoked, people who were removed, roles and passwords that were changed and accounts that were closed since ${until} are as they were before: do that again (docs/backups.md).`,
      );
    });
}

function requireStore(): ObjectStore {
  if (env().databaseUrl)
    throw new Error(
      "DATABASE_URL names a PostgreSQL of your own: back it up with its own tools, such as pgBackRest (docs/deploying.md).",
    );
  const store = openBackupStore();
  if (!store) throw new Error("BACKUP_URL is not set: it names the directory or the bucket that backups are kept in.");
  return store;
}

const toRow = ({ id, startedAt, endedAt, bytes, startWal, endWal }: BaseBackup) => ({
  id,
  started_at: startedAt,
  ended_at: endedAt,
  timeline: Number.parseInt(startWal.slice(0, 8), 16),
  bytes,
  start_wal: startWal,
  end_wal: endWal,
});
