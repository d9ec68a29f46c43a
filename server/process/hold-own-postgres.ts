import { rmSync } from "node:fs";
import { env } from "#server/kernel/env.ts";
import { log } from "#server/kernel/log.ts";
import { MINUTE } from "#server/kernel/time.ts";
import { type EmbeddedPostgres, isPostgresRunning, postgresLog } from "./embedded-postgres.ts";
import { lockDataDir, startOwnPostgres, walFolder } from "./platform.ts";
import { takeOwnPostgres } from "./take-own-postgres.ts";
import { trimLog } from "./trim-log.ts";

const LOOK_EVERY_MS = 500;

/** Our own PostgreSQL, which no other service works on. `stop` ends it as the last of all. */
export type HeldPostgres = { postgres: EmbeddedPostgres; stop(): Promise<void> };

const LOG_EVERY_MS = MINUTE;

/**
 * Starts it, or adopts the one that runs on the data directory, and starts it again whenever it dies. Null when DATABASE_URL
 * names another's. One that another service works on is left as it is, and a StartError says so.
 *
 * @param signal it is not to be waited for any more, nor started again
 */
export async function holdOwnPostgres(signal: AbortSignal): Promise<HeldPostgres | null> {
  if (env().databaseUrl) return null;
  const { dataDir, backup } = env();
  const wasRunning = isPostgresRunning(dataDir);
  // Nobody would take away what the database leaves there. Of one that runs it may be another service's.
  if (!backup && !wasRunning) rmSync(walFolder(dataDir), { recursive: true, force: true });
  let lost = false;
  let restoring = false;
  const lockIt = async (url: string) => {
    const lock = await lockDataDir(url);
    lock.once("end", () => {
      lost = true;
    });
    return lock;
  };
  const { postgres, taken } = await takeOwnPostgres(({ url }) => lockIt(url), signal);
  let lock = taken;
  const keepLogShort = () => trimLog(postgresLog(dataDir));
  keepLogShort();
  const trimming = setInterval(keepLogShort, LOG_EVERY_MS).unref();
  const timer = setInterval(async () => {
    if (!lost || restoring || signal.aborted) return;
    restoring = true;
    try {
      log().error("PostgreSQL is gone: it is started again");
      lock = await lockIt((await startOwnPostgres(signal)).url);
      lost = false;
    } catch (error) {
      log().error({ error: (error as Error).message }, "PostgreSQL could not be started again");
    }
    restoring = false;
  }, LOOK_EVERY_MS);
  return {
    postgres,
    async stop() {
      clearInterval(timer);
      clearInterval(trimming);
      // Held until the end: who starts meanwhile waits for it, and does not take over what goes.
      await postgres.stop();
      await lock.end().catch(() => {});
    },
  };
}
