import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isPostgresRunning, startPostgres } from "#server/process/embedded-postgres.ts";
import { isPostgres, postmasterPid } from "#server/process/postmaster.ts";
import { trimLog } from "#server/process/trim-log.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-own-"));
const dataDir = join(folder, "data");
afterAll(() => {
  const pid = postmasterPid(join(dataDir, "postgres"));
  if (isPostgres(pid)) process.kill(pid!, "SIGQUIT");
  rmSync(folder, { recursive: true, force: true });
});

/** It asks for what it wrote ahead, and is kept waiting for so long. */
const recovering = (seconds: number) => {
  writeFileSync(join(dataDir, "postgres/recovery.signal"), "");
  return [`restore_command=sleep ${seconds}; false`];
};

test("a PostgreSQL that says that it is coming is waited for, and stopped when whoever started it leaves", async () => {
  const start = (settings: string[] = [], signal?: AbortSignal) =>
    startPostgres({ dataDir, password: "own", settings, withinMs: 30_000, ...(signal && { signal }) });
  await (await start()).stop();
  const began = performance.now();
  const slow = await startPostgres({ dataDir, password: "own", settings: recovering(2), withinMs: 1_000 });
  expect(performance.now() - began).toBeGreaterThan(1_000);
  await slow.stop();
  const leaving = new AbortController();
  const starting = start(recovering(600), leaving.signal);
  setTimeout(() => leaving.abort(), 1_000);
  await expect(starting).rejects.toThrow("was told to stop while it started");
  expect(isPostgresRunning(dataDir)).toBe(false);
});

test("its log is begun anew when it has grown long, while it is written; the former one is kept", () => {
  const file = join(folder, "postgres.log");
  const writer = openSync(file, "a");
  const line = `${"x".repeat(2 ** 20 - 1)}\n`;
  for (let i = 0; i < 15; i++) writeSync(writer, line);
  trimLog(file);
  expect(readFileSync(file)).toHaveLength(15 * 2 ** 20);
  writeSync(writer, line);
  trimLog(file);
  writeSync(writer, "after\n");
  expect(readFileSync(file, "utf8")).toBe("after\n");
  expect(readFileSync(`${file}.1`)).toHaveLength(16 * 2 ** 20);
  closeSync(writer);
});
