import { setTimeout as sleep } from "node:timers/promises";
import { paced } from "#server/kernel/clock.ts";
import { SECOND } from "#server/kernel/time.ts";
import { listTables } from "./catalogue.ts";
import { clusterOf, databaseOf, forServer, literal, one, type Server, unlogged } from "./servers.ts";

/** Of the publication at the source and the subscription at the target. */
const NAME = "svc_move";
const LOOK_EVERY_MS = SECOND;
const MARK_EVERY_MS = 10;

/** How a move looks on and gives up. */
export type Watch = { say(line: string): void; isStopping(): boolean };

const numberOf = async (server: Server): Promise<string> =>
  (
    await one<{ oid: string }>(server, "select oid::text as oid from pg_database where datname = $1", [
      databaseOf(server.url),
    ])
  ).oid;

/** @param source any connection to its cluster */
const slotsOf = async (source: Server): Promise<string> => `${NAME}_${await numberOf(source)}_`;

/** Each target has its own: one of a former move, which nobody could tell, never reads from that of another. */
const slotOf = async (source: Server, target: Server): Promise<string> =>
  `${await slotsOf(source)}${await clusterOf(target)}_${await numberOf(target)}`;

/** The move that is under way in this database; of the source, or of a target that has a copy. */
export async function readMove(server: Server): Promise<{ id: string; mark: string; to: string } | null> {
  const [row] = await server.rows<{ id: string; mark: string; to: string }>(
    "select id, mark, to_place as to from moves where opened_at is null",
  );
  return row ?? null;
}

/** From here on no partition is made or dropped, and all tables are published. Again: what is there stays. */
export async function publish(source: Server, target: Server): Promise<void> {
  const [is] = await source.rows("select from pg_publication where pubname = $1", [NAME]);
  if (is && (await readMove(source))) return;
  const names = (await listTables(source)).map(({ name }) => name);
  await source.rows("begin");
  try {
    // Whoever makes partitions has this lock.
    await source.rows("select pg_advisory_xact_lock(hashtext('partitions'))");
    await source.rows("insert into moves (from_place, to_place) values ($1, $2) on conflict do nothing", [
      source.place,
      target.place,
    ]);
    await source.rows(`drop publication if exists ${NAME}`);
    await source.rows(
      `create publication ${NAME} for table ${names.join(", ")} with (publish_via_partition_root = true)`,
    );
    await source.rows("commit");
  } catch (error) {
    await source.rows("rollback").catch(() => {});
    throw error;
  }
}

type Subscription = { slot: string | null; enabled: boolean };

const readSubscription = async (target: Server): Promise<Subscription | undefined> => {
  const [row] = await target.rows<Subscription>(
    `select subslotname as slot, subenabled as enabled from pg_subscription
      where subname = $1 and subdbid = (select oid from pg_database where datname = current_database())`,
    [NAME],
  );
  return row;
};

/** Whether a copy is under way that can go on. */
export async function isFollowing(source: Server, target: Server): Promise<boolean> {
  const slot = await slotOf(source, target);
  const [there] = await source.rows("select from pg_replication_slots where slot_name = $1", [slot]);
  const subscription = await readSubscription(target);
  return there !== undefined && subscription?.slot === slot;
}

/**
 * Begins to copy all tables, and to follow them.
 *
 * @param sourceUrl where the target's server finds the source
 */
export async function subscribe(source: Server, target: Server, sourceUrl: string): Promise<void> {
  await unsubscribe(source, target);
  await unlogged(
    target,
    `create subscription ${NAME} connection ${literal(forServer(sourceUrl))} publication ${NAME} with (slot_name = ${literal(await slotOf(source, target))})`,
  );
}

/** A subscription that stood still goes on. */
export const resume = (target: Server): Promise<unknown> => target.rows(`alter subscription ${NAME} enable`);

/**
 * Nothing is replicated any more, and the source keeps nothing for it.
 *
 * @param source any connection to its cluster; null: what it keeps stays
 */
export async function unsubscribe(source: Server | null, target: Server | null): Promise<void> {
  if (target && (await readSubscription(target))) {
    await target.rows(`alter subscription ${NAME} disable`);
    await target.rows(`alter subscription ${NAME} set (slot_name = none)`);
    await target.rows(`drop subscription ${NAME}`);
  }
  if (!source) return;
  // Copies of single tables have slots of their own, named after the target's cluster, which their workers drop unless they died.
  const own = "starts_with(slot_name, $1) or substring(slot_name from '^pg_\\d+_sync_\\d+_(\\d+)$') = any ($2::text[])";
  const slot = await slotsOf(source);
  const known = await source.rows<{ cluster: string }>(
    "select split_part(substr(slot_name, length($1) + 1), '_', 1) as cluster from pg_replication_slots where starts_with(slot_name, $1)",
    [slot],
  );
  const cluster = known.map(({ cluster }) => cluster).concat(target ? await clusterOf(target) : []);
  for (let tries = 0; ; tries++) {
    const slots = await source.rows<{ name: string; pid: number | null }>(
      `select slot_name as name, active_pid as pid from pg_replication_slots where ${own}`,
      [slot, cluster],
    );
    if (slots.length === 0) return;
    for (const { name, pid } of slots)
      if (pid === null) await source.rows("select pg_drop_replication_slot($1)", [name]);
      else await source.rows("select pg_terminate_backend($1)", [pid]);
    if (tries > 300)
      throw new Error(`The replication slots ${slot}… of ${source.place} cannot be dropped: it is in use.`);
    await sleep(50);
  }
}

export const unpublish = (source: Server): Promise<unknown> => source.rows(`drop publication if exists ${NAME}`);

/** As if it had not been begun. */
export async function forgetMove(source: Server): Promise<void> {
  await unpublish(source);
  await source.rows("delete from moves where opened_at is null");
}

type Progress = { tables: number; ready: number; bytes: string; copied: string; faults: string };

/** Waits until every table was copied and follows; says how far it is. Throws when the target cannot take what comes. */
export async function awaitCopy(source: Server, target: Server, { say, isStopping }: Watch): Promise<void> {
  const { pretty } = await one<{ pretty: string }>(
    source,
    "select pg_size_pretty(pg_database_size(current_database())) as pretty",
  );
  let said = "";
  let faults: string | undefined;
  for (;;) {
    const now = await one<Progress>(
      target,
      `select count(*)::int as tables, count(*) filter (where r.srsubstate = 'r')::int as ready,
              pg_size_pretty(pg_database_size(current_database())) as bytes,
              (select coalesce(sum(tuples_processed), 0)::text from pg_stat_progress_copy where datname = current_database()) as copied,
              (select sum(apply_error_count + sync_error_count)::text from pg_stat_subscription_stats where subname = $1) as faults
         from pg_subscription s join pg_subscription_rel r on r.srsubid = s.oid
        where s.subname = $1 and s.subdbid = (select oid from pg_database where datname = current_database())`,
      [NAME],
    );
    faults ??= now.faults;
    if (Number(now.faults) > Number(faults) + 2)
      throw new Error(
        `The target cannot take what the source sends: the log of ${target.place} says why. svc cell move --abort undoes what was begun.`,
      );
    const line = `${now.ready} of ${now.tables} tables copied, ${now.bytes} of ${pretty}${now.copied === "0" ? "" : `; ${now.copied} rows of the next ones`}`;
    if (line !== said) say(line);
    said = line;
    if (now.tables > 0 && now.ready === now.tables) return;
    if (isStopping()) throw new Error("Stopped. The copy goes on; run the command again, or with --abort.");
    await sleep(paced(LOOK_EVERY_MS));
  }
}

/**
 * Marks this moment at the source and waits until the target has it: what was committed before has arrived then, as it comes in
 * the order of commits. Returns how long that took.
 */
export async function awaitMark(
  source: Server,
  target: Server,
  { isStopping }: Pick<Watch, "isStopping">,
  withinMs: number,
): Promise<number> {
  const began = performance.now();
  const { id, mark } = await one<{ id: string; mark: string }>(
    source,
    "update moves set mark = mark + 1 where opened_at is null returning id, mark",
  );
  for (;;) {
    const there = await readMove(target);
    const took = performance.now() - began;
    if (there?.id === id && BigInt(there.mark) >= BigInt(mark)) return took;
    if (isStopping()) throw new Error("Stopped. The copy goes on; run the command again, or with --abort.");
    if (took > withinMs)
      throw new Error(
        `The target is more than ${Math.round(withinMs / 1_000)} s behind (${await lagOf(source, target)}).`,
      );
    await sleep(MARK_EVERY_MS);
  }
}

async function lagOf(source: Server, target: Server): Promise<string> {
  const [row] = await source.rows<{ lag: string }>(
    "select pg_size_pretty(pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)) as lag from pg_replication_slots where slot_name = $1",
    [await slotOf(source, target)],
  );
  return row ? `${row.lag} to send` : "its replication slot is gone";
}
