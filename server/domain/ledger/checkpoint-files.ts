import { constants } from "node:fs";
import { mkdir, open, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "#server/kernel/env.ts";
import { type AccountHead, type Checkpoint, checkpointHash, isSigned, NO_CHECKPOINT, rootOf } from "./checkpoint.ts";

/** A checkpoint with the heads that its root is made of, as it is kept: one file each, never written again. */
export type CheckpointFile = Checkpoint & { heads: AccountHead[] };

const NAME = /^checkpoint-(\d{8})\.json$/;
const nameOf = (number: number): string => `checkpoint-${String(number).padStart(8, "0")}.json`;

async function listNumbers(): Promise<number[]> {
  const names = await readdir(env().checkpointDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.flatMap((name) => Number(NAME.exec(name)?.[1] ?? Number.NaN) || []).sort((a, b) => a - b);
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

export async function readNewestFile(): Promise<CheckpointFile | null> {
  const newest = (await listNumbers()).at(-1);
  if (newest === undefined) return null;
  const file = await readOne(newest);
  if ("fault" in file) throw new Error(file.fault);
  return file;
}

/**
 * Every checkpoint that is there, oldest first, each checked: signature, root, number, and the link to the one before it.
 * Older ones may have been moved away; between the oldest and the newest none may be missing. Faults are in words.
 */
export async function* readCheckpoints(faults: string[]): AsyncGenerator<CheckpointFile> {
  let before: CheckpointFile | undefined;
  for (const number of await listNumbers()) {
    const file = await readOne(number);
    if ("fault" in file) {
      faults.push(file.fault);
      continue;
    }
    const expected = before ? checkpointHash(before) : number === 1 ? NO_CHECKPOINT : file.previous;
    if (before && file.number !== before.number + 1)
      faults.push(`checkpoint ${file.number} follows ${before.number}: files between them are missing`);
    else if (file.previous !== expected) faults.push(`checkpoint ${file.number} does not name the one before it`);
    before = file;
    yield file;
  }
}

async function readOne(number: number): Promise<CheckpointFile | { fault: string }> {
  const name = nameOf(number);
  try {
    const file = JSON.parse(await readFile(join(env().checkpointDir, name), "utf8")) as CheckpointFile;
    if (file.number !== number) return { fault: `${name} holds checkpoint ${file.number}: another one was put there` };
    if (!isSigned(file)) return { fault: `${name} is not signed by this service's key: it was changed or forged` };
    if (rootOf(file.heads) !== file.root) return { fault: `${name} lists other heads than those that were signed` };
    return file;
  } catch (error) {
    return { fault: `${name} cannot be read: ${(error as Error).message}` };
  }
}
