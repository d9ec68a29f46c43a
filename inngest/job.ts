import type { Ctx } from "#server/kernel/context.ts";
import type { JobName, JobPayloads } from "#server/kernel/jobs.ts";

/** A named step: an engine that keeps the results of steps does not repeat one that succeeded. */
export type Step = { run<T>(name: string, work: () => Promise<T>): Promise<T> };

/** Work that a state change asked for. Can be run again at any time; reads where things stand first. */
export type Job<N extends JobName = JobName> = {
  name: N;
  run(ctx: Ctx, payload: JobPayloads[N], step: Step): Promise<void>;
  /** Makes few jobs of those that are due together. */
  merge?(payloads: JobPayloads[N][]): JobPayloads[N][];
};

/** Work that time asks for. */
export type Schedule = {
  name: string;
  /** Five fields, UTC. */
  cron: string;
  run(ctx: Ctx, step: Step): Promise<void>;
};

export const job = <N extends JobName>(name: N, run: Job<N>["run"], merge?: Job<N>["merge"]): Job<N> => ({
  name,
  run,
  merge,
});

export const schedule = (name: string, cron: string, run: Schedule["run"]): Schedule => ({ name, cron, run });
