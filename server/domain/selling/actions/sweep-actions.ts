import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { after, HOUR, MINUTE } from "#server/kernel/time.ts";

/** Actions get this long before the sweeper looks whether anybody still works on them. */
const LEFT_ALONE_FOR = MINUTE;

/** What is under review is looked at by itself for a day; then people decide it. */
const REVIEWED_WITHIN = 26 * HOUR;

/** Finds open actions, and top-ups that are watched for, for which no run waits (a run died between two steps). Returns how many. */
export async function sweepActions(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const rows = await ctx.db.query(sql`
    insert into outbox_jobs (job, key, payload, run_at, is_reminder)
    select 'settle-action', 'settle-action:' || a.id, jsonb_build_object('actionId', a.id), ${now}, true
      from actions a left join outbox_jobs j on j.key = 'settle-action:' || a.id
     where a.status in ('queued', 'processing', 'under_review') and a.environment = 'live' and a.updated_at < ${after(now, -LEFT_ALONE_FOR)}
       and (a.status <> 'under_review' or a.created_at > ${after(now, -REVIEWED_WITHIN)}) and j.id is null
     order by a.id limit 1000
    on conflict (key) do nothing returning id`);
  const watched = await ctx.db.query(sql`
    insert into outbox_jobs (job, key, payload, run_at, is_reminder)
    select 'check-late-topup', 'check-late-topup:' || a.id, jsonb_build_object('actionId', a.id), ${now}, true
      from actions a left join outbox_jobs j on j.key = 'check-late-topup:' || a.id
     where a.watch_at < ${after(now, -LEFT_ALONE_FOR)} and a.status = 'failed' and j.id is null
     order by a.watch_at limit 1000
    on conflict (key) do nothing returning id`);
  return rows.length + watched.length;
}
