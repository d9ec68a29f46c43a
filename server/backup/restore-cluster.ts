import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { chmod, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import tar from "tar-stream";
import { connectionOptions } from "#server/kernel/db.ts";
import type { ObjectStore } from "#server/kernel/object-store.ts";
import {
  inCommand,
  isPostgresRunning,
  ownedDirectory,
  postgresUser,
  startPostgres,
} from "#server/process/embedded-postgres.ts";
import { type BaseBackup, listBaseBackups, listWal, walKey } from "./kept.ts";
import { isOf, readTimeline } from "./timelines.ts";

type What = {
  store: ObjectStore;
  /** Gets `postgres`. */
  dataDir: string;
  /** PostgreSQL's own user gets it. */
  password: string;
  /** Up to here; to the archive's end without it. */
  to?: Date | undefined;
  /** The history that is played, where there were restores before; the newest without it. */
  timeline?: number | undefined;
  /** The folder that what is written from then on is left in, so that the archive goes on; without it, this is a copy to look at. */
  archiveTo?: string | undefined;
  say(line: string): void;
};

/** `to` is when the last transaction was that is in it; null where the base backup had them all. */
export type Restored = { backup: BaseBackup; walFiles: number; to: Date | null };

/** Directories that a server expects and a base backup does not have. */
const EMPTY = [
  "pg_wal",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
];

/**
 * Makes the database anew from the newest base backup before the moment and from the archive since. It is made beside its
 * place, and put there when it is whole and stopped.
 */
export async function restoreCluster({
  store,
  dataDir,
  password,
  to,
  timeline,
  archiveTo,
  say,
}: What): Promise<Restored> {
  const work = join(dataDir, "restore");
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  const owner = postgresUser(work);
  for (const folder of [work, join(work, "postgres"), join(work, "archive")]) ownedDirectory(folder, owner);
  const { backup, timeline: played } = await chooseBackup(store, to, timeline);
  say(`The base backup of ${backup.endedAt} (${Math.ceil(backup.bytes / 1e6)} MB) is unpacked`);
  await unpack(store, backup, join(work, "postgres"));
  const walFiles = await fetchWal(store, backup, join(work, "archive"));
  say(`${walFiles} files of the archive are played${to ? ` up to ${to.toISOString()}` : ""}`);
  await writeFile(join(work, "postgres", "recovery.signal"), "");
  await writeFile(join(work, "pg_hba.conf"), "local all all trust\n");
  await own(work);
  const restored = await recover({ dataDir: work, password, archiveTo }, played, to);
  await rename(join(work, "postgres"), join(dataDir, "postgres"));
  await rm(work, { recursive: true });
  return { backup, walFiles, to: restored };
}

/** The newest before the moment of those that the timeline goes on from: what was given up by a restore may have newer ones. */
async function chooseBackup(store: ObjectStore, to: Date | undefined, asked: number | undefined) {
  const backups = await listBaseBackups(store);
  if (backups.length === 0) throw new Error(`No base backup is kept at ${store.name}.`);
  const timeline = await readTimeline(store, backups, asked);
  const usable = backups.filter((one) => isOf(timeline, one));
  if (usable.length === 0)
    throw new Error(`No base backup at ${store.name} is of timeline ${timeline.number} or from before it began.`);
  const chosen = usable.findLast(({ endedAt }) => !to || new Date(endedAt) <= to);
  if (!chosen)
    throw new Error(`The oldest backup at ${store.name} is of ${usable[0]!.endedAt}: nothing before can be restored.`);
  return { backup: chosen, timeline: timeline.number };
}

export async function unpack(store: ObjectStore, { parts }: BaseBackup, into: string): Promise<void> {
  const zipped = async function* () {
    for (const { key, sha256 } of parts) {
      const part = await store.read(key);
      if (!part || createHash("sha256").update(part).digest("hex") !== sha256)
        throw new Error(`${store.name} does not keep ${key} as it was made: use another backup.`);
      yield part;
    }
  };
  const extract = tar.extract();
  extract.on("entry", (header, stream, next) => {
    const name = normalize(header.name);
    if (name.startsWith("..") || name.startsWith("/"))
      return next(new Error(`The backup holds a path outside: ${name}`));
    const path = join(into, name);
    const done =
      header.type === "directory"
        ? mkdir(path, { recursive: true, mode: 0o700 }).then(() => void stream.resume())
        : mkdir(dirname(path), { recursive: true, mode: 0o700 }).then(() =>
            pipeline(stream, createWriteStream(path, { mode: 0o600 })),
          );
    done.then(() => next(), next);
  });
  await pipeline(Readable.from(zipped()), createGunzip(), extract);
  for (const name of [...EMPTY, "pg_wal/archive_status"])
    await mkdir(join(into, name), { recursive: true, mode: 0o700 });
}

/** All since the backup began. They stay packed: a segment has 16 MB, most of them nothing. */
async function fetchWal(store: ObjectStore, { startWal }: BaseBackup, into: string): Promise<number> {
  const needed = (await listWal(store)).filter(
    (name) => name.endsWith(".history") || name.slice(8) >= startWal.slice(8),
  );
  for (const name of needed) {
    const content = await store.read(walKey(name));
    if (content) await writeFile(join(into, `${name}.gz`), content, { mode: 0o600 });
  }
  return needed.length;
}

/** What this process wrote belongs to who PostgreSQL runs as. */
export async function own(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    await chown(path, uid, gid);
    if (entry.isDirectory()) await chmod(path, 0o700);
  }
}

async function recover(
  options: { dataDir: string; password: string; archiveTo: string | undefined },
  timeline: number,
  to: Date | undefined,
): Promise<Date | null> {
  const { dataDir: work, password } = options;
  const settings = [
    `hba_file=${join(work, "pg_hba.conf")}`,
    `restore_command=from=${inCommand(join(work, "archive"))}; test -f "$from/%f.gz" && gzip -dc "$from/%f.gz" > "%p"`,
    "recovery_target_action=promote",
    `recovery_target_timeline=${timeline}`,
    ...(to ? [`recovery_target_time=${to.toISOString().replace("Z", "+00")}`] : []),
  ];
  const postgres = await startPostgres({ ...options, settings, once: true }).catch(async () => {
    throw new Error(await whyEnded(work));
  });
  try {
    const client = await promoted(work, postgres.url);
    try {
      await client.query(`alter role postgres password ${client.escapeLiteral(password)}`);
      const { rows } = await client.query("select pg_last_xact_replay_timestamp() as at");
      return rows[0].at;
    } finally {
      await client.end();
    }
  } finally {
    await postgres.stop();
  }
}

/** A connection, once all that was asked for has been played. */
async function promoted(work: string, url: string): Promise<pg.Client> {
  for (;;) {
    if (!isPostgresRunning(work)) throw new Error(await whyEnded(work));
    const client = new pg.Client(connectionOptions(url));
    client.on("error", () => {});
    try {
      await client.connect();
      const { rows } = await client.query("select pg_is_in_recovery() as playing");
      if (!rows[0].playing) return client;
    } catch {
      // It starts, or it ended: the next look says which.
    }
    await client.end().catch(() => {});
    await sleep(200);
  }
}

/** Why it ended, for people. */
async function whyEnded(work: string): Promise<string> {
  const log = await readFile(join(work, "postgres.log"), "utf8");
  const last = /last completed transaction was at log time (\S+ \S+ \S+)/.exec(log)?.[1];
  if (/recovery ended before configured recovery target was reached/.test(log))
    return `The archive ends before that moment${last ? `: its last transaction is of ${last}` : ""}. Leave --to out to restore all of it.`;
  return `PostgreSQL ended: ${
    log
      .trim()
      .split("\n")
      .findLast((line) => /FATAL|PANIC/.test(line)) ?? "see its log"
  }`;
}
