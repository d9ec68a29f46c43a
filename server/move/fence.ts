import { setTimeout as sleep } from "node:timers/promises";
import { auditStatement } from "#server/domain/record/audit-log/index.ts";
import { systemClock } from "#server/kernel/clock.ts";
import { listTables } from "./catalogue.ts";
import { startSubscriptions } from "./others.ts";
import {
  APPLICATION,
  databaseOf,
  literal,
  one,
  openServer,
  placeOf,
  quoted,
  requireOwnSessions,
  type Server,
} from "./servers.ts";

const MAINTENANCE = "postgres";
const MOVED = "The service's database has moved to ";
const LOCK_MS = 1_000;
const LOCK_TRIES = 5;

/**
 * What the source's cluster says of it, whether it lets anybody in or not.
 *
 * @property movedTo where it has moved, as `place (cluster number)`: from then on it is never opened again
 */
export type SourceState = { isOpen: boolean; movedTo: string | null };

/**
 * The cluster that the database is in, by a database of it that everybody may enter. Its `url` names the one that moves. Fails where
 * a pooler answers.
 */
export async function openCluster(url: string): Promise<Server> {
  const open = () => openServer(url, MAINTENANCE);
  const cluster = await open();
  try {
    await requireOwnSessions({ ...cluster, place: placeOf(url) }, open);
  } catch (error) {
    await cluster.close();
    throw error;
  }
  return { ...cluster, url };
}

/** One move of a database at a time: for as long as this connection lives. What a former run left open is ended. */
export async function takeTurn(cluster: Server): Promise<void> {
  const name = databaseOf(cluster.url);
  await takeLock(cluster, "svc move", name);
  await cluster.rows(
    "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and application_name = $2 and backend_type = 'client backend'",
    [name, APPLICATION],
  );
}

/** One move into a database at a time: for as long as this connection lives. */
export const takeTarget = (cluster: Server): Promise<void> => takeLock(cluster, "svc move to", databaseOf(cluster.url));

async function takeLock(cluster: Server, lock: string, name: string): Promise<void> {
  const { mine } = await one<{ mine: boolean }>(
    cluster,
    "select pg_try_advisory_lock(hashtext($1), hashtext($2)) as mine",
    [lock, name],
  );
  if (!mine) throw new Error(`Another svc cell move is at work on ${cluster.place}: wait for it, or end it.`);
}

export async function readSource(cluster: Server, url: string): Promise<SourceState> {
  const [row] = await cluster.rows<{ open: boolean; comment: string | null }>(
    `select datallowconn and not exists (select from pg_db_role_setting r cross join unnest(r.setconfig) c (setting)
                                          where r.setdatabase = d.oid and r.setrole = 0 and setting = 'default_transaction_read_only=on') as open,
            shobj_description(oid, 'pg_database') as comment
       from pg_database d where datname = $1`,
    [databaseOf(url)],
  );
  if (!row) throw new Error(`There is no database ${databaseOf(url)} at ${cluster.place}.`);
  const movedTo = row.comment?.startsWith(MOVED) ? row.comment.slice(MOVED.length) : null;
  return { isOpen: row.open, movedTo };
}

/** The source is as it was before: only while it has not moved. */
export async function reopen(cluster: Server, url: string): Promise<void> {
  const { isOpen, movedTo } = await readSource(cluster, url);
  if (movedTo !== null) throw new Error(`It is not opened again: it has moved to ${movedTo}.`);
  if (isOpen) return;
  const database = quoted(databaseOf(url));
  // Whoever comes in between these two reads only.
  await cluster.rows(`alter database ${database} allow_connections true`);
  await cluster.rows(`alter database ${database} reset default_transaction_read_only`);
}

const readOnly = (server: Server): Promise<unknown> =>
  server.rows(`alter database ${quoted(databaseOf(server.url))} set default_transaction_read_only = on`);

/** Ends all sessions in the database but those of the move, and of who replicates from it. */
const endOthers = (server: Server): Promise<unknown> =>
  server.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and application_name <> $1`,
    [APPLICATION],
  );

export async function fenceTarget(target: Server): Promise<void> {
  await readOnly(target);
  await endOthers(target);
}

/**
 * From the moment that it returns nothing can be written to the source: nobody is let in, everybody was put out, and who came
 * through in between waits for locks on all tables and is put out then. The move's own table is left out.
 *
 * @param holder has the locks until it is closed
 */
export async function fenceSource(cluster: Server, source: Server, holder: Server): Promise<void> {
  await readOnly(cluster);
  await cluster.rows(`alter database ${quoted(databaseOf(cluster.url))} allow_connections false`);
  await endOthers(source);
  const names = (await listTables(source)).map(({ name }) => name).filter((name) => name !== '"public"."moves"');
  for (let tries = 1; ; tries++) {
    try {
      await holder.rows(`begin; set local lock_timeout = ${LOCK_MS}; lock table ${names.join(", ")} in share mode`);
      break;
    } catch (error) {
      await holder.rows("rollback");
      if (tries === LOCK_TRIES)
        throw new Error(`Somebody writes to ${source.place} and cannot be put out: ${(error as Error).message}.`, {
          cause: error,
        });
      await endOthers(source);
      await sleep(20);
    }
  }
  await endOthers(source);
  const { prepared } = await one<{ prepared: number }>(
    source,
    "select count(*)::int as prepared from pg_prepared_xacts where database = current_database()",
  );
  if (prepared > 0)
    throw new Error(`${prepared} prepared transactions are open at ${source.place}: commit or roll them back first.`);
}

/** The point of no return: the source says for good that it has moved. */
export const markMoved = (source: Server, target: Server, cluster: string): Promise<unknown> =>
  source.rows(
    `comment on database ${quoted(databaseOf(source.url))} is ${literal(`${MOVED}${target.place} (cluster ${cluster})`)}`,
  );

/** Everybody may write to the target now, and what it follows comes to it. */
export async function openTarget(target: Server): Promise<void> {
  const database = quoted(databaseOf(target.url));
  await target.rows("begin");
  try {
    // Positions in the former cluster's log, by which sessions know what a replica must have.
    await target.rows("update sessions set written_lsn = null where written_lsn is not null");
    const moved = await target.rows<{ from: string }>(
      "update moves set opened_at = now() where opened_at is null returning from_place as from",
    );
    for (const { from } of moved) {
      const by = { actor: { kind: "command", name: APPLICATION }, clock: systemClock } as const;
      const { text, values } = auditStatement(by, { act: "database.move", subject: target.place, details: { from } });
      await target.rows(text, [...values]);
    }
    await target.rows(`comment on database ${database} is null`);
    await target.rows(`alter database ${database} reset default_transaction_read_only`);
    await startSubscriptions(target);
    await target.rows("commit");
  } catch (error) {
    await target.rows("rollback").catch(() => {});
    throw error;
  }
  await endOthers(target);
}
