import type { Ctx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

export type JobLine = {
  job: string;
  waiting: number;
  running: number;
  failed: number;
  /** Since when the oldest due one waits. */
  oldestAt: Date | null;
  lastError: string | null;
};

export type JobHealth = {
  /** Due and not started: in the outbox or with the engine. */
  waiting: number;
  /** Planned for later. */
  planned: number;
  running: number;
  /** Tried as often as it may be; people have to look. */
  failed: number;
  /** Since when the oldest due one waits. */
  oldestAt: Date | null;
  byJob: JobLine[];
};

/** Where the jobs stand. With Inngest as the engine only the outbox is ours to see. */
export async function measureJobs(ctx: Ctx): Promise<JobHealth> {
  requireOperator(ctx, "platform:read");
  const now = ctx.clock.now();
  type Line = JobLine & { planned: number };
  const { isBuiltIn } = one(
    await ctx.db.query<{ isBuiltIn: boolean }>(
      sql`select to_regclass('graphile_worker.jobs') is not null as is_built_in`,
    ),
  );
  const outbox = sql`
    select job, (run_at <= ${now})::int as waiting, (run_at > ${now})::int as planned, 0 as running, 0 as failed, null::text as error,
           case when run_at <= ${now} then run_at end as due from outbox_jobs`;
  const engine = sql`
    union all
    select split_part(task_identifier, '@', 1), (locked_at is null and attempts < max_attempts and run_at <= ${now})::int,
           (locked_at is null and attempts < max_attempts and run_at > ${now})::int, (locked_at is not null)::int,
           (locked_at is null and attempts >= max_attempts)::int, last_error,
           case when locked_at is null and attempts < max_attempts and run_at <= ${now} then run_at end
      from graphile_worker.jobs`;
  const lines = await ctx.db.query<Line>(sql`
    select job, sum(waiting)::int as waiting, sum(planned)::int as planned, sum(running)::int as running, sum(failed)::int as failed,
           min(due) as oldest_at, left(max(error), 300) as last_error
      from (${outbox} ${isBuiltIn ? engine : sql``}) j group by job order by job`);
  const sum = (pick: (line: Line) => number) => lines.reduce((total, line) => total + pick(line), 0);
  const oldest = lines.flatMap(({ oldestAt }) => oldestAt?.getTime() ?? []);
  return {
    waiting: sum((line) => line.waiting),
    planned: sum((line) => line.planned),
    running: sum((line) => line.running),
    failed: sum((line) => line.failed),
    oldestAt: oldest.length > 0 ? new Date(Math.min(...oldest)) : null,
    byJob: lines.map(({ planned: _planned, ...line }) => line),
  };
}
