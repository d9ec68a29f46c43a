import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOCK } from "#prisma/migrate.ts";
import { connectionOptions, sql } from "#server/kernel/db.ts";
import { startPostgres } from "#server/process/embedded-postgres.ts";
import { loadSecrets } from "#server/process/secrets.ts";
import { newService, type Service } from "#tests/support/service.ts";
import { onServiceDatabase } from "#tests/support/service-database.ts";
import { until } from "#tests/support/until.ts";

/** Which whoever works on the data directory holds: its last 32 bits. */
const DATA_DIR_LOCK = 7_276_318_202 % 2 ** 32;
const NOTHING_LEFT = { worker: [], simulator: [], postgres: [] };

describe("while the pages are being built", () => {
  let service: Service;
  const start = (says: RegExp) => service.start({ script: "tests/support/first-start.ts", says });
  const pages = async (accept: string) => {
    const answer = await fetch(`${service.url}/sign-in`, { headers: { accept } });
    return { answer, status: answer.status, retryAfter: answer.headers.get("retry-after"), text: await answer.text() };
  };
  const readiness = async () =>
    (await service.call(service.demo().testKey, "GET", "/health/ready")).json.data as
      | { status: string; checks: Record<string, { status: string }> }
      | undefined;

  beforeAll(async () => {
    service = await newService({}, { first: true });
    await start(/try it .*\n/);
  });
  afterAll(() => service.dispose());

  test("the API sells, pages say how far they are, and nobody is told that all is ready", async () => {
    const { testKey } = service.demo();
    const sold = await service.call(
      testKey,
      "POST",
      "/orders",
      { package_id: "esimaccess-TR_1_7", quantity: 1 },
      { "Idempotency-Key": "during-the-build" },
    );
    expect(sold.json.data.status).toBe("delivered");
    await until(async () => (await readiness())?.checks.pages?.status === "degraded");
    expect(await readiness()).toMatchObject({ status: "degraded" });
    const people = await pages("text/html,*/*");
    expect(people).toMatchObject({ status: 503, retryAfter: "3", text: expect.stringContaining("Being built, 40 %") });
    expect(people.answer.headers.get("content-security-policy")).toMatch(/default-src 'none'; style-src 'sha256-/);
    const { openapi_url } = (await service.call(testKey, "GET", "/meta/integration")).json.data;
    expect((await (await fetch(openapi_url)).json()).info.version).toBe("6.0.0");
    const programs = await pages("*/*");
    expect(programs).toMatchObject({ status: 503, retryAfter: "3" });
    expect(JSON.parse(programs.text).error.code).toBe("service_unavailable");
    expect(service.output()).toContain("Building the pages: 40 %");
    expect(service.output()).not.toContain("Ready on");

    writeFileSync(join(service.dataDir, "built"), "");
    await until(() => /Ready on http:\/\/localhost:\d+\n$/.test(service.output()));
    expect((await pages("text/html")).status).toBe(200);
    await until(async () => (await readiness())?.status === "ready");
    expect(await service.end()).toBe(0);
    rmSync(join(service.dataDir, "built"));
  });

  test("SIGTERM breaks the build off, and ends PostgreSQL last and cleanly", async () => {
    await start(/demo\.json\n/);
    expect(await service.end("SIGTERM")).toBe(0);
    expect(await service.processes()).toEqual(NOTHING_LEFT);
    expect(service.output()).not.toMatch(/Ready on|Error/);
    expect(readFileSync(join(service.dataDir, "postgres.log"), "utf8")).not.toMatch(/was not properly shut down/);
  });

  test("a build that fails ends the start with its sentence, and leaves nothing running", async () => {
    writeFileSync(join(service.dataDir, "broken"), "");
    await expect(start(/Ready on /)).rejects.toThrow("The pages could not be built.");
    expect(await service.processes()).toEqual(NOTHING_LEFT);
    rmSync(join(service.dataDir, "broken"));
  });

  test("SIGTERM breaks a migration off, and ends PostgreSQL cleanly", async () => {
    await start(/demo\.json\n/);
    // PostgreSQL is all that is left of it.
    const left = await service.processes();
    for (const pid of [...left.worker, ...left.simulator, service.pid()]) process.kill(pid, "SIGKILL");
    await until(() => !service.isRunning());
    await onServiceDatabase(service, async ({ db }) => {
      const waited = db.transaction(async (tx) => {
        await tx.query(sql`select pg_advisory_xact_lock(${LOCK})`);
        const started = start(/Ready on /);
        started.catch(() => {});
        const isHeld = async () =>
          (await tx.query(sql`select from pg_locks where locktype = 'advisory' and objid::bigint = ${DATA_DIR_LOCK}`))
            .length > 0;
        await until(isHeld);
        expect(await service.end("SIGTERM")).toBe(0);
        await expect(started).rejects.toThrow();
      });
      // PostgreSQL has gone from under it.
      await expect(waited).rejects.toThrow();
    });
    expect(await service.processes()).toEqual(NOTHING_LEFT);
    expect(service.output()).not.toMatch(/Ready on|Error/);
  });

  test("of several svc at a time on the stopped service each is carried out, and the last one stops PostgreSQL", async () => {
    const [verified, audited] = await Promise.all([
      service.svc("ledger", "verify"),
      service.svc("audit"),
      ...Array.from({ length: 2 }, () => service.svc("account", "list")),
    ]);
    expect([verified, audited]).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await service.processes()).toEqual(NOTHING_LEFT);
  });

  test("svc that comes while the last one stops PostgreSQL starts it again", async () => {
    const password = loadSecrets(service.dataDir).postgresPassword;
    const postgres = await startPostgres({ dataDir: service.dataDir, password });
    // As the one that leaves: nobody else may work on it.
    const leaving = new pg.Client(connectionOptions(postgres.url));
    leaving.on("error", () => {});
    await leaving.connect();
    await leaving.query("select pg_advisory_lock($1)", [7_276_318_206]);
    const came = service.svc("account", "list");
    const isThere = async () =>
      (
        await leaving.query(
          "select from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
        )
      ).rows.length > 0;
    await until(isThere);
    await postgres.stop();
    expect(await came).toMatchObject({ accounts: [{ status: "active" }] });
    expect(await service.processes()).toEqual(NOTHING_LEFT);
  });

  test("a database that cannot be migrated ends the start and svc with a sentence, and leaves nothing running", async () => {
    await start(/demo\.json\n/);
    await onServiceDatabase(service, ({ db }) =>
      db.query(sql`update _prisma_migrations set checksum = 'other' where migration_name like '0001%'`),
    );
    expect(await service.end()).toBe(0);
    const words = /The migration 0001_\w+ was changed after it had been applied/;
    await expect(start(/Ready on /)).rejects.toThrow(words);
    expect(await service.processes()).toEqual(NOTHING_LEFT);
    await expect(service.svc("account", "list")).rejects.toMatchObject({ stderr: expect.stringMatching(words) });
    expect(await service.processes()).toEqual(NOTHING_LEFT);
  });
});
