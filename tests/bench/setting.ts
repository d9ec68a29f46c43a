import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "#prisma/migrate.ts";
import { seed } from "#prisma/seed.ts";
import { eventShapes } from "#server/api/v1/events.ts";
import { database } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { startPostgres } from "#server/process/embedded-postgres.ts";
import { ensureBuild } from "#server/process/ensure-build.ts";
import { system } from "./prepare.ts";
import { say } from "./table.ts";

const MASTER_KEY = "a master key for the bench, long enough to be one";

/** What other processes of a run are started with. */
export type Setting = { dataDir: string; databaseUrl: string; masterKey: string; postgresPid: number };

/** The pages built, and a PostgreSQL of its own, which is gone afterwards. */
export async function onOwnDatabase(work: (setting: Setting) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-bench-"));
  await ensureBuild(say);
  const postgres = await startPostgres({ dataDir, password: "bench" });
  try {
    await migrate(postgres.url);
    overrideEnv({
      databaseUrl: postgres.url,
      masterKey: MASTER_KEY,
      logLevel: "error",
      checkpointDir: join(dataDir, "checkpoints"),
    });
    setEventShapes(eventShapes);
    await seed(system());
    await work({ dataDir, databaseUrl: postgres.url, masterKey: MASTER_KEY, postgresPid: postgres.pid()! });
  } finally {
    await database().close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
