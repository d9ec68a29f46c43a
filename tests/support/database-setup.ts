import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { seed } from "#prisma/seed.ts";
import { presentEventData } from "#server/api/v1/events.ts";
import { systemContext } from "#server/kernel/context.ts";
import { connectionOptions, database } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { setEventPresenter } from "#server/kernel/events.ts";

// Each test file works in a database of its own, copied from the migrated template.
const template = inject("databaseUrl");
const name = `test_${process.pid}_${Date.now()}_${Math.random().toString(36).slice(2, 8)}`;
const client = new pg.Client(connectionOptions(template.replace("/service?", "/postgres?")));
await client.connect();
await client.query(`create database ${name} template service`);
await client.end();

overrideEnv({
  databaseUrl: template.replace("/service?", `/${name}?`),
  masterKey: "a master key for tests, long enough to be one",
  checkpointDir: mkdtempSync(join(tmpdir(), "svc-checkpoints-")),
});
setEventPresenter(presentEventData);
await seed(systemContext({ kind: "command", name: "test" }));

afterAll(async () => {
  await database().close();
  rmSync(env().checkpointDir, { recursive: true, force: true });
});
