import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { ObjectStore } from "#server/kernel/object-store.ts";
import { keep, WAL_NAME, walKey } from "./kept.ts";

/**
 * Copies what PostgreSQL has left in the folder to where backups are kept, oldest first, and forgets it here. Who does it at
 * the same time does no harm.
 *
 * @returns how many files
 */
export async function shipWal(folder: string, store: ObjectStore): Promise<number> {
  const names = (await readdir(folder).catch(nothing)).filter((name) => WAL_NAME.test(name)).sort();
  for (const name of names) {
    const content = await readFile(join(folder, name)).catch(nothing);
    if (content.length === 0) continue;
    await keep(store, walKey(name), await promisify(gzip)(content as Buffer));
    await rm(join(folder, name), { force: true });
  }
  // What is no file of the archive is of no use to a restore.
  for (const name of await readdir(folder).catch(nothing))
    if (name.endsWith(".backup")) await rm(join(folder, name), { force: true });
  return names.length;
}

function nothing(error: NodeJS.ErrnoException): [] {
  if (error.code === "ENOENT") return [];
  throw error;
}
