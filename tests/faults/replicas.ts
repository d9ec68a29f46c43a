import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { makeBaseBackup } from "#server/backup/index.ts";
import { own, unpack } from "#server/backup/restore-cluster.ts";
import { connectionOptions } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { openBackupStore } from "#server/kernel/object-store.ts";
import {
  type EmbeddedPostgres,
  ownedDirectory,
  postgresUser,
  startPostgres,
} from "#server/process/embedded-postgres.ts";
import { until } from "../support/until.ts";
import { openProxy, type TcpProxy } from "./proxy.ts";
import { send, withChildren } from "./stage.ts";

export const PASSWORD = "faults";
/** As a standby calls itself, and as the primary waits for it. */
const NAME = "standby";
/** What a standby that was just made has not heard yet. */
const KEPT = "wal_keep_size=512MB";

export type Server = EmbeddedPostgres & { dataDir: string; socket: string };
export type Standby = Server & { link: TcpProxy };

export async function startServer(dataDir: string, settings: string[] = []): Promise<Server> {
  mkdirSync(dataDir, { recursive: true });
  const archiveTo = join(dataDir, "wal");
  const postgres = await startPostgres({ dataDir, password: PASSWORD, settings: [KEPT, ...settings], archiveTo });
  return { ...postgres, dataDir, socket: join(new URL(postgres.url).searchParams.get("host")!, ".s.PGSQL.5432") };
}

/**
 * Another server on a base backup of this one, that plays what this one writes, over a link that can be cut.
 *
 * @param isAwaited whether a commit is answered only when it is there too
 */
export async function follow(primary: Server, dataDir: string, isAwaited: boolean): Promise<Standby> {
  mkdirSync(dataDir, { recursive: true });
  const cluster = join(dataDir, "postgres");
  ownedDirectory(cluster, postgresUser(dataDir));
  overrideEnv({ backup: { path: join(dataDir, "backup") } });
  const store = openBackupStore()!;
  const { url, dataDir: from } = primary;
  const backup = await makeBaseBackup(
    { databaseUrl: url, cluster: join(from, "postgres"), wal: join(from, "wal") },
    store,
  );
  await unpack(store, backup, cluster);
  writeFileSync(join(cluster, "standby.signal"), "");
  await own(cluster);
  rmSync(join(dataDir, "backup"), { recursive: true });
  const link = await openProxy(() => ({ path: primary.socket }));
  const at = `host=127.0.0.1 port=${link.port} user=postgres password=${PASSWORD} application_name=${NAME}`;
  const standby = await startServer(dataDir, [`primary_conninfo=${at}`, "wal_retrieve_retry_interval=1s"]);
  if (isAwaited)
    await ask(primary, `alter system set synchronous_standby_names = '${NAME}'`, "select pg_reload_conf()");
  const wanted = isAwaited ? "sync" : "async";
  await until(async () => (await stateOf(primary)) === wanted);
  return { ...standby, link };
}

/** What its primary sees of the standby. */
async function stateOf(primary: Server): Promise<string | undefined> {
  const [row] = await ask(primary, `select sync_state from pg_stat_replication where state = 'streaming'`);
  return row?.sync_state;
}

/** Server and children at once: killed, its connections break; standing still, they say nothing, as when a machine is gone. */
export async function die(server: Server, signal: "SIGKILL" | "SIGSTOP"): Promise<void> {
  for (const pid of await withChildren(server.pid())) send(pid, signal);
}

/** It takes over, and waits for no standby until it has one. */
export async function promote(standby: Standby): Promise<void> {
  standby.link.close();
  await ask(
    standby,
    "alter system reset synchronous_standby_names",
    "select pg_reload_conf()",
    "select pg_promote(true)",
  );
}

/** Whether somebody who looks on, and does not wait for long, finds it there. */
export const answers = (server: Server): Promise<boolean> =>
  askWithin(2_000, server, "select 1").then(
    () => true,
    () => false,
  );

export const ask = (server: Server, ...texts: string[]) => askWithin(60_000, server, ...texts);

async function askWithin(ms: number, server: Server, ...texts: string[]): Promise<Record<string, string>[]> {
  const client = new pg.Client({
    ...connectionOptions(server.url),
    connectionTimeoutMillis: ms,
    query_timeout: 60_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    let rows: Record<string, string>[] = [];
    for (const text of texts) ({ rows } = await client.query(text));
    return rows;
  } finally {
    await client.end().catch(() => {});
  }
}
