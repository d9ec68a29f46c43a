import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "#prisma/migrate.ts";
import { connectionOptions } from "#server/kernel/db.ts";
import { startPostgres } from "#server/process/embedded-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL; its database `service` is the migrated template. */
    databaseUrl: string;
  }
}

/** One PostgreSQL for the whole run, on a fresh folder, without the care for the disk that a real one needs. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-test-"));
  const settings = ["fsync=off", "full_page_writes=off", "max_connections=300", "autovacuum=off"];
  const postgres = await startPostgres({ dataDir, password: "test", settings });
  await migrate(postgres.url);
  const client = new pg.Client(connectionOptions(postgres.url.replace("/service?", "/postgres?")));
  await client.connect();
  await client.query("alter database service with is_template true");
  await client.end();
  project.provide("databaseUrl", postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
