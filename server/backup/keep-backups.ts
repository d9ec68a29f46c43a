import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { forgetBackups, recordBackup } from "#server/domain/control/backups/index.ts";
import { type Ctx, systemContext } from "#server/kernel/context.ts";
import { database } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { log } from "#server/kernel/log.ts";
import { type ObjectStore, openBackupStore } from "#server/kernel/object-store.ts";
import { DAY, SECOND } from "#server/kernel/time.ts";
import { walFolder } from "#server/process/platform.ts";
import { listBaseBackups } from "./kept.ts";
import { makeBaseBackup } from "./make-base-backup.ts";
import { shipWal } from "./ship-wal.ts";
import { verifyBackups } from "./verify-backups.ts";

const LOOK_EVERY = 2 * SECOND;
const TRY_AGAIN_AFTER = 60 * SECOND;
const BASE_EVERY = DAY;

/**
 * Until it is told to stop: copies the archive as it is written, makes a base backup a day, and makes a database anew from
 * what is kept after each to see that it can be done. What cannot be done is tried again, and told.
 */
export async function keepBackups(isStopping: () => boolean): Promise<void> {
  const store = openBackupStore();
  const ctx = systemContext({ kind: "job", name: "backup" });
  if (!store) return await forgetBackups(ctx);
  const { dataDir, databaseUrl } = env();
  const from = { databaseUrl: databaseUrl!, cluster: join(dataDir, "postgres"), wal: walFolder(dataDir) };
  let baseDue = 0;
  /** False when it failed. */
  const attempt = async (
    kind: "wal" | "base" | "verify",
    work: () => Promise<{ bytes?: number }>,
  ): Promise<boolean> => {
    const began = performance.now();
    try {
      const { bytes } = await work();
      await recordBackup(ctx, kind, { place: store.name, tookMs: performance.now() - began, bytes, fault: null });
      return true;
    } catch (error) {
      const fault = (error as Error).message;
      log().error({ kind, error: fault }, "a backup could not be made");
      await recordBackup(ctx, kind, { place: store.name, fault }).catch(() => {});
      return false;
    }
  };
  let toldAt = 0;
  while (!isStopping()) {
    let shipped = 0;
    const copy = async () => {
      shipped = await shipWal(from.wal, store);
      return {};
    };
    // Nothing to copy is told now and then: it says that somebody looked.
    if (Date.now() - toldAt > TRY_AGAIN_AFTER) {
      await attempt("wal", copy);
      toldAt = Date.now();
    } else if (
      !(await copy().then(
        () => true,
        () => false,
      ))
    )
      toldAt = 0;
    if (Date.now() >= baseDue) {
      const newest = (await listBaseBackups(store).catch(() => [])).at(-1);
      const madeAt = newest ? Date.parse(newest.endedAt) : 0;
      baseDue = madeAt + BASE_EVERY;
      if (Date.now() >= baseDue) {
        const made = await attempt("base", () => makeBaseBackup(from, store));
        baseDue = Date.now() + (made ? BASE_EVERY : TRY_AGAIN_AFTER);
        if (made) await attempt("verify", () => verify(ctx, store));
      }
    }
    if (shipped === 0) await sleep(LOOK_EVERY);
  }
  await database().close();
}

async function verify(ctx: Ctx, store: ObjectStore): Promise<object> {
  const { ok, failures } = await verifyBackups(ctx, store, (line) => log().info({ line }, "backups are verified"));
  if (!ok)
    throw new Error(`the restored database breaks rules: ${failures.map(({ invariant }) => invariant).join(" ")}`);
  return {};
}
