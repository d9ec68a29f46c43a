import { setTimeout as sleep } from "node:timers/promises";
import { isDatabaseDown, isPoolBusy } from "#server/kernel/database-errors.ts";
import { type Database, sql, type Transaction } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { measure } from "#server/kernel/metrics.ts";
import { SECOND } from "#server/kernel/time.ts";
import { findSuppliers } from "./find-suppliers.ts";
import { jobs } from "./functions/index.ts";
import type { DueJob } from "./job.ts";

/** One that an engine takes over, and how long after its time. */
export type LateJob = DueJob & { isReminder: boolean; lateMs: number };

/** Moves one batch of due rows of the outbox to an engine; returns how many. When it throws, they wait to be moved again. */
export type Move = (db: Database) => Promise<number>;

const IDLE_MS = 50;
export const BATCH = 500;

/**
 * Moves due rows of the outbox to the engine, in batches, until `signal` aborts. Rejects when the database is gone: jobs
 * whose end could not be recorded are freed only when this worker ends.
 */
export async function runRelay(db: Database, move: Move, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const moved = await move(db);
      if (moved < BATCH) await sleep(IDLE_MS, undefined, { signal }).catch(() => {});
    } catch (error) {
      // All of our connections are at work: it is there.
      if (isDatabaseDown(error) && !isPoolBusy(error)) throw error;
      log().error({ error: (error as Error).message }, "jobs could not be handed over");
      await sleep(SECOND, undefined, { signal }).catch(() => {});
    }
  }
}

/** To an engine in the same database: rows are deleted in the transaction that hands them over, so it takes each exactly once. */
export const moveWithin =
  (handOver: (tx: Transaction, jobs: DueJob[]) => Promise<void>): Move =>
  async (db) => {
    if (!(await isAnyDue(db))) return 0;
    const moved = await db.transaction(async (tx) => {
      const rows = await tx.query<LateJob>(sql`
        delete from outbox_jobs where id in (
          select id from outbox_jobs where run_at <= now() order by run_at, id limit ${BATCH}::int for update skip locked)
        returning job, payload, key, is_reminder, traceparent, extract(epoch from now() - run_at)::float8 * 1000 as late_ms`);
      if (rows.length > 0) await handOver(tx, mergeJobs(await findSuppliers(tx, rows)));
      return rows;
    });
    measureLag(moved);
    return moved.length;
  };

export function measureLag(moved: Pick<LateJob, "job" | "lateMs">[]): void {
  for (const { job, lateMs } of moved) measure("outbox_lag", { job }, lateMs);
}

/** Asked in a statement of its own: most of the time there is nothing to begin a transaction for. */
export async function isAnyDue(db: Database): Promise<boolean> {
  const [due] = await db.query<{ found: boolean }>(
    sql`select exists (select from outbox_jobs where run_at <= now()) as found`,
  );
  return due?.found ?? false;
}

const mergers = new Map(jobs.map(({ name, merge }) => [name, merge]));

/** Jobs of a kind that can be merged become few, which have no key and are part of no one's trace; the others stay as they are, in their order. */
export function mergeJobs(due: DueJob[]): DueJob[] {
  const merged = Map.groupBy(
    due.filter(({ job }) => mergers.get(job)),
    ({ job }) => job,
  );
  const few = [...merged].flatMap(([job, same]): DueJob[] => {
    if (same.length === 1 && same[0]!.isReminder) return same;
    return mergers.get(job)!(same.map(({ payload }) => payload as never)).map((payload) => ({
      job,
      payload,
      traceparent: null,
    }));
  });
  return [...due.filter(({ job }) => !mergers.get(job)), ...few];
}

/** What an engine is given: what the job is told, and the trace that it is part of. */
export const toEngine = ({ payload, traceparent }: DueJob): object =>
  traceparent ? { ...payload, traceparent } : payload;
