import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { after, DAY, MINUTE } from "#server/kernel/time.ts";
import { readUptime } from "#server/kernel/uptime.ts";
import { ringEndpoints } from "./ring-endpoints.ts";

/** Longer than a dead endpoint lives. What is due for so long has an endpoint that works and cannot take all its events. */
const GIVE_UP_AFTER = 7 * DAY;

/**
 * Finds endpoints at which something was due a while ago although no bell is set (its job died), and rings. Ends deliveries
 * that have waited for days in which they could be sent. Returns how many endpoints were rung.
 */
export async function sweepDeliveries(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const longAgo = after(now, -MINUTE);
  const stalled = await ctx.db.query<{ id: number }>(sql`
    select w.id from webhook_endpoints w
     where w.status = 'active' and (w.paused_until is null or w.paused_until < ${longAgo})
       and exists (select from deliveries d where d.endpoint_id = w.id and d.status in ('pending', 'retrying') and d.next_attempt_at < ${longAgo})
       and not exists (select from outbox_jobs j where j.key = 'deliver-webhooks:' || w.id)`);
  await ringEndpoints(
    ctx.db,
    stalled.map(({ id }) => id),
  );
  await giveUp(ctx, (await readUptime(ctx)).since(GIVE_UP_AFTER));
  return stalled.length;
}

/** Also what was made for an endpoint while it was being disabled. */
async function giveUp(ctx: Ctx, dueBefore: Date): Promise<void> {
  await ctx.db.query(sql`
    update deliveries d
       set status = 'failed', next_attempt_at = null,
           last_error = case o.status when 'disabled' then 'The endpoint was disabled: ' || o.disabled_reason
                                      else 'It waited for 7 days: there are more events than the endpoint takes.' end
      from (
        select open.id, w.status, w.disabled_reason from webhook_endpoints w cross join lateral (
          select id from deliveries
           where endpoint_id = w.id and status in ('pending', 'retrying') and (w.status = 'disabled' or next_attempt_at < ${dueBefore})
           order by next_attempt_at limit 10000) open) o
     where d.id = o.id and d.status in ('pending', 'retrying')`);
}
