import { setTimeout as sleep } from "node:timers/promises";
import { jobs } from "#inngest/functions/index.ts";
import type { DueJob } from "#inngest/job.ts";
import { moveWithin } from "#inngest/relay.ts";
import { systemContext } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import type { JobName } from "#server/kernel/jobs.ts";
import { PATIENCE_MS, until } from "./until.ts";

const byName = new Map(jobs.map((job) => [job.name, job]));

const BUSY_MS = 10;
/** Conditions, and what comes from elsewhere than jobs, are looked at this often at least. */
const IDLE_MS = 50;

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
      // Whatever comes first: the next job's time, or the end of one that runs. Many files wait at the same time.
      await Promise.race([sleep(await nextJobMs()), ...running]);
      return false;
    },
    PATIENCE_MS,
    0,
  );
  await Promise.allSettled(running);
}

async function nextJobMs(): Promise<number> {
  const [next] = await database().query<{ ms: number | null }>(
    sql`select extract(epoch from min(run_at) - now())::float8 * 1000 as ms from outbox_jobs`,
  );
  return Math.min(Math.max(next?.ms ?? IDLE_MS, BUSY_MS), IDLE_MS);
}
