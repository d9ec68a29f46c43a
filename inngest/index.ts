import type { InngestFunction } from "inngest";
import { type Ctx, systemContext } from "#server/kernel/context.ts";
import { patientDatabase } from "#server/kernel/db.ts";
import { eventName, inngestClient } from "./client.ts";
import { jobs, schedules } from "./functions/index.ts";
import { sweepStalled } from "./functions/sweep-stalled.ts";
import { type Job, logged, PLACES, type Step, type Traced } from "./job.ts";

/** Runs of one function side by side; what calls suppliers, for each of them. */
const IN_ALL = { limit: 12 };
const PER_SUPPLIER = { limit: PLACES, key: "event.data.supplier" };
/** What has begun goes first: by so many seconds, the most there is. */
const BEGUN_FIRST = { run: "event.data.isBegun ? 600 : 0" };

/** Of reminders of the same thing one waits or runs at a time, whatever was asked for besides: where it is false, a run is like any other. */
const ONE_REMINDER = { key: "event.data.reminder", mode: "skip" } as const;

const jobContext = (name: string): Ctx => systemContext({ kind: "job", name }, { db: patientDatabase() });

/** The same functions on an Inngest server. The sweeper stays with the worker. */
export function inngestFunctions(): InngestFunction.Any[] {
  const client = inngestClient();
  const forJobs = jobs.map(({ name, alone, calls, run }) =>
    client.createFunction(
      {
        id: name,
        triggers: [{ event: eventName(name) }],
        retries: 3,
        concurrency: concurrencyOf({ alone, calls }),
        singleton: ONE_REMINDER,
        ...(calls && { priority: BEGUN_FIRST }),
      },
      async ({ event, step }) =>
        run(jobContext(name), event.data as never, loggedStep(name, step as unknown as Step, event.data)),
    ),
  );
  const forSchedules = schedules
    .filter((item) => item !== sweepStalled)
    .map(({ name, cron, run }) =>
      client.createFunction({ id: name, triggers: [{ cron }], retries: 0 }, async ({ step }) =>
        run(jobContext(name), loggedStep(name, step as unknown as Step)),
      ),
    );
  return [...forJobs, ...forSchedules];
}

type Limit = { limit: number; key?: string };

function concurrencyOf({ alone, calls }: Pick<Job, "alone" | "calls">): Limit | [Limit, Limit] {
  const inAll = calls ? PER_SUPPLIER : IN_ALL;
  return alone ? [inAll, { limit: 1, key: `event.data.${alone}` }] : inAll;
}

/** A function's body is gone through once per request, its steps run once: they are what is logged. */
const loggedStep = (job: string, step: Step, { traceparent }: Traced = {}): Step => ({
  run: (name, work) => step.run(name, () => logged({ job, step: name, traceparent }, work)),
});
