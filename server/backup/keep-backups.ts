import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type BackupKind,
  type BackupOutcome,
  listBackupStates,
  recordBackup,
} from "#server/domain/control/backups/index.ts";
import { type Ctx, systemContext } from "#server/kernel/context.ts";
import { database } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { log } from "#server/kernel/log.ts";
import type { ObjectStore } from "#server/kernel/object-store.ts";
import { DAY, MINUTE, SECOND } from "#server/kernel/time.ts";
import { walFolder } from "#server/process/platform.ts";
import { makeBaseBackup } from "./make-base-backup.ts";
import { shipWal } from "./ship-wal.ts";
import { verifyBackups } from "./verify-backups.ts";

const LOOK_EVERY = 2 * SECOND;
const TELL_EVERY = MINUTE;
const TRY_AGAIN_AFTER = MINUTE;
const BASE_EVERY = DAY;

type Kept = { ctx: Ctx; store: ObjectStore; isStopping: () => boolean };

/**
 * Until it is told to stop: copies the archive as it is written, makes a base backup a day, and makes a database anew from
 * what is kept after each, to see that it can be done. What cannot be done is tried again, and told.
 */
export async function keepBackups(store: ObjectStore, isStopping: () => boolean): Promise<void> {
  const kept = { ctx: systemContext({ kind: "job", name: "backup" }), store, isStopping };
  await Promise.all([keepArchive(kept), keepBases(kept)]);
  // The database has stopped: this is the last of it.
  await shipWal(walFolder(env().dataDir), store).catch((error: Error) =>
    log().error({ error: error.message }, "the last of the archive is copied by the next start"),
  );
  await database().close();
}

async function keepArchive({ ctx, store, isStopping }: Kept): Promise<void> {
  let toldAt = Number.NEGATIVE_INFINITY;
  let failed = false;
  while (!isStopping()) {
    const began = performance.now();
    const fault = await shipWal(walFolder(env().dataDir), store).then(
      () => null,
      (error: Error) => error.message,
    );
    // That there was nothing to copy is told now and then: it says that somebody looked.
    if (failed !== (fault !== null) || performance.now() - toldAt > TELL_EVERY) {
      failed = fault !== null;
      toldAt = performance.now();
      await tell(ctx, "wal", { place: store.name, tookMs: performance.now() - began, fault });
    }
    await sleep(LOOK_EVERY);
  }
}

async function keepBases({ ctx, store, isStopping }: Kept): Promise<void> {
  const { dataDir, databaseUrl } = env();
  const from = { databaseUrl: databaseUrl!, cluster: join(dataDir, "postgres"), wal: walFolder(dataDir) };
  let dueAt = await nextBase(ctx, store);
  while (!isStopping()) {
    if (Date.now() >= dueAt) {
      const made = await attempt(ctx, "base", store, () => makeBaseBackup(from, store));
      if (made) await attempt(ctx, "verify", store, () => verify(ctx, store));
      dueAt = Date.now() + (made ? BASE_EVERY : TRY_AGAIN_AFTER);
    }
    await sleep(LOOK_EVERY);
  }
}

/** At once where none was made there: what the database remembers it forgets when it runs without an archive. */
async function nextBase(ctx: Ctx, store: ObjectStore): Promise<number> {
  const states = await listBackupStates(ctx);
  const base = states.find(({ kind, place }) => kind === "base" && place === store.name);
  return base?.doneAt ? base.doneAt.getTime() + BASE_EVERY : 0;
}

async function verify(ctx: Ctx, store: ObjectStore): Promise<object> {
  const { ok, failures } = await verifyBackups(ctx, store, () => {});
  const rules = failures.map(({ invariant }) => invariant).join(" ");
  if (!ok) throw new Error(`the database made from them breaks rules: ${rules}`);
  return {};
}

/** Whether it was done; recorded either way. */
async function attempt(
  ctx: Ctx,
  kind: "base" | "verify",
  { name: place }: ObjectStore,
  work: () => Promise<{ bytes?: number }>,
): Promise<boolean> {
  const began = performance.now();
  try {
    const { bytes } = await work();
    await tell(ctx, kind, { place, tookMs: performance.now() - began, bytes, fault: null });
    return true;
  } catch (error) {
    await tell(ctx, kind, { place, tookMs: performance.now() - began, fault: (error as Error).message });
    return false;
  }
}

/** A database that is away is told of by others. */
async function tell(ctx: Ctx, kind: BackupKind, outcome: BackupOutcome): Promise<void> {
  if (outcome.fault !== null) log().error({ kind, error: outcome.fault }, "a backup could not be made");
  await recordBackup(ctx, kind, outcome).catch((error: Error) =>
    log().error({ error: error.message }, "how the backups stand could not be recorded"),
  );
}
