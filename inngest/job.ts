import { isHome } from "#server/kernel/cell.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { JobName, JobPayloads } from "#server/kernel/jobs.ts";
import { log } from "#server/kernel/log.ts";
import { measure } from "#server/kernel/metrics.ts";
import { DAY } from "#server/kernel/time.ts";
import { inSpan } from "#server/kernel/trace.ts";

/** A named step: an engine that keeps the results of steps does not repeat one that succeeded. */
export type Step = { run<T>(name: string, work: () => Promise<T>): Promise<T> };

export const directly: Step = { run: (_name, work) => work() };

type Options<N extends JobName> = {
  /** Makes few jobs of those that are due together. */
  merge?(payloads: JobPayloads[N][]): JobPayloads[N][];
  /** What of the payload is worked on by one run at a time, where the engine can see to it. It saves work, nothing else. */
  alone?: keyof JobPayloads[N] & string;
  /** It waits for the supplier that it is about (`findSuppliers`): nothing of another one waits behind it. */
  calls?: "supplier";
};

/** Of one supplier's jobs, that run side by side in a worker: about as many as have a turn while one waits for an answer. */
export const PLACES = 16;

/** Work that a state change asked for. Can be run again at any time; reads where things stand first. */
export type Job<N extends JobName = JobName> = Options<N> & {
  name: N;
  run(ctx: Ctx, payload: JobPayloads[N], step: Step): Promise<void>;
};

/**
 * What the outbox hands to an engine.
 *
 * @property key what it is about: the built-in engine has one waiting job of a key
 * @property isReminder nobody asked for it: a sweeper thinks that nobody works on it
 * @property traceparent the trace that it is part of
 * @property supplier whom it calls, as far as that is known
 * @property isBegun the supplier has been asked for what it is about
 */
export type DueJob = {
  job: JobName;
  payload: object;
  key?: string | null;
  isReminder?: boolean;
  traceparent: string | null;
  supplier?: string;
  isBegun?: boolean;
};

/** Work that time asks for. */
export type Schedule = {
  name: string;
  /** Five fields, UTC. */
  cron: string;
  /** For so many milliseconds after its time it is made up for, once, where no worker ran then; 0 for what comes again soon. The built-in engine does. */
  madeUpWithin: number;
  run(ctx: Ctx, step: Step): Promise<void>;
};

/** For what keeps what all cells share: the others have it from home. */
export const atHome =
  (run: Schedule["run"]): Schedule["run"] =>
  async (ctx, step) => {
    if (isHome()) await run(ctx, step);
  };

export const job = <N extends JobName>(name: N, run: Job<N>["run"], options: Options<N> = {}): Job<N> => ({
  name,
  run,
  ...options,
});

export const schedule = (name: string, cron: string, run: Schedule["run"], madeUpWithin = 0): Schedule => ({
  name,
  cron,
  madeUpWithin,
  run,
});

/** Once a night: on a machine that is off at that hour, when it is on again. */
export const nightly = (name: string, cron: string, run: Schedule["run"]): Schedule => schedule(name, cron, run, DAY);

/** What keeps the jobs going in this process. */
export type Worker = {
  /** Settles when it ends; rejects when it fails, and when it ends without having been told to. */
  ended: Promise<void>;
  /** Takes no new job and waits for those that run. */
  stop(): Promise<void>;
};

/** What a job was part of when it was asked for. */
export type Traced = { traceparent?: string };

/** One line per piece of work, also when it fails, and a span of the trace that asked for it. */
export async function logged<T>(
  { job, step, traceparent = null }: { job: string; step?: string; traceparent?: string | null },
  work: () => Promise<T>,
): Promise<T> {
  const what = { job, ...(step !== undefined && { step }) };
  const attributes = { "service.job": job, "service.step": step };
  return await inSpan(`job ${job}`, { kind: "consumer", parent: traceparent, attributes }, () => timed(what, work));
}

async function timed<T>(what: { job: string; step?: string }, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    const result = await work();
    log().info({ ...what, durationMs: durationMs() }, "job");
    measure("job_duration", { job: what.job, outcome: "done" }, durationMs());
    return result;
  } catch (error) {
    log().error({ ...what, durationMs: durationMs(), stack: (error as Error).stack }, "job failed");
    measure("job_duration", { job: what.job, outcome: "failed" }, durationMs());
    throw error;
  }
}
