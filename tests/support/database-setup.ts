import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { seed } from "#prisma/seed.ts";
import { eventShapes } from "#server/api/v1/events.ts";
import { leaveKeyring } from "#server/domain/control/secrets/index.ts";
import { flushRequestLog } from "#server/domain/reseller/request-log/index.ts";
import { flushViews } from "#server/domain/shop/views/index.ts";
import { systemContext } from "#server/kernel/context.ts";
import { connectionOptions, database, openDatabase, sql } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { eventFault, setEventShapes } from "#server/kernel/events.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { PATIENCE_MS } from "./until.ts";

// Each test file works in a database of its own, copied from the migrated template.
const template = inject("databaseUrl");
const name = `test_${process.pid}_${Date.now()}_${Math.random().toString(36).slice(2, 8)}`;
const client = new pg.Client(connectionOptions(template.replace("/service?", "/postgres?")));
await client.connect();
await client.query(`create database ${name} template service strategy file_copy`);
await client.end();

const direct = template.replace("/service?", `/${name}?`);
const pooled = inject("pooledUrl");
overrideEnv({
  ...(pooled ? { databaseUrl: pooled.replace(/service$/, name), directDatabaseUrl: direct } : { databaseUrl: direct }),
  masterKey: "a master key for tests, long enough to be one",
  checkpointDir: mkdtempSync(join(tmpdir(), "svc-checkpoints-")),
});
// What many wait for at once takes long on a busy machine: no statement fails because of that.
processSingleton("database", () => openDatabase(env().databaseUrl!, 20, { longest: PATIENCE_MS }));
setEventShapes(eventShapes);
await seed(systemContext({ kind: "command", name: "test" }));

afterAll(async () => {
  await requireDocumentedEvents();
  // What is still to be written would be written into the next file's database.
  await flushRequestLog(database());
  await flushViews(database());
  await leaveKeyring(database());
  await database().close();
  rmSync(env().checkpointDir, { recursive: true, force: true });
});

/** Whatever a test was about: an event that the document does not describe may not have been written. */
async function requireDocumentedEvents(): Promise<void> {
  const events = await database().query<{ type: string; data: string; n: number }>(
    sql`select type, data, count(*) as n from events group by 1, 2 order by max(id) limit 5000`,
  );
  for (const { type, data } of events) {
    const fault = eventFault(type, data);
    if (fault) throw new Error(`An event ${type} was written otherwise than documented: ${fault}\n${data}`);
  }
}
