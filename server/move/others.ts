import { setTimeout as sleep } from "node:timers/promises";
import { makeLogicalSlot } from "#server/kernel/logical-slot.ts";
import { literal, one, quoted, type Server, unlogged } from "./servers.ts";

/**
 * What other databases and this one replicate to each other, as cells do with what they share: publications and who follows
 * them, and subscriptions of our own. All of it but what is the move's.
 */
const MOVE = "svc_move";
/** Subscriptions are listed in every database of their cluster. */
const HERE = "subdbid = (select oid from pg_database where datname = current_database())";
const HALTED = "Halted by svc cell move, from slot ";
const LOOK_EVERY_MS = 10;
/** Whoever follows comes again after a break. */
const RECONNECT_MS = 10_000;

type Subscription = { name: string; publications: string[]; slot: string; oid: string };

const listSubscriptions = (server: Server): Promise<Subscription[]> =>
  server.rows(
    `select subname as name, subpublications as publications, subslotname as slot, oid::text as oid from pg_subscription
      where ${HERE} and subname <> $1 and subslotname is not null
      order by 1`,
    [MOVE],
  );

const hasSubscriptions = async (server: Server): Promise<boolean> => {
  const found = await server.rows(`select from pg_subscription where ${HERE} and subname <> $1`, [MOVE]);
  return found.length > 0;
};

/** Before the pause: the target has the source's publications and subscriptions, which do nothing yet. */
export async function copyOthers(source: Server, target: Server): Promise<void> {
  for (const { name, text } of await listPublications(source)) {
    await target.rows(`drop publication if exists ${quoted(name)}`);
    await target.rows(text);
  }
  if (!(await hasSubscriptions(source))) return;
  const unready = await source.rows(
    `select from pg_subscription_rel r join pg_subscription s on s.oid = r.srsubid where s.subname <> $1 and r.srsubstate <> 'r'
       and s.${HERE}`,
    [MOVE],
  );
  if (unready.length > 0)
    throw new Error(
      "The source itself still copies what it shares with other cells: wait until it has, and run this again.",
    );
  const there = new Set((await listSubscriptions(target)).map(({ name }) => name));
  for (const { name, publications, slot, oid } of await listSubscriptions(source)) {
    if (there.has(name)) continue;
    // For superusers alone.
    const { connection, more } = await one<{ connection: string; more: string }>(
      source,
      `select subconninfo as connection, case when to_jsonb(s) ->> 'subfailover' = 'true' then ', failover = true' else '' end as more
         from pg_subscription s where oid = $1`,
      [oid],
    );
    await unlogged(
      target,
      `create subscription ${quoted(name)} connection ${literal(connection)} publication ${publications.map(quoted).join(", ")}
           with (slot_name = ${literal(slot)}, create_slot = false, copy_data = false, enabled = false${more})`,
    );
  }
}

type Publication = { name: string; text: string };

const listPublications = (source: Server): Promise<Publication[]> =>
  source.rows(
    `select p.pubname as name, format('create publication %I%s with (publish = %L, publish_via_partition_root = %s)', p.pubname,
              case when p.puballtables then ' for all tables' else ' for table ' || t.list end,
              concat_ws(', ', case when p.pubinsert then 'insert' end, case when p.pubupdate then 'update' end, case when p.pubdelete then 'delete' end,
                        case when p.pubtruncate then 'truncate' end), p.pubviaroot::text) as text
       from pg_publication p cross join lateral (
         select string_agg(format('%I.%I', n.nspname, c.relname)
                  || coalesce((select ' (' || string_agg(quote_ident(a.attname), ', ' order by a.attnum) || ')' from pg_attribute a
                                where a.attrelid = c.oid and a.attnum = any (r.prattrs::int2[])), '')
                  || coalesce(format(' where (%s)', pg_get_expr(r.prqual, r.prrelid)), ''), ', ' order by c.relname) as list
           from pg_publication_rel r join pg_class c on c.oid = r.prrelid join pg_namespace n on n.oid = c.relnamespace where r.prpubid = p.oid) t
      where p.pubname <> $1 order by 1`,
    [MOVE],
  );

/**
 * In the pause: nothing comes to the source from other databases any more, and their slots are no longer its own. Throws when one
 * does not end in time; what was halted until then is resumed by `resumeSubscriptions`.
 */
export async function haltSubscriptions(source: Server, withinMs: number): Promise<void> {
  for (const { name, slot } of await listSubscriptions(source)) {
    await source.rows(
      `alter subscription ${quoted(name)} disable; comment on subscription ${quoted(name)} is ${literal(HALTED + slot)}`,
    );
    await untilEnded(source, name, withinMs);
    await source.rows(`alter subscription ${quoted(name)} set (slot_name = none)`);
  }
}

/** A worker that waits for a lock, or applies something long, does not notice that it shall end. */
async function untilEnded(source: Server, name: string, withinMs: number): Promise<void> {
  for (const end = Date.now() + withinMs; ; await sleep(LOOK_EVERY_MS)) {
    const [running] = await source.rows<{ pid: number; waits: string | null }>(RUNNING, [name]);
    if (!running) return;
    if (Date.now() > end)
      throw new Error(
        `The subscription ${name} of ${source.place} does not stop (process ${running.pid}, ${running.waits ? `which waits for ${running.waits}` : "which is at work"}): nothing was moved. See in pg_stat_activity and pg_locks what holds it up, end that, and run the command again.`,
      );
  }
}

const RUNNING = `
  select s.pid, a.wait_event_type || ' ' || a.wait_event as waits
    from pg_stat_subscription s left join pg_stat_activity a on a.pid = s.pid
    join pg_subscription p on p.oid = s.subid
   where p.subname = $1 and s.pid is not null and p.${HERE}`;

/** It did not move: what was halted goes on. */
export async function resumeSubscriptions(source: Server): Promise<void> {
  const halted = await source.rows<{ name: string; slot: string }>(
    `select subname as name, substr(obj_description(oid, 'pg_subscription'), length($1) + 1) as slot from pg_subscription
      where obj_description(oid, 'pg_subscription') like $1 || '%' and ${HERE}`,
    [HALTED],
  );
  for (const { name, slot } of halted) {
    await source.rows(
      `alter subscription ${quoted(name)} disable; alter subscription ${quoted(name)} set (slot_name = ${literal(slot)})`,
    );
    await source.rows(`comment on subscription ${quoted(name)} is null; alter subscription ${quoted(name)} enable`);
  }
}

/** The target goes on behind the last transaction that the source took over: none is missing and none comes twice. */
export async function takeOverSubscriptions(source: Server, target: Server): Promise<void> {
  if (!(await hasSubscriptions(source))) return;
  const positions = await source.rows<{ name: string; lsn: string }>(
    `select p.subname as name, s.remote_lsn::text as lsn from pg_subscription p join pg_replication_origin_status s on s.external_id = 'pg_' || p.oid
      where p.subname <> $1 and p.${HERE}`,
    [MOVE],
  );
  for (const { name, oid } of await listSubscriptions(target)) {
    const at = positions.find((one) => one.name === name)?.lsn;
    if (at) await target.rows("select pg_replication_origin_advance('pg_' || $1::text, $2::pg_lsn)", [oid, at]);
  }
}

/** After the point of no return. Within the transaction that opens the target. */
export async function startSubscriptions(target: Server): Promise<void> {
  if (!(await hasSubscriptions(target))) return;
  for (const { name } of await listSubscriptions(target))
    await target.rows(`alter subscription ${quoted(name)} enable`);
}

/** Gives them up without a word to the other side: the slots there are somebody else's. */
export async function dropSubscriptions(server: Server): Promise<void> {
  const all = await server.rows<{ name: string }>(
    `select subname as name from pg_subscription where ${HERE} and subname <> $1`,
    [MOVE],
  );
  for (const { name } of all) {
    await server.rows(`alter subscription ${quoted(name)} disable`);
    await server.rows(`alter subscription ${quoted(name)} set (slot_name = none)`);
    await server.rows(`drop subscription ${quoted(name)}`);
  }
}

export async function dropPublications(server: Server): Promise<void> {
  for (const { name } of await listPublications(server)) await server.rows(`drop publication ${quoted(name)}`);
}

type Follower = { slot: string; active: boolean; behind: string };

const FOLLOWERS = `
  select slot_name as slot, active, pg_wal_lsn_diff($2::pg_lsn, confirmed_flush_lsn)::text as behind from pg_replication_slots
   where database = current_database() and plugin = 'pgoutput' and not temporary and slot_name not like $1 || '%' and slot_name not like 'pg\\_%'`;

async function listFollowers(source: Server, at: string): Promise<Follower[]> {
  return await source.rows<Follower>(FOLLOWERS, [MOVE, at]);
}

const position = async (server: Server): Promise<string> =>
  (await one<{ at: string }>(server, "select pg_current_wal_lsn()::text as at")).at;

export const isFollowed = async (source: Server): Promise<boolean> =>
  (await listFollowers(source, await position(source))).length > 0;

/** Who follows the source's publications has to be there: what it did not get before the pause it would never get. */
export async function requireFollowers(source: Server): Promise<void> {
  for (const end = Date.now() + RECONNECT_MS; ; await sleep(LOOK_EVERY_MS)) {
    const away = (await listFollowers(source, await position(source))).filter(({ active }) => !active);
    if (away.length === 0) return;
    if (Date.now() > end)
      throw new Error(
        `Nobody reads from the replication slot ${away.map(({ slot }) => slot).join(", ")}: have its database follow again, or drop the slot.`,
      );
  }
}

/** In the pause: all who follow have everything. */
export async function awaitFollowers(source: Server, withinMs: number): Promise<void> {
  const at = await position(source);
  for (const end = Date.now() + withinMs; ; await sleep(LOOK_EVERY_MS)) {
    const behind = (await listFollowers(source, at)).filter((one) => Number(one.behind) > 0);
    if (behind.length === 0) return;
    if (Date.now() > end)
      throw new Error(
        `${behind.map(({ slot }) => slot).join(", ")} does not keep up with the source: nothing was moved.`,
      );
  }
}

const OF = "'_of_' || (select oid from pg_database where datname = current_database())";

/**
 * Slots at the target, by its own number instead of the source's: positions of the former cluster's log mean nothing there, and who
 * came with one would miss what is before it.
 */
export async function openSlots(source: Server, target: Server): Promise<void> {
  const { of } = await one<{ of: string }>(target, `select ${OF} as of`);
  for (const { slot } of await listFollowers(source, await position(source))) {
    const name = slot.replace(/(_of_\d+)?$/, of);
    const [there] = await target.rows("select from pg_replication_slots where slot_name = $1", [name]);
    if (there) await target.rows("select pg_drop_replication_slot($1)", [name]);
    await makeLogicalSlot(target.url, name);
  }
}

/** What each database has to be told that followed the source and does not follow the target yet. */
export async function listUntold(target: Server): Promise<string[]> {
  const slots = await target.rows<{ slot: string; lsn: string }>(
    `select slot_name as slot, confirmed_flush_lsn::text as lsn from pg_replication_slots
      where database = current_database() and not active and slot_name like '%' || ${OF}`,
  );
  const address = new URL(target.url);
  [address.username, address.password] = ["ROLE", "PASSWORD"];
  return slots.map(
    ({
      slot,
      lsn,
    }) => `The database that followed by a slot like ${slot} has to be told, in psql there; the last but one again while it says that the origin is active:
  alter subscription shared disable;
  alter subscription shared set (slot_name = ${literal(slot)});
  alter subscription shared connection ${literal(address.href)};
  select pg_replication_origin_advance('pg_' || oid, '${lsn}') from pg_subscription where subname = 'shared' and ${HERE};
  alter subscription shared enable;`,
  );
}
