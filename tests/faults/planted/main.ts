import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { Command } from "commander";
import { splitFile } from "#prisma/functions.ts";
import { ensureBuild, ensureGenerated } from "#server/process/ensure-build.ts";
import type { Change, Check } from "./bug.ts";
import { BUGS } from "./bugs.ts";

/**
 * `npm run faults:planted`: plants one bug after the other in a copy of the project, and lets the checks look for it, the
 * cheapest first. First everything is checked without a bug: a check that fails then finds nothing. Exit code 1 when a bug
 * stays unfound.
 */
const { only } = new Command()
  .option("--only <pattern>", "bugs whose name matches, as a regular expression")
  .parse()
  .opts<{ only?: string }>();
const ROOT = join(import.meta.dirname, "../../..");
const WITHIN_MS = 10 * 60_000;
const say = (line: string) => process.stdout.write(`${line}\n`);

const bugs = BUGS.filter(({ name }) => !only || new RegExp(only).test(name));
// Any pages do: what the checks look at is not built.
const needsPages = bugs.some(({ checks }) =>
  checks.some((check) => "faults" in check || check.file.startsWith("tests/e2e/")),
);
if (needsPages && !existsSync(join(ROOT, ".next/BUILD_ID"))) await ensureBuild(say);
ensureGenerated();
const copy = mkdtempSync(join(tmpdir(), "svc-planted-"));
try {
  process.exitCode = plantAll() ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function plantAll(): boolean {
  makeCopy();
  const checks = new Map(bugs.flatMap((bug) => bug.checks).map((check) => [nameOf(check), check]));
  for (const [name, check] of checks) {
    const complaint = run(check);
    if (complaint) throw new Error(`Without a bug ${name} fails: ${complaint}`);
    say(`without a bug: ${name} passes`);
  }
  const rows = bugs.map(({ name, changes, checks: candidates }) => {
    const originals = changes.map(plant);
    const silent: string[] = [];
    let found: string | null = null;
    for (const check of candidates) {
      const complaint = run(check);
      if (complaint) {
        found = `${nameOf(check)} | ${complaint}`;
        break;
      }
      silent.push(nameOf(check));
    }
    for (const restore of originals.reverse()) restore();
    const row = `| ${name} | ${found ?? "NOT FOUND |"} |`;
    say(`${row}${silent.length > 0 ? ` (not by ${silent.join(", ")})` : ""}`);
    return { row, found };
  });
  say(`\n| Bug | Found by | In its words |\n| --- | --- | --- |\n${rows.map(({ row }) => row).join("\n")}`);
  const unfound = rows.filter(({ found }) => found === null).length;
  say(`\n${rows.length - unfound} of ${rows.length} found`);
  return unfound === 0;
}

/** What is under version control, and what is made of it; the pages are not built anew for each bug. */
function makeCopy(): void {
  const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" });
  for (const file of stdout.trim().split("\n")) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
  }
  for (const made of needsPages ? ["generated", ".next"] : ["generated"])
    cpSync(join(ROOT, made), join(copy, made), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  plant({
    file: "server/process/ensure-build.ts",
    find: '!isStale(".next", digestSources())',
    put: "true",
  });
}

/** Returns what takes it out again. */
function plant({ file, find, put }: Change): () => void {
  const path = join(copy, file);
  const text = readFileSync(path, "utf8");
  if (text.split(find).length !== 2)
    throw new Error(`"${find}" stands ${text.split(find).length - 1} times in ${file}, not once.`);
  writeFileSync(path, text.split(find).join(put));
  const migration = file.startsWith("prisma/functions/") ? plantMigration(path) : null;
  return () => {
    writeFileSync(path, text);
    if (migration) rmSync(migration, { recursive: true, force: true });
  };
}

/** What runs is what the migrations made: the last one of the copy makes the function as its file says now. Returns its folder. */
function plantMigration(path: string): string {
  const name = basename(path, ".sql");
  const { text } = splitFile(name, readFileSync(path, "utf8")).find(({ key }) => key === `function ${name}`)!;
  const folder = join(copy, "prisma/migrations", `9999_${name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "migration.sql"), text);
  return folder;
}

function nameOf(check: Check): string {
  return "faults" in check
    ? `npm run faults -- ${check.faults}`
    : `${check.file}${check.tests ? ` (${check.tests})` : ""}`;
}

/** What it complains about; null when it finds nothing. */
function run(check: Check): string | null {
  const args =
    "faults" in check
      ? ["tests/faults/main.ts", ...check.faults.split(" ")]
      : [
          "node_modules/vitest/vitest.mjs",
          "run",
          "--no-color",
          check.file,
          ...(check.tests ? ["-t", check.tests] : []),
        ];
  const env = { ...process.env, DEATHS: "full", NO_COLOR: "1", FORCE_COLOR: "0" };
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    env,
    encoding: "utf8",
    timeout: WITHIN_MS,
    maxBuffer: 2 ** 28,
  });
  if (status === 0) return null;
  if (signal) return `did not end within ${WITHIN_MS / 60_000} minutes`;
  if ("faults" in check && status === 2) throw new Error(`A run shows nothing:\n${stdout.slice(-2_000)}`);
  const lines = `${stdout}\n${stderr}`.split("\n");
  const telling =
    lines.find((line) => /^FAULT |AssertionError: |^\s*(Error|error): /.test(line)) ??
    lines.findLast((line) => line.trim() !== "");
  return (telling ?? `ended with ${status}`).trim().replaceAll("|", "/").slice(0, 200);
}
