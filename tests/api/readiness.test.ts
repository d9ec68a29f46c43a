import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { connectionOptions, database, sql } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { directDatabaseUrl } from "#server/kernel/session-limits.ts";
import { direct } from "#tests/support/api.ts";
import { until } from "#tests/support/until.ts";
import { newAccount, newKey, newPackage } from "#tests/support/world.ts";

const dataDir = mkdtempSync(join(tmpdir(), "svc-ready-"));
overrideEnv({ dataDir, timeScale: 0.002 });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

await newPackage();
const { code } = await newAccount();
const key = await newKey(code);
const ready = async () => {
  // Looked at again after ten milliseconds.
  await new Promise((resolve) => setTimeout(resolve, 15));
  const { status, json, headers } = await direct.send({ method: "GET", path: "/health/ready", key });
  return { status, code: json.error?.code, retryAfter: headers["retry-after"] };
};
const NOT_READY = { status: 503, code: "service_unavailable", retryAfter: "5" };

describe("a service is not ready", () => {
  test("while its data directory is full, and is ready again when there is room", async () => {
    expect((await ready()).status).toBe(200);
    const probe = join(dataDir, `.write-probe-${process.pid}`);
    symlinkSync("/dev/full", probe);
    expect(await ready()).toEqual(NOT_READY);
    expect((await ready()).status).toBe(200);
  });

  test("while its data directory cannot be written to", async () => {
    overrideEnv({ dataDir: "/proc/nothing-is-made-here" });
    expect(await ready()).toEqual(NOT_READY);
    overrideEnv({ dataDir });
    expect((await ready()).status).toBe(200);
  });

  test("while its database is read-only, and is ready again when it is not", async () => {
    const admin = new pg.Client(connectionOptions(directDatabaseUrl()));
    await admin.connect();
    onTestFinished(() => admin.end());
    const name = new URL(env().databaseUrl!).pathname.slice(1);
    const setReadOnly = async (is: "on" | "off") => {
      await admin.query(`alter database ${name} set default_transaction_read_only = ${is}`);
      await admin.query(
        "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
    };
    await setReadOnly("on");
    await until(async () => (await ready()).status !== 200);
    expect(await ready()).toEqual(NOT_READY);
    await setReadOnly("off");
    await until(async () => (await ready()).status === 200);
  });
});

test("the database is written to once in a while only", async () => {
  // However slow the machine is, this is no while.
  overrideEnv({ timeScale: 1_000 });
  const writtenAt = async () =>
    (await database().query<{ at: Date }>(sql`select written_at as at from write_probes`))[0]!.at.getTime();
  await ready();
  const at = await writtenAt();
  for (let i = 0; i < 5; i++) expect((await ready()).status).toBe(200);
  expect(await writtenAt()).toBe(at);
});
