import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "#prisma/migrate.ts";
import { connectionOptions } from "#server/kernel/db.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { startPostgres } from "#server/process/embedded-postgres.ts";
import { startPgBouncer } from "./pgbouncer.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL; its database `service` is the migrated template. */
    databaseUrl: string;
    /** The same through a pooler; empty without one. */
    pooledUrl: string;
  }
}

type Server = { url: string; pooled: string; stop(): Promise<void> };

/** One for the whole run: whichever kind of tests needs it first starts it, and the last to go stops it. */
const shared = processSingleton("the run's PostgreSQL", () => ({
  users: 0,
  server: undefined as Promise<Server> | undefined,
}));

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.users++;
  shared.server ??= start();
  const server = await shared.server;
  project.provide("databaseUrl", server.url);
  project.provide("pooledUrl", server.pooled);
  return async () => {
    if (--shared.users === 0) await server.stop();
  };
}

/** On a fresh folder, without the care for the disk that a real one needs. */
async function start(): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-test-"));
  const settings = [
    ...["fsync=off", "full_page_writes=off", "max_connections=400", "autovacuum=off", "wal_level=logical"],
    // Of all files that have cells at the same time.
    ...[
      "max_replication_slots=50",
      "max_wal_senders=50",
      "max_logical_replication_workers=30",
      "max_worker_processes=50",
    ],
  ];
  const postgres = await startPostgres({ dataDir, password: "test", settings });
  await migrate(postgres.url);
  const client = new pg.Client(connectionOptions(postgres.url.replace("/service?", "/postgres?")));
  await client.connect();
  await client.query("alter database service with is_template true");
  await client.end();
  const pooler = process.env.PGBOUNCER ? await startPgBouncer(process.env.PGBOUNCER, postgres.url) : null;
  const stop = async () => {
    pooler?.stop();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: postgres.url, pooled: pooler?.url ?? "", stop };
}
