import { setTimeout as sleep } from "node:timers/promises";
import { connectionOptions, type Database, openDatabase, type Sql, sql } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { answers } from "#server/kernel/silent-server.ts";
import { SECOND } from "#server/kernel/time.ts";

const BEAT_MS = 2 * SECOND;
/** A pool that has not been heard of for this long is dead: its jobs are free. */
const DEAD_AFTER_MS = 7 * SECOND;
/** A question that was not answered for this long may have gone to a database that is no more there. */
const LOST_AFTER_MS = 5 * SECOND;

/** @property lost rejects when the connections of this worker lead to a server that is gone */
type Reports = { lost: Promise<never>; stop(): Promise<void> };

/**
 * Reports every other second that these pools are alive, and asks whether the database is there: where that stays without an
 * answer while whoever comes anew gets one, another server has taken over from one that fell silent, and who holds
 * connections to that one would wait for it. A database that is only slow to write answers.
 */
export async function keepReporting(url: string, ids: string[]): Promise<Reports> {
  // Always the same one, on which nothing else waits: it stands for those that the engine holds.
  const kept = openDatabase(url, 1);
  // So it has to lead where theirs do, from the start. The first report may be slow.
  await kept.query(sql`select 1`);
  const reporting = openDatabase(url, 1);
  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => {});
  let isReporting = false;
  async function report(): Promise<void> {
    if (isReporting) return;
    isReporting = true;
    await beat(reporting, ids).catch(unreported);
    isReporting = false;
  }
  async function ask(): Promise<void> {
    let isAnswered = false;
    kept
      .query(sql`select 1`)
      .catch(unreported)
      .finally(() => {
        isAnswered = true;
      });
    await sleep(LOST_AFTER_MS, undefined, { ref: false });
    if (!isAnswered && (await answers(connectionOptions(url))) && !isAnswered)
      lost.reject(new Error("the database answers others, and not this worker"));
  }
  const both = () => {
    void ask();
    void report();
  };
  both();
  const timer = setInterval(both, BEAT_MS);
  return {
    lost: lost.promise,
    async stop() {
      clearInterval(timer);
      await Promise.all([kept.close(), reporting.close()]);
    },
  };
}

const unreported = (error: Error) => log().error({ error: error.message }, "the worker could not report");

/**
 * That somebody lives is not worth a wait for the disk or a standby: while those stall, workers that could not say it would
 * take each other for dead.
 */
const unhurried = sql`unhurried as materialized (select set_config('synchronous_commit', 'off', true))`;

/** Reports these pools as alive, and frees the jobs of pools that have fallen silent or never said a word. */
async function beat(db: Database, ids: string[]): Promise<void> {
  // The time at which it is written: one that had to wait would count as silent otherwise.
  await db.query(sql`
    with ${unhurried}
    insert into worker_pools (id, beat_at) select unnest(${ids}::text[]), clock_timestamp() from unhurried
    on conflict (id) do update set beat_at = clock_timestamp()`);
  // Or was heard of by a clock that was ahead, and may be as dead.
  const isOld = (at: Sql) =>
    sql`(${at} < now() - make_interval(secs => ${DEAD_AFTER_MS / SECOND}) or ${at} > now() + interval '1 minute')`;
  await db.query(sql`with ${unhurried} delete from worker_pools using unhurried where ${isOld(sql`beat_at`)}`);
  const dead = await db.query<{ id: string }>(sql`
    select distinct locked_by as id from graphile_worker._private_jobs j
     where locked_by is not null and ${isOld(sql`locked_at`)} and not exists (select from worker_pools p where p.id = j.locked_by)`);
  if (dead.length === 0) return;
  const pools = dead.map(({ id }) => id);
  await db.query(sql`with ${unhurried} select graphile_worker.force_unlock_workers(${pools}::text[]) from unhurried`);
  log().warn({ pools }, "the jobs of dead workers were freed");
}
