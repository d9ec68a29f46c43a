import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "#prisma/migrate.ts";
import { seed } from "#prisma/seed.ts";
import { type Database, database, openDatabase } from "#server/kernel/db.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { startPostgres } from "#server/process/embedded-postgres.ts";
import { direct } from "#tests/support/api.ts";
import { ownTime } from "#tests/support/own-time.ts";
import { until } from "#tests/support/until.ts";
import { newAccount, newKey, newPackage, system } from "#tests/support/world.ts";

/** A PostgreSQL of its own, which this process uses as one that answers requests does. */
async function ownDatabase() {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-frozen-"));
  const postgres = await startPostgres({ dataDir, password: "test", settings: ["fsync=off"] });
  await migrate(postgres.url);
  const usual = database();
  const own = openDatabase(postgres.url, 20, { hurried: true });
  const held = (globalThis as unknown as Record<symbol, { value: Database }>)[Symbol.for("service:database")]!;
  held.value = own;
  expect(processSingleton("database", () => usual)).toBe(own);
  const signal = (name: NodeJS.Signals) => {
    const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(postgres.pid()), "-p", String(postgres.pid())]);
    for (const pid of String(stdout).trim().split(/\s+/)) process.kill(Number(pid), name);
  };
  onTestFinished(async () => {
    signal("SIGCONT");
    held.value = usual;
    await own.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  await seed(system());
  return { freeze: () => signal("SIGSTOP"), thaw: () => signal("SIGCONT") };
}

test("a frozen PostgreSQL holds no request for longer than five seconds: each is answered 503, and all is well when it goes on", async () => {
  const { freeze, thaw } = await ownDatabase();
  const { packageId } = await newPackage();
  const { code } = await newAccount({ wallet: 1_000, rateMinute: 10_000, rateDay: 100_000 });
  const key = await newKey(code, "live");
  const ask = async (method: "GET" | "POST", path: string, body?: object) => {
    const startedAt = ownTime();
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const { status, headers: got } = await direct.send({ method, path, key, body, ...(body && { headers }) });
    return { status, retryAfter: got["retry-after"], ms: ownTime() - startedAt };
  };
  const askAll = () => [
    ...Array.from({ length: 30 }, () => ask("GET", "/account/balance")),
    ...Array.from({ length: 10 }, () => ask("POST", "/orders", { package_id: packageId, quantity: 1 })),
    ask("GET", "/health/ready"),
  ];
  const isWell = async () => (await Promise.all(askAll())).every(({ status }) => status === 200);
  await until(isWell);

  // Some are in the middle of it, others come while it stands still.
  const asked = askAll();
  freeze();
  for (let second = 0; second < 5; second++) {
    asked.push(...askAll());
    await sleep(1_000);
  }
  const answers = await Promise.all(asked);
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(5_000);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThanOrEqual(5 * 41);
  expect(new Set(refused.map(({ status, retryAfter }) => `${status} ${retryAfter}`))).toEqual(new Set(["503 5"]));

  thaw();
  await until(isWell);
});
