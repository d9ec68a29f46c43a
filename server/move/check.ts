import { readMigrations } from "#prisma/migrate.ts";
import { isFollowed } from "./others.ts";
import { clusterOf, one, type Server } from "./servers.ts";

const OLDEST = 150_000;
/** One for the move, and for the copies of single tables that run at the same time. */
const SLOTS = 3;
const LONG = "5 minutes";

type Settings = {
  oid: string;
  version: number;
  isStandby: boolean;
  walLevel: string;
  slots: number;
  senders: number;
  workers: number;
  encoding: string;
  collation: string;
  mayReplicate: boolean;
  maySubscribe: boolean;
  isOwner: boolean;
};

const readSettings = (server: Server): Promise<Settings> =>
  one<Settings>(
    server,
    `select d.oid::text as oid, current_setting('server_version_num')::int as version, pg_is_in_recovery() as "isStandby", current_setting('wal_level') as "walLevel",
            current_setting('max_replication_slots')::int - (select count(*)::int from pg_replication_slots) as slots,
            current_setting('max_wal_senders')::int - (select count(*)::int from pg_stat_replication) as senders,
            current_setting('max_logical_replication_workers')::int as workers,
            pg_encoding_to_char(d.encoding) as encoding, d.datcollate as collation, r.rolsuper or r.rolreplication as "mayReplicate",
            r.rolsuper or (to_regrole('pg_create_subscription') is not null and pg_has_role(to_regrole('pg_create_subscription'), 'member')) as "maySubscribe",
            r.rolsuper or pg_has_role(d.datdba, 'member') as "isOwner"
       from pg_database d, pg_roles r where d.datname = current_database() and r.rolname = current_user`,
  );

/**
 * What would end the move, before it begins. Throws with all that is in the way.
 *
 * @returns what is to be known, and left behind
 */
export async function checkBoth(source: Server, target: Server): Promise<string[]> {
  const [from, to] = await Promise.all([readSettings(source), readSettings(target)]);
  const wrong: string[] = [];
  const must = (holds: boolean, words: string) => void (holds || wrong.push(words));
  const [one, other] = await Promise.all([clusterOf(source), clusterOf(target)]);
  must(one !== other, "source and target are in the same cluster, or copies of one: --to has to name another cluster");
  must(from.version >= OLDEST && to.version >= OLDEST, "PostgreSQL 15 or newer is needed on both sides");
  must(!from.isStandby, `${source.place} is a standby: name the primary in --from`);
  must(!to.isStandby, `${target.place} is a standby: name a primary in --to`);
  must(
    from.walLevel === "logical",
    `wal_level is ${from.walLevel} at the source: alter system set wal_level = logical, and start it anew once`,
  );
  must(
    to.walLevel === "logical" || !(await isFollowed(source)),
    `wal_level is ${to.walLevel} at the target, and others follow this database: set it to logical there, too`,
  );
  must(
    from.oid !== to.oid || !(await isFollowed(source)),
    `both databases have the number ${to.oid}, by which those who follow know their slots: drop the empty one and create it again`,
  );
  must(
    from.slots >= SLOTS,
    `${from.slots} replication slots are free at the source, ${SLOTS} are needed: raise max_replication_slots`,
  );
  must(
    from.senders >= SLOTS,
    `${from.senders} WAL senders are free at the source, ${SLOTS} are needed: raise max_wal_senders`,
  );
  must(to.workers >= SLOTS, `max_logical_replication_workers is ${to.workers} at the target, ${SLOTS} are needed`);
  must(from.mayReplicate, "the source's role may not replicate: alter role … replication");
  must(to.maySubscribe, "the target's role may not subscribe: grant pg_create_subscription to it");
  must(from.isOwner && to.isOwner, "the roles must own their databases, which are closed and opened");
  must(
    from.encoding === to.encoding,
    `the source is written in ${from.encoding}, the target in ${to.encoding}: create it with the same encoding`,
  );
  wrong.push(...(await inTheWay(source)));
  if (wrong.length > 0) throw new Error(`Nothing was begun:\n- ${wrong.join("\n- ")}`);
  const notes = await leftBehind(source);
  if (from.collation !== to.collation)
    notes.push(`Text is sorted by ${from.collation} at the source and by ${to.collation} at the target.`);
  if (to.version < from.version) notes.push("The target's PostgreSQL is older than the source's.");
  return notes;
}

async function inTheWay(source: Server): Promise<string[]> {
  const wrong = await notOfThisVersion(source);
  // Without one, an update of a published table fails.
  const bare = await source.rows<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker') and c.relreplident in ('d', 'n')
        and (c.relreplident = 'n' or not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary))`,
  );
  for (const { name } of bare)
    wrong.push(`${name} has neither a primary key nor a replica identity: alter table ${name} replica identity full`);
  const unlogged = await source.rows<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and c.relpersistence = 'u' and n.nspname in ('public', 'graphile_worker')`,
  );
  for (const { name } of unlogged)
    wrong.push(`${name} is unlogged and is not replicated: alter table ${name} set logged`);
  const long = await source.rows<{ pid: number; since: string }>(
    `select pid, date_trunc('second', now() - xact_start)::text as since from pg_stat_activity
      where xact_start < now() - interval '${LONG}' and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  for (const { pid, since } of long)
    wrong.push(`a transaction has been open for ${since} at the source (process ${pid}): the copy begins when it ends`);
  const prepared = await source.rows<{ gid: string }>("select gid from pg_prepared_xacts");
  for (const { gid } of prepared) wrong.push(`the transaction ${gid} is prepared at the source and not ended`);
  return wrong;
}

/** The target is made by this version: a source of another would be found unlike it when everything was copied. */
async function notOfThisVersion(source: Server): Promise<string[]> {
  const { isOurs } = await one<{ isOurs: boolean }>(
    source,
    `select to_regclass('public._prisma_migrations') is not null as "isOurs"`,
  );
  if (!isOurs) return [`${source.place} is no database of the service: name the one that moves in --from`];
  const made = await source.rows<{ name: string }>(
    "select migration_name as name from _prisma_migrations where finished_at is not null",
  );
  const [there, here] = [made, readMigrations()].map((all) => new Set(all.map(({ name }) => name)));
  const differ =
    [...here!].filter((name) => !there!.has(name)).length + [...there!].filter((name) => !here!.has(name)).length;
  if (differ === 0) return [];
  return [
    `the source was made by another version of the service (${differ} migrations are other): start this version on it first, or run the command in the version that it has`,
  ];
}

/** What is the database's and no part of the service. */
async function leftBehind(source: Server): Promise<string[]> {
  const notes: string[] = [];
  const schemas = await source.rows<{ name: string; tables: number }>(
    `select n.nspname as name, count(*)::int as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('public', 'graphile_worker', 'pg_catalog', 'information_schema') and n.nspname !~ '^pg_'
      group by 1 order by 1`,
  );
  for (const { name, tables } of schemas)
    notes.push(`Schema ${name} (${tables} tables) is not the service's and stays.`);
  const extensions = await source.rows<{ name: string }>(
    "select extname as name from pg_extension where extname <> 'plpgsql' order by 1",
  );
  if (extensions.length > 0)
    notes.push(
      `Extensions of the source that the service does not need: ${extensions.map(({ name }) => name).join(", ")}.`,
    );
  const grants = await source.rows<{ role: string; tables: number }>(
    `select a.grantee::regrole::text as role, count(distinct c.oid)::int as tables
       from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join aclexplode(c.relacl) a
      where n.nspname in ('public', 'graphile_worker') and a.grantee <> c.relowner and a.grantee <> 0 group by 1 order by 1`,
  );
  for (const { role, tables } of grants)
    notes.push(`Role ${role} has rights on ${tables} tables of the source: grant them at the target.`);
  return notes;
}
