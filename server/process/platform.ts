import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { migrate } from "#prisma/migrate.ts";
import { requireOwnDatabase } from "#server/domain/control/cells/index.ts";
import { followKeyring } from "#server/domain/control/secrets/index.ts";
import { isDatabaseDown } from "#server/kernel/database-errors.ts";
import { connectionOptions, database, sql } from "#server/kernel/db.ts";
import { type Env, env, overrideEnv, parseEnv } from "#server/kernel/env.ts";
import { isPooled, limiting } from "#server/kernel/session-limits.ts";
import type { Addresses } from "#server/simulator/address-file.ts";
import { SIMULATED_SUPPLIERS, SIMULATOR_CREDENTIALS } from "#server/simulator/credentials.ts";
import { makeDataDir, requireRoom } from "./data-dir.ts";
import { type EmbeddedPostgres, isPostgresRunning, startPostgres } from "./embedded-postgres.ts";
import { loadSecrets, successorOf } from "./secrets.ts";
import { StartError } from "./start-error.ts";

const ROOT = join(import.meta.dirname, "../..");

/** What every process of the service stands on; `postgres` is null when DATABASE_URL names another's. */
export type Platform = { postgres: EmbeddedPostgres | null; databaseUrl: string };

type Opening = { name: string; waitMs?: number; say?(line: string): void; postgres?: EmbeddedPostgres | undefined };

/**
 * Makes sure of the database: the one that DATABASE_URL names, or our own, started or adopted. Migrates it, and opens its
 * keys. Where that fails, PostgreSQL is left as it was found, running or not.
 *
 * @param name what this process is called where processes are listed
 * @param waitMs how long to wait for a named database that cannot be reached yet
 * @param say hears of each change of a database of a former version
 * @param postgres our own, which the caller has started and stops
 */
export async function openPlatform({ name, waitMs = 0, say, postgres: held }: Opening): Promise<Platform> {
  const { databaseUrl, dataDir } = env();
  if (databaseUrl) {
    makeDataDir(dataDir);
    await migrateNamed(waitMs, say);
    await requireOwn();
    await openKeys(name);
    return { postgres: null, databaseUrl };
  }
  const wasRunning = isPostgresRunning(dataDir);
  const postgres = held ?? (await openOwnPostgres());
  try {
    overrideEnv({ databaseUrl: postgres.url, masterKey: env().masterKey ?? loadSecrets(dataDir).masterKey });
    await migrate(postgres.url, say);
    await requireOwn();
    await openKeys(name);
  } catch (error) {
    if (!held && !wasRunning) await stopUnheld(postgres);
    throw error;
  }
  return { postgres, databaseUrl: postgres.url };
}

/** Unless a service has taken it over meanwhile. */
export async function stopUnheld(postgres: EmbeddedPostgres): Promise<void> {
  const lock = await lockDataDir(postgres.url).catch(() => null);
  if (!lock) return;
  await postgres.stop();
  await lock.end().catch(() => {});
}

/** Migrates the database that `DATABASE_URL` names, and returns the names of what was missing there. */
export async function migrateNamed(waitMs = 0, say: Opening["say"] = undefined): Promise<string[]> {
  const { databaseUrl, directDatabaseUrl } = env();
  if (!databaseUrl)
    throw new StartError("DATABASE_URL is not set: a database of our own is migrated when it is started.");
  await reachWithin(databaseUrl, "DATABASE_URL", waitMs);
  if (directDatabaseUrl) await reachWithin(directDatabaseUrl, "DIRECT_DATABASE_URL", waitMs);
  return await migrate(directDatabaseUrl ?? databaseUrl, say);
}

const requireOwn = (): Promise<void> =>
  requireOwnDatabase(database()).catch((error: Error) => {
    throw isDatabaseDown(error) ? error : new StartError(error.message);
  });

/** A child of the service finds a new MASTER_KEY where its parent does. */
const openKeys = (name: string): Promise<void> =>
  followKeyring(database(), name, (masterKey) => successorOf(env().dataDir, masterKey));

/** Where PostgreSQL leaves what it wrote ahead, until that is copied to where `BACKUP_URL` says. */
export const walFolder = (dataDir: string): string => join(dataDir, "wal");

/** Our own PostgreSQL, where there is room for it. */
export async function openOwnPostgres(signal?: AbortSignal): Promise<EmbeddedPostgres> {
  const { dataDir } = env();
  makeDataDir(dataDir);
  // One that is up already shows by itself whether it has room.
  if (!isPostgresRunning(dataDir)) requireRoom(dataDir);
  return await startOwnPostgres(signal);
}

/** Starts the PostgreSQL of the data directory, or adopts the one that runs there. */
export async function startOwnPostgres(signal?: AbortSignal): Promise<EmbeddedPostgres> {
  const { dataDir, backup } = env();
  const archive = walFolder(dataDir);
  // A command that was not told of BACKUP_URL leaves no hole in what the service keeps.
  const archiveTo = backup || existsSync(archive) ? archive : undefined;
  const settings = [`max_connections=${Math.max(LEAST_CONNECTIONS, connectionsWanted(env()) + SPARE_CONNECTIONS)}`];
  if (env().cell) settings.push("wal_level=logical");
  return await startPostgres({ dataDir, password: loadSecrets(dataDir).postgresPassword, archiveTo, settings, signal });
}

const LEAST_CONNECTIONS = 200;
/** For commands, backups and who looks on. */
const SPARE_CONNECTIONS = 40;
const OF_A_PROCESS = 20;
const OF_JOBS = { engine: 14, inngest: 12 };

/** How many connections one start may have open at most, all of its processes together. */
function connectionsWanted({ webProcesses, inngest }: Env): number {
  const ofWeb = OF_A_PROCESS + (inngest ? OF_JOBS.inngest : 0);
  const main = webProcesses > 1 ? OF_A_PROCESS : 0;
  return main + webProcesses * ofWeb + OF_A_PROCESS + OF_JOBS.engine;
}

/** Rather now, in a sentence, than with the first crowd. A pooler sees to it by itself. */
export async function requireConnections(databaseUrl: string): Promise<void> {
  if (isPooled(databaseUrl)) return;
  const wanted = connectionsWanted(env());
  const [row] = await database().query<{ most: number }>(sql`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`);
  if (row!.most < wanted)
    throw new StartError(
      `WEB_PROCESSES=${env().webProcesses} takes up to ${wanted} connections, and PostgreSQL has ${row!.most}. Raise max_connections there, or let it be fewer processes.`,
    );
}

async function reachWithin(url: string, variable: string, waitMs: number): Promise<void> {
  for (const end = performance.now() + waitMs; ; await sleep(250)) {
    try {
      return await reach(url, variable);
    } catch (error) {
      if (performance.now() >= end) throw error;
    }
  }
}

/** A session that is ours knows what it was told as it began; a pooler refuses to say it, or does not pass it on. */
const TOLD = { lock_timeout: "12345ms" };

async function reach(url: string, variable: string): Promise<void> {
  const session = limiting(isPooled(url) ? {} : TOLD, isPooled(url));
  const client = new pg.Client({ ...connectionOptions(url), ...session, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int as version, current_setting('lock_timeout') as lock_timeout",
    );
    if (rows[0].version < 150_000)
      throw new Error(`PostgreSQL 15 or newer is needed, this is ${rows[0].version / 10_000}`);
    if (!isPooled(url) && rows[0].lock_timeout !== TOLD.lock_timeout) throw new Error(POOLER);
  } catch (error) {
    const { host, pathname } = new URL(url);
    const said = (error as Error).message || (error as { code?: string }).code || "";
    const words = said.includes("unsupported startup parameter") ? POOLER : said;
    throw new StartError(`The database that ${variable} names (${host}${pathname}) cannot be used: ${words}.`);
  } finally {
    await client.end().catch(() => {});
  }
}

const POOLER =
  "a pooler answers there. Name it in DATABASE_URL, and PostgreSQL itself in DIRECT_DATABASE_URL (docs/deploying.md)";

/** A second service on the same data directory would run everything twice: only one may hold this lock. */
export async function lockDataDir(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionOptions(databaseUrl), application_name: "service" });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query("select pg_try_advisory_lock(7276318202) as locked");
  if (rows[0].locked) return client;
  await client.end();
  throw new StartError(
    `Another service is running on the data directory ${env().dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  );
}

export type SimulatorAddresses = Addresses;

/** Simulators run unless a real supplier is configured or SIMULATOR says otherwise. */
export const simulatorsWanted = ({ simulator, suppliers }: Env): boolean =>
  simulator ? simulator === "on" : Object.keys(suppliers).length === 0;

/** Points suppliers and exchange rates that are not configured at the simulators; again when they moved. */
export function applySimulators(addresses: SimulatorAddresses): void {
  const configured = parseEnv(process.env);
  // The addresses may be those of a former version, which had fewer suppliers.
  const simulated = SIMULATED_SUPPLIERS.filter((code) => addresses[code]).map(
    (code) => [code, { url: addresses[code], ...SIMULATOR_CREDENTIALS[code] }] as const,
  );
  overrideEnv({
    suppliers: { ...Object.fromEntries(simulated), ...configured.suppliers },
    fxUrl: configured.fxUrl ?? addresses.fx,
  });
}

/** Where the simulators of a running (or the last) service listen; null when there never were any. */
export function readSimulatorAddresses(dataDir: string): SimulatorAddresses | null {
  const file = join(dataDir, "simulator", "address.json");
  if (!existsSync(file)) return null;
  return (JSON.parse(readFileSync(file, "utf8")) as { addresses: SimulatorAddresses }).addresses;
}

/** In a child of the service: uses the simulators that it keeps, also when they have moved. */
export function followSimulators(): void {
  const addresses = simulatorsWanted(env()) ? readSimulatorAddresses(env().dataDir) : null;
  if (addresses) applySimulators(addresses);
  process.on("message", (message) => {
    const { type, addresses } = message as { type: string; addresses: SimulatorAddresses };
    if (type === "simulators") applySimulators(addresses);
  });
}

/** What a child needs to stand on the same ground, as environment variables. It finds the simulators by itself. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const { databaseUrl, masterKey, publicUrl, shopsUrl, port, dataDir } = env();
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    MASTER_KEY: masterKey,
    PUBLIC_URL: publicUrl,
    SHOPS_URL: shopsUrl,
    PORT: String(port),
    DATA_DIR: dataDir,
    // What is compiled once is read the next time: a child is up in two thirds of the time.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, "node_modules/.cache/compile"),
  };
}
