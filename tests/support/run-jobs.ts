import { jobs } from "#inngest/functions/index.ts";
import type { DueJob } from "#inngest/job.ts";
import { moveWithin } from "#inngest/relay.ts";
import { systemContext } from "#server/kernel/context.ts";
import { database } from "#server/kernel/db.ts";
import type { JobName } from "#server/kernel/jobs.ts";
import { PATIENCE_MS, until } from "./until.ts";

const byName = new Map(jobs.map((job) => [job.name, job]));

/** Runs due jobs in this process until the condition holds; several jobs run side by side, as they do in the engine. */
export async function runJobsUntil(
  condition: () => Promise<boolean>,
  { without = [] }: { without?: JobName[] } = {},
): Promise<void> {
  const running = new Set<Promise<void>>();
  await until(
    async () => {
      if (await condition()) return true;
      const due: DueJob[] = [];
      await moveWithin(async (_tx, moved) => void due.push(...moved))(database());
      for (const { job, payload } of due) {
        if (without.includes(job)) continue;
        const run = byName
          .get(job)!
          .run(systemContext({ kind: "job", name: job }), payload as never, { run: (_name, work) => work() })
          .finally(() => running.delete(run));
        running.add(run);
      }
      return false;
    },
    PATIENCE_MS,
    10,
  );
  await Promise.allSettled(running);
}
