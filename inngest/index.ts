import type { InngestFunction } from "inngest";
import { systemContext } from "#server/kernel/context.ts";
import { eventName, inngestClient } from "./client.ts";
import { jobs, schedules } from "./functions/index.ts";
import type { Step } from "./job.ts";
import type { HandOver } from "./relay.ts";

/** The same functions on an Inngest server. */
export function inngestFunctions(): InngestFunction.Any[] {
  const client = inngestClient();
  const forJobs = jobs.map(({ name, run }) =>
    client.createFunction({ id: name, triggers: [{ event: eventName(name) }], retries: 3 }, async ({ event, step }) =>
      run(systemContext({ kind: "job", name }), event.data as never, step as unknown as Step),
    ),
  );
  const forSchedules = schedules.map(({ name, cron, run }) =>
    client.createFunction({ id: name, triggers: [{ cron }], retries: 0 }, async ({ step }) =>
      run(systemContext({ kind: "job", name }), step as unknown as Step),
    ),
  );
  return [...forJobs, ...forSchedules];
}

/** Sends due jobs as events. Without ids of our own: a repeated send must not be taken for the first and dropped. */
export const handOverToInngest: HandOver = async (_tx, due) => {
  try {
    await inngestClient().send(due.map(({ job, payload }) => ({ name: eventName(job), data: payload })));
  } catch (error) {
    throw new Error(`The Inngest server did not take ${due.length} jobs: ${(error as Error).message}`);
  }
};
