import { sql, type Transaction } from "#server/kernel/db.ts";
import type { DueJob } from "./job.ts";
import { toEngine } from "./relay.ts";

/** What has begun is taken first: the engine takes the lowest. */
const PRIORITY = { begun: 0, new: 1 };

/** A job's name, and whom it calls. */
export const taskName = (job: string, supplier?: string) => (supplier ? `${job}@${supplier}` : job);

/**
 * Gives jobs to the built-in engine. One that it has under the same key and has not begun becomes this one, due now; beside
 * one that runs, which may have read too early, this one waits. A reminder adds nothing to either.
 */
export async function handOver(tx: Transaction, due: DueJob[]): Promise<void> {
  const there = await makeWay(tx, due);
  const specs = due
    .filter(({ key, isReminder }) => !(isReminder && there.has(key!)))
    .map((one) => ({
      task: taskName(one.job, one.supplier),
      payload: toEngine(one),
      priority: !one.supplier || one.isBegun ? PRIORITY.begun : PRIORITY.new,
      key: there.get(one.key!) === "taken" ? null : one.key,
    }));
  await tx.query(sql`
    select count(*) from graphile_worker.add_jobs((
      select array_agg((x.task, x.payload, null, null, null, x.key, x.priority, null)::graphile_worker.job_spec)
        from jsonb_to_recordset(${JSON.stringify(specs)}::jsonb) as x(task text, payload json, priority smallint, key text)), true)`);
}

/** A job that somebody is reminded of is tried again within seven minutes, however often it has failed or whatever clock it was put off by, and never given up. */
const TRIES_THAT_COUNT = 5;
const AGAIN_WITHIN = sql`now() + interval '7 minutes'`;

/**
 * The keys that the engine has a living job of. One that runs gives its key away. Those in another's hands, who begins or ends
 * them at this moment, are not waited for: whoever records the ends of several would wait for us in turn.
 */
async function makeWay(tx: Transaction, due: DueJob[]): Promise<Map<string, "ours" | "taken">> {
  const keyed = due.flatMap(({ key, isReminder = false }) => (key ? [{ key, isReminder }] : []));
  if (keyed.length === 0) return new Map();
  const rows = await tx.query<{ key: string; isTaken: boolean }>(sql`
    with due as (
      select key, "isReminder" as is_reminder from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb) as x(key text, "isReminder" bool)
    ), ours as materialized (
      select j.id, j.key, due.is_reminder, j.locked_at is not null as runs, j.locked_at is null and j.attempts < j.max_attempts as waits
        from graphile_worker._private_jobs j join due on due.key = j.key
         for update of j skip locked
    ), reminded as (
      update graphile_worker._private_jobs j set attempts = least(j.attempts, ${TRIES_THAT_COUNT}::int), run_at = least(j.run_at, ${AGAIN_WITHIN})
        from ours where ours.id = j.id and ours.is_reminder and ours.waits and (j.attempts > ${TRIES_THAT_COUNT}::int or j.run_at > ${AGAIN_WITHIN})
    ), given_away as (
      update graphile_worker._private_jobs j set key = null
        from ours where ours.id = j.id and not ours.waits and not (ours.is_reminder and ours.runs)
    )
    select j.key, ours.id is null as is_taken
      from graphile_worker._private_jobs j join due on due.key = j.key left join ours on ours.id = j.id
     where ours.id is null or ours.runs or ours.waits`);
  return new Map(rows.map(({ key, isTaken }) => [key, isTaken ? "taken" : "ours"]));
}
