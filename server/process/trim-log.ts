import { copyFileSync, statSync, truncateSync } from "node:fs";
import { log } from "#server/kernel/log.ts";

const MOST_BYTES = 16 * 2 ** 20;

/**
 * Begins a log file anew that has grown long; what it held is kept beside it, as `<file>.1`, until the next time. Whoever writes it
 * goes on: it is open for appending there.
 */
export function trimLog(file: string): void {
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < MOST_BYTES) return;
    copyFileSync(file, `${file}.1`);
    truncateSync(file);
  } catch (error) {
    log().warn({ file, error: (error as Error).message }, "a log file could not be kept short");
  }
}
