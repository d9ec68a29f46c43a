import { setTimeout as sleep } from "node:timers/promises";
import { type Database, isDatabaseDown, type Queryable, sql } from "#server/kernel/db.ts";
import type { JobName } from "#server/kernel/jobs.ts";
import { log } from "#server/kernel/log.ts";
import { jobs } from "./functions/index.ts";

export type DueJob = { job: JobName; payload: object };

/** Takes jobs over to an engine. When it throws, they stay where they are. */
export type HandOver = (tx: Queryable, jobs: DueJob[]) => Promise<void>;

const IDLE_MS = 50;
const BATCH = 500;

/**
 * Moves due rows of the outbox to the engine, in batches, until `signal` aborts. Rows are deleted in the transaction
 * that hands them over: an engine in the same database takes each exactly once, any other at least once. Rejects when the
 * database is gone: jobs whose end could not be recorded are freed only when this worker ends.
 */
export async function runRelay(db: Database, handOver: HandOver, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const moved = await relayOnce(db, handOver);
      if (moved < BATCH) await sleep(IDLE_MS, undefined, { signal }).catch(() => {});
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      log().error({ error: (error as Error).message }, "jobs could not be handed over");
      await sleep(1_000, undefined, { signal }).catch(() => {});
    }
  }
}

/** One batch; returns how many rows were moved. */
export async function relayOnce(db: Database, handOver: HandOver): Promise<number> {
  const [due] = await db.query<{ found: boolean }>(
    sql`select exists (select from outbox_jobs where run_at <= now()) as found`,
  );
  if (!due?.found) return 0;
  return await db.transaction(async (tx) => {
    const rows = await tx.query<DueJob>(sql`
      delete from outbox_jobs where id in (
        select id from outbox_jobs where run_at <= now() order by run_at, id limit ${BATCH}::int for update skip locked)
      returning job, payload`);
    if (rows.length > 0) await handOver(tx, mergeJobs(rows));
    return rows.length;
  });
}

const mergers = new Map(jobs.map(({ name, merge }) => [name, merge]));

/** Jobs of a kind that can be merged become few; the others stay as they are, in their order. */
function mergeJobs(due: DueJob[]): DueJob[] {
  const merged = Map.groupBy(
    due.filter(({ job }) => mergers.get(job)),
    ({ job }) => job,
  );
  const few = [...merged].flatMap(([job, same]) =>
    mergers.get(job)!(same.map(({ payload }) => payload as never)).map((payload) => ({ job, payload })),
  );
  return [...due.filter(({ job }) => !mergers.get(job)), ...few];
}
