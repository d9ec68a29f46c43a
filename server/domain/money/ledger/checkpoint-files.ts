import type { KeyObject } from "node:crypto";
import { constants } from "node:fs";
import { mkdir, open, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Ctx } from "#server/kernel/context.ts";
import { env } from "#server/kernel/env.ts";
import { type ObjectStore, openBackupStore } from "#server/kernel/object-store.ts";
import { requireMachine } from "#server/kernel/operator-permissions.ts";
import {
  type Checkpoint,
  checkpointHash,
  findSigner,
  type GivenUp,
  type Heads,
  hashOfGivenUp,
  NO_CHECKPOINT,
  rootOf,
} from "./checkpoint.ts";

/** A checkpoint with the heads that its root is made of, as it is kept: one file each, never written again. */
export type CheckpointFile = Checkpoint & Heads & { given_up?: GivenUp };

const NAME = /^checkpoint-(\d{8})\.json$/;
const nameOf = (number: number): string => `checkpoint-${String(number).padStart(8, "0")}.json`;

async function listNumbers(): Promise<number[]> {
  const names = await readdir(env().checkpointDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return onlyNumbers(names);
}

const onlyNumbers = (names: string[]): number[] =>
  names.flatMap((name) => Number(NAME.exec(name)?.[1] ?? Number.NaN) || []).sort((a, b) => a - b);

const readText = (number: number): Promise<string> => readFile(join(env().checkpointDir, nameOf(number)), "utf8");

const OFF_SITE = "checkpoints/";

async function listOffSite(store: ObjectStore): Promise<number[]> {
  return onlyNumbers((await store.list(OFF_SITE)).map((key) => key.slice(OFF_SITE.length)));
}

/** Copies to where `BACKUP_URL` says what is not there yet; nothing that is there is replaced. Returns how many. */
export async function copyCheckpoints(ctx: Ctx): Promise<number> {
  requireMachine(ctx);
  const store = openBackupStore();
  if (!store) return 0;
  const there = new Set(await listOffSite(store));
  const missing = (await listNumbers()).filter((number) => !there.has(number));
  for (const number of missing) await store.put(OFF_SITE + nameOf(number), await readText(number));
  return missing.length;
}

/**
 * Puts the copies into a folder, beside those that are there. Returns how many.
 *
 * @param upTo none that is newer
 */
export async function fetchCheckpoints(store: ObjectStore, folder: string, upTo = Infinity): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const here = new Set(onlyNumbers(await readdir(folder)));
  const missing = (await listOffSite(store)).filter((number) => !here.has(number) && number <= upTo);
  for (const number of missing) {
    const text = await store.get(OFF_SITE + nameOf(number));
    await writeFile(join(folder, nameOf(number)), text!, { flag: "wx", mode: 0o400 });
  }
  return missing.length;
}

/**
 * What the copies elsewhere say against the files here. Each checkpoint names the one before it, so the newest copy vouches
 * for all before it.
 */
export async function findOffSiteFault(): Promise<string | null> {
  const store = openBackupStore();
  if (!store) return null;
  try {
    const newest = (await listOffSite(store)).at(-1);
    if (newest === undefined) return null;
    const copy = await store.get(OFF_SITE + nameOf(newest));
    const here = await readText(newest).catch(() => null);
    if (here === null) return `checkpoint ${newest} is kept at ${store.name} and is not in ${env().checkpointDir}`;
    return copy === here ? null : `checkpoint ${newest} is not the one that is kept at ${store.name}`;
  } catch (error) {
    return `the copies at ${store.name} cannot be read: ${(error as Error).message}`;
  }
}

/** Written whole and to the disk before anybody is told; a file that is there is never replaced. */
export async function writeCheckpointFile(checkpoint: CheckpointFile): Promise<void> {
  const dir = env().checkpointDir;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const file = await open(
    join(dir, nameOf(checkpoint.number)),
    constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY,
    0o400,
  );
  try {
    await file.writeFile(`${JSON.stringify(checkpoint)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function readNewestFile(keys: KeyObject[]): Promise<CheckpointFile | null> {
  const newest = (await listNumbers()).at(-1);
  if (newest === undefined) return null;
  const read = await readOne(newest, keys);
  if ("fault" in read) throw new Error(read.fault);
  return read.file;
}

/**
 * Every checkpoint that is there, oldest first, each checked: signature, root, number, and the link to the one before it.
 * A key that another one followed signs nothing more. Older ones may have been moved away; between the oldest and the newest none may be missing. Faults are in words.
 */
export async function* readCheckpoints(keys: KeyObject[], faults: string[]): AsyncGenerator<CheckpointFile> {
  let before: CheckpointFile | undefined;
  let signedBy = keys.length;
  for (const number of await listNumbers()) {
    const read = await readOne(number, keys);
    if ("fault" in read) {
      faults.push(read.fault);
      continue;
    }
    const { file, signer } = read;
    if (signer > signedBy) faults.push(`checkpoint ${number} is signed by a key that was replaced before`);
    signedBy = signer;
    const expected = before ? checkpointHash(before) : number === 1 ? NO_CHECKPOINT : file.previous;
    if (before && file.number !== before.number + 1)
      faults.push(`checkpoint ${file.number} follows ${before.number}: files between them are missing`);
    else if (file.previous !== expected) faults.push(`checkpoint ${file.number} does not name the one before it`);
    before = file;
    yield file;
  }
}

type Read = { file: CheckpointFile; signer: number } | { fault: string };

async function readOne(number: number, keys: KeyObject[]): Promise<Read> {
  const name = nameOf(number);
  try {
    const file = JSON.parse(await readFile(join(env().checkpointDir, name), "utf8")) as CheckpointFile;
    if (file.number !== number) return { fault: `${name} holds checkpoint ${file.number}: another one was put there` };
    const signer = findSigner(file, keys);
    if (signer < 0) return { fault: `${name} is not signed by this service's key: it was changed or forged` };
    if (rootOf(file) !== file.root) return { fault: `${name} lists other heads than those that were signed` };
    if (file.restored?.given_up !== (file.given_up && hashOfGivenUp(file.given_up)))
      return { fault: `${name} gives up other entries than those that were signed` };
    return { file, signer };
  } catch (error) {
    return { fault: `${name} cannot be read: ${(error as Error).message}` };
  }
}
