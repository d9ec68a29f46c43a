import { accessSync, constants, existsSync, mkdirSync, statfsSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartError } from "./start-error.ts";

const MB = 2 ** 20;
/** A new database with its catalogue takes 80 MB, what is written ahead of it up to as much again, and orders come. */
const NEW_NEEDS = 300 * MB;
/** With less PostgreSQL dies of its next checkpoint, or cannot begin another file of what is written ahead. */
const OLD_NEEDS = 32 * MB;

/** Makes the data directory where there is none. */
export function makeDataDir(dataDir: string): void {
  saying(dataDir, "made", () => {
    // Making a folder on what is read-only fails by other names.
    if (!existsSync(dataDir)) accessSync(nearest(dataDir), constants.W_OK);
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  });
}

/**
 * Sees that a database can be in the data directory.
 *
 * @param free bytes that are free there
 */
export function requireRoom(dataDir: string, free = freeBytes(dataDir)): void {
  saying(dataDir, "written", () => accessSync(dataDir, constants.W_OK));
  const needed = existsSync(join(dataDir, "postgres", "PG_VERSION")) ? OLD_NEEDS : NEW_NEEDS;
  if (free >= needed) return;
  throw new StartError(
    `There are ${Math.floor(free / MB)} MB free where the data directory ${dataDir} is, and PostgreSQL needs ${needed / MB} MB. Free some, or set DATA_DIR to a folder on another disk.`,
  );
}

function saying(dataDir: string, done: "made" | "written", work: () => void): void {
  try {
    work();
  } catch (error) {
    throw new StartError(
      `The data directory ${dataDir} cannot be ${done}: ${(error as Error).message}. Set DATA_DIR to a folder that can be written.`,
    );
  }
}

function freeBytes(dataDir: string): number {
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize;
}

const nearest = (path: string): string => (existsSync(path) || dirname(path) === path ? path : nearest(dirname(path)));
