import { setTimeout as sleep } from "node:timers/promises";
import { isDatabaseDown } from "#server/kernel/database-errors.ts";
import { env } from "#server/kernel/env.ts";
import { type EmbeddedPostgres, isPostgresRunning } from "./embedded-postgres.ts";
import { openOwnPostgres, stopUnheld } from "./platform.ts";
import { isStopping } from "./postmaster.ts";

/** Of a server that keeps going away something else is the matter. */
const MOST_TRIES = 10;
const GOES_WITHIN_MS = 2_000;

/**
 * Opens our own PostgreSQL and takes a place on it, anew where the last who worked on it stopped it meanwhile. Where it cannot be
 * taken, PostgreSQL is left as it was found, running or not.
 *
 * @param take marks the place for whoever would stop it
 * @param signal it is not to be waited for any more
 */
export async function takeOwnPostgres<T>(
  take: (postgres: EmbeddedPostgres) => Promise<T>,
  signal?: AbortSignal,
): Promise<{ postgres: EmbeddedPostgres; taken: T }> {
  for (let tries = 1; ; tries++) {
    const wasRunning = isPostgresRunning(env().dataDir);
    let postgres: EmbeddedPostgres | undefined;
    try {
      postgres = await openOwnPostgres(signal);
      return { postgres, taken: await take(postgres) };
    } catch (error) {
      const mayBeGoing = postgres !== undefined || (wasRunning && isDatabaseDown(error));
      if (mayBeGoing && tries < MOST_TRIES && !signal?.aborted && (await isGoing())) continue;
      if (postgres && !wasRunning) await stopUnheld(postgres);
      throw error;
    }
  }
}

async function isGoing(): Promise<boolean> {
  const { dataDir } = env();
  for (const end = performance.now() + GOES_WITHIN_MS; performance.now() < end; await sleep(50))
    if (!isPostgresRunning(dataDir) || isStopping(dataDir)) return true;
  return false;
}
