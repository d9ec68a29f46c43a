import { rmSync } from "node:fs";
import { env } from "#server/kernel/env.ts";
import { log } from "#server/kernel/log.ts";
import { type EmbeddedPostgres, isPostgresRunning } from "./embedded-postgres.ts";
import { lockDataDir, openOwnPostgres, startOwnPostgres, walFolder } from "./platform.ts";

const LOOK_EVERY_MS = 500;

/** Our own PostgreSQL, which no other service works on. `stop` ends it as the last of all. */
export type HeldPostgres = { postgres: EmbeddedPostgres; stop(): Promise<void> };

/**
 * Starts it, or adopts the one that runs on the data directory, and starts it again whenever it dies. Null when DATABASE_URL
 * names another's. One that another service works on is left as it is, and a StartError says so.
 */
export async function holdOwnPostgres(): Promise<HeldPostgres | null> {
  if (env().databaseUrl) return null;
  const { dataDir, backup } = env();
  // Nobody would take away what the database leaves there. Of one that runs it may be another service's.
  if (!backup && !isPostgresRunning(dataDir)) rmSync(walFolder(dataDir), { recursive: true, force: true });
  const postgres = await openOwnPostgres();
  let lost = false;
  let restoring = false;
  const lockIt = async (url: string) => {
    const lock = await lockDataDir(url);
    lock.once("end", () => {
      lost = true;
    });
    return lock;
  };
  let lock = await lockIt(postgres.url);
  const timer = setInterval(async () => {
    if (!lost || restoring) return;
    restoring = true;
    try {
      log().error("PostgreSQL is gone: it is started again");
      lock = await lockIt((await startOwnPostgres()).url);
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
      await lock.end().catch(() => {});
      await postgres.stop();
    },
  };
}
