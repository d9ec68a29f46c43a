import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { after, MINUTE } from "#server/kernel/time.ts";

/** Finds replacements for which no run waits (a run died between two steps) and lets them run. Returns how many. */
export async function sweepReplacements(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const rows = await ctx.db.query(sql`
    insert into outbox_jobs (job, key, payload, run_at, is_reminder)
    select 'replace-esim', 'replace-esim:' || x.id, jsonb_build_object('replacementId', x.id), ${now}, true
      from replacements x
     where x.status in ('asked', 'cancelling', 'ordering', 'ordered') and x.updated_at < ${after(now, -MINUTE)}
       and not exists (select from outbox_jobs j where j.key = 'replace-esim:' || x.id)
     order by x.id limit 1000
    on conflict (key) do nothing returning id`);
  return rows.length;
}
