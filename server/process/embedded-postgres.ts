import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { connectionOptions } from "#server/kernel/db.ts";
import { chooseUser, findPostgresBinaries, type RunAs } from "./postgres-binaries.ts";
import { isPostgres, postmasterPid } from "./postmaster.ts";
import { StartError } from "./start-error.ts";

/** A running PostgreSQL of our own. `url` names its database `service`. */
export type EmbeddedPostgres = { url: string; stop(): Promise<void>; pid(): number | null };

type Options = {
  dataDir: string;
  password: string;
  /** Extra settings, `name=value`. */
  settings?: string[];
  /** A folder that gets what the database writes ahead, file by file as each is full or a minute old; made when it is not there. */
  archiveTo?: string | undefined;
  /** Started once: where it ends before it answers, so does this. */
  once?: boolean;
  /** How long it may say nothing of its own; what it wrote ahead before a crash may take it far longer, and it says so. */
  withinMs?: number;
  /** Not waited for any more: it is stopped. */
  signal?: AbortSignal;
};

const START_WITHIN_MS = 90_000;
/** Each file has its name in the folder only when it is whole and on the disk. */
const archiving = (folder: string): string[] => [
  "archive_mode=on",
  "archive_timeout=60",
  `archive_command=to=${inCommand(folder)}; dd if="%p" of="$to/%f.part" bs=1048576 conv=fsync 2>/dev/null && mv -f "$to/%f.part" "$to/%f"`,
];

/** What it says itself. */
export const postgresLog = (dataDir: string): string => join(dataDir, "postgres.log");

/** A path in a command that PostgreSQL has a shell run. */
export const inCommand = (path: string): string => `'${path.replaceAll("'", "'\\''").replaceAll("%", "%%")}'`;

const DATABASE = "service";
/** What it says to whoever comes too early. */
const IS_COMING = /the database system is (?:starting up|in recovery|not yet accepting connections)/;

/**
 * Starts PostgreSQL on `<dataDir>/postgres`, or adopts the one that is still running there. It runs in its own process
 * group, so that a Ctrl-C for us does not stop it before we have finished, and listens on a Unix socket only.
 */
export async function startPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dataDir, password, settings = [], archiveTo, once = false, withinMs = START_WITHIN_MS, signal } = options;
  const binaries = findPostgresBinaries();
  mkdirSync(dataDir, { recursive: true });
  const runAs = chooseUser(binaries, dataDir);
  const cluster = join(dataDir, "postgres");
  const sockets = socketDirectory(dataDir);
  ownedDirectory(sockets, runAs);
  if (!existsSync(join(cluster, "PG_VERSION"))) createCluster(binaries.initdb, cluster, password, runAs);

  const url = (name: string) =>
    `postgresql://postgres:${encodeURIComponent(password)}@localhost/${name}?host=${sockets}`;
  const logFile = postgresLog(dataDir);
  if (archiveTo) ownedDirectory(archiveTo, runAs);
  const all = [...settings, ...(archiveTo ? archiving(archiveTo) : [])];
  let launched = false;
  let deadline = performance.now() + withinMs;
  const launch = () => {
    const output = openSync(logFile, "a", 0o600);
    const [command = "", ...args] = [
      ...runAs.prefix,
      binaries.postgres,
      ...["-D", cluster, "-k", sockets, "-c", "listen_addresses=", "-c", "timezone=UTC", "-c", "max_connections=200"],
      ...all.flatMap((setting) => ["-c", setting]),
    ];
    launched = true;
    const child = spawn(command, args, {
      uid: runAs.uid,
      gid: runAs.gid,
      cwd: "/",
      detached: true,
      stdio: ["ignore", output, output],
    });
    child.on("error", () => {});
    child.unref();
  };

  const stop = async () => {
    const pid = postmasterPid(cluster);
    if (pid === null || !isPostgres(pid)) return;
    process.kill(pid, "SIGINT");
    if (!(await until(async () => !isPostgres(pid), 30_000))) process.kill(pid, "SIGQUIT");
  };

  for (;;) {
    const answer = await tryConnect(url("postgres"));
    if (answer === "ready") break;
    if (signal?.aborted) {
      await stop();
      throw new StartError("PostgreSQL was told to stop while it started.");
    }
    if (IS_COMING.test(answer)) deadline = performance.now() + withinMs;
    if (performance.now() > deadline)
      throw new StartError(
        `PostgreSQL did not start within ${withinMs / 1000} s (${answer}). Its own words are in ${logFile}.`,
      );
    // A living postmaster is starting, stopping or recovering: wait for it. A dead one, or none: start.
    if (!isPostgres(postmasterPid(cluster))) {
      if (launched && once) throw new StartError(`PostgreSQL ended: ${lastWords(logFile)}`);
      launch();
      await until(
        async () => isPostgres(postmasterPid(cluster)) || (await tryConnect(url("postgres"))) === "ready",
        2_000,
      );
    }
    await sleep(100);
  }
  await createDatabase(url("postgres"));
  return {
    url: url(DATABASE),
    pid: () => postmasterPid(cluster),
    stop,
  };
}

/** Of what initdb says the fault; after it comes what is cleaned up. */
function faultIn(text: string): string | undefined {
  const lines = text.trim().split("\n");
  return lines.findLast((line) => /error|could not|FATAL|PANIC/.test(line)) ?? lines.at(-1);
}

/** What PostgreSQL said last when it gave up. */
function lastWords(logFile: string): string {
  const lines = readFileSync(logFile, "utf8").trim().split("\n");
  return lines.findLast((line) => /FATAL|PANIC/.test(line))?.replace(/^.*?(FATAL|PANIC):\s*/, "") ?? lines.at(-1) ?? "";
}

/** Whether a postmaster is running on the data directory. */
export function isPostgresRunning(dataDir: string): boolean {
  return isPostgres(postmasterPid(join(dataDir, "postgres")));
}

function createCluster(initdb: string, cluster: string, password: string, runAs: RunAs): void {
  // Made beside its place and renamed, so that a start that is cut off leaves nothing half made.
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  ownedDirectory(draft, runAs);
  const passwordFile = `${draft}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (process.getuid?.() === 0) chownSync(passwordFile, ...owner(runAs));
  const options = [
    "-D",
    draft,
    "-U",
    "postgres",
    "-E",
    "UTF8",
    "--locale=C",
    "-A",
    "scram-sha-256",
    `--pwfile=${passwordFile}`,
  ];
  const [command = "", ...args] = [...runAs.prefix, initdb, ...options];
  const made = spawnSync(command, args, { uid: runAs.uid, gid: runAs.gid, cwd: "/", encoding: "utf8" });
  rmSync(passwordFile, { force: true });
  if (made.status !== 0)
    throw new StartError(
      `PostgreSQL could not create its data directory ${cluster}: ${faultIn(made.stderr || String(made.error))}`,
    );
  renameSync(draft, cluster);
}

/** As whom PostgreSQL runs that has its files below the folder. */
export const postgresUser = (dataDir: string): RunAs => chooseUser(findPostgresBinaries(), dataDir);

/** For PostgreSQL alone, whoever it runs as. */
export function ownedDirectory(path: string, runAs: RunAs): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  if (process.getuid?.() === 0) chownSync(path, ...owner(runAs));
}

function owner(runAs: RunAs): [number, number] {
  const at = (flag: string) => Number(runAs.prefix[runAs.prefix.indexOf(flag) + 1]);
  return [runAs.uid ?? at("--reuid"), runAs.gid ?? at("--regid")];
}

/** Socket paths may have about 100 bytes: a long data directory gets a short name under the temporary folder. */
function socketDirectory(dataDir: string): string {
  const own = join(dataDir, "run");
  if (Buffer.byteLength(own) <= 85) return own;
  return join(tmpdir(), `svc-${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`);
}

async function tryConnect(url: string): Promise<string> {
  const client = new pg.Client({ ...connectionOptions(url), connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return "ready";
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === "28P01")
      throw new StartError(
        "PostgreSQL refuses our password: the data directory belongs to other secrets. Restore DATA_DIR/secrets.json, or use an empty DATA_DIR.",
      );
    return message;
  } finally {
    await client.end().catch(() => {});
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client(connectionOptions(url));
  client.on("error", () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function until(condition: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (performance.now() < end) {
    if (await condition()) return true;
    await sleep(50);
  }
  return condition();
}
