import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { after, MINUTE } from "#server/kernel/time.ts";

/** Finds deliveries that were due a while ago (their job died) and lets them run. Returns how many. */
export async function sweepDeliveries(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const rows = await ctx.db.query<{ n: number }>(sql`
    with stalled as (
      select id, row_number() over (order by id) / 50 as part from (
        select d.id from deliveries d
         where d.status in ('pending', 'retrying') and d.next_attempt_at < ${after(now, -MINUTE)}
         order by d.next_attempt_at limit 5000) s
    ), made as (
      insert into outbox_jobs (job, key, payload, run_at)
      select 'deliver-webhooks', 'sweep-deliveries:' || part, jsonb_build_object('deliveryIds', jsonb_agg(id)), ${now} from stalled group by part
      on conflict (key) do nothing)
    select count(*) as n from stalled`);
  return rows[0]?.n ?? 0;
}
