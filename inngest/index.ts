import type { InngestFunction } from "inngest";
import { systemContext } from "#server/kernel/context.ts";
import { eventName, inngestClient } from "./client.ts";
import { jobs, schedules } from "./functions/index.ts";
import { sweepStalled } from "./functions/sweep-stalled.ts";
import { logged, type Step } from "./job.ts";

/** Runs of one function side by side: what is left of the processes' database connections is for requests. */
const IN_ALL = { limit: 12 };

/** The same functions on an Inngest server. The sweeper stays with the worker. */
export function inngestFunctions(): InngestFunction.Any[] {
  const client = inngestClient();
  const forJobs = jobs.map(({ name, alone, run }) =>
    client.createFunction(
      {
        id: name,
        triggers: [{ event: eventName(name) }],
        retries: 3,
        concurrency: alone ? [IN_ALL, { limit: 1, key: `event.data.${alone}` }] : IN_ALL,
      },
      async ({ event, step }) =>
        run(systemContext({ kind: "job", name }), event.data as never, loggedStep(name, step as unknown as Step)),
    ),
  );
  const forSchedules = schedules
    .filter((item) => item !== sweepStalled)
    .map(({ name, cron, run }) =>
      client.createFunction({ id: name, triggers: [{ cron }], retries: 0 }, async ({ step }) =>
        run(systemContext({ kind: "job", name }), loggedStep(name, step as unknown as Step)),
      ),
    );
  return [...forJobs, ...forSchedules];
}

/** A function's body is gone through once per request, its steps run once: they are what is logged. */
const loggedStep = (job: string, step: Step): Step => ({
  run: (name, work) => step.run(name, () => logged({ job, step: name }, work)),
});
