import { AlreadyKept, type ObjectStore } from "#server/kernel/object-store.ts";

/** A base backup, as it is listed where it is kept: its files come first, this last, so that what is listed is whole. */
export type BaseBackup = {
  id: string;
  /** PostgreSQL's, such as 170006. */
  serverVersion: number;
  startedAt: string;
  /** The earliest moment that it can be restored to, by the database's clock. */
  endedAt: string;
  /** The first file of the archive that a restore of it needs. */
  startWal: string;
  /** The last one that makes it consistent. */
  endWal: string;
  /** In the order in which they make up the archive, gzip of tar. */
  parts: { key: string; sha256: string; bytes: number }[];
  bytes: number;
};

const BACKUPS = "backups/";
const WAL = "wal/";

export const partKey = (id: string, number: number): string => `${BACKUPS}${id}.${String(number).padStart(5, "0")}`;
export const walKey = (name: string): string => `${WAL}${name}.gz`;

/** A file of the archive: a segment, or the history of a restore. */
export const WAL_NAME = /^(?:[0-9A-F]{24}|[0-9A-F]{8}\.history)$/;

/** Oldest first. */
export async function listBaseBackups(store: ObjectStore): Promise<BaseBackup[]> {
  const keys = (await store.list(BACKUPS)).filter((key) => key.endsWith(".json"));
  return await Promise.all(keys.map(async (key) => JSON.parse((await store.get(key))!) as BaseBackup));
}

export const listBackup = (store: ObjectStore, backup: BaseBackup): Promise<void> =>
  store.put(`${BACKUPS}${backup.id}.json`, `${JSON.stringify(backup, null, 2)}\n`);

/** Names of the archive's files that are kept, in their order. */
export async function listWal(store: ObjectStore): Promise<string[]> {
  return (await store.list(WAL)).map((key) => key.slice(WAL.length).replace(/\.gz$/, ""));
}

/** Puts what may be there already, from an attempt whose answer was lost. Throws where something else has its key. */
export async function keep(store: ObjectStore, key: string, content: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    await store.put(key, content);
  } catch (error) {
    if (!(error instanceof AlreadyKept)) throw error;
    if (!(await store.read(key))?.equals(content))
      throw new Error(
        `${store.name} keeps another ${key}: a second installation writes there. Give each a BACKUP_URL of its own.`,
      );
  }
}
