import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeDataDir, requireRoom } from "#server/process/data-dir.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-data-dir-"));
afterAll(() => rmSync(folder, { recursive: true }));

const MB = 2 ** 20;

test("a data directory is made with those above it, or a sentence says why not", () => {
  const made = join(folder, "a", "b");
  makeDataDir(made);
  makeDataDir(made);
  const file = join(folder, "file");
  writeFileSync(file, "");
  expect(() => makeDataDir(file)).toThrow(/^The data directory .*file cannot be made: .* Set DATA_DIR to a folder/);
  expect(() => makeDataDir(join(file, "below"))).toThrow(/^The data directory .*below cannot be made: .* Set DATA_DIR/);
});

test("a new database is not begun where it will not fit, and one that is there as long as it can write", () => {
  expect(() => requireRoom(folder, 299 * MB)).toThrow(
    `There are 299 MB free where the data directory ${folder} is, and PostgreSQL needs 300 MB. Free some, or set DATA_DIR to a folder on another disk.`,
  );
  requireRoom(folder, 300 * MB);
  mkdirSync(join(folder, "postgres"));
  writeFileSync(join(folder, "postgres", "PG_VERSION"), "18");
  requireRoom(folder, 32 * MB);
  expect(() => requireRoom(folder, 31 * MB)).toThrow(/There are 31 MB free .* needs 32 MB/);
  expect(() => requireRoom(folder)).not.toThrow();
});
