import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { after, DAY, MINUTE } from "#server/kernel/time.ts";

/** Orders get this long before the sweeper looks whether anybody still works on them. */
const LEFT_ALONE_FOR = MINUTE;

/** How long a late delivery waits for somebody who buys the same. */
const FOR_SALE = 14 * DAY;

/** Finds open orders, and what is watched for, for which no run waits (a run died between two steps). Returns how many. */
export async function sweepOrders(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const rows = await ctx.db.query(sql`
    insert into outbox_jobs (job, key, payload, run_at, is_reminder)
    select 'fulfil-order', 'fulfil-order:' || o.id, jsonb_build_object('orderId', o.id), ${now}, true
      from orders o
     where o.status in ('queued', 'processing') and o.environment = 'live' and o.updated_at < ${after(now, -LEFT_ALONE_FOR)}
       and not exists (select from outbox_jobs j where j.key = 'fulfil-order:' || o.id)
       and not exists (select from supplier_orders p where p.order_id = o.id and p.status = 'review')
     order by o.id limit 1000
    on conflict (key) do nothing returning id`);
  const watched = await ctx.db.query(sql`
    insert into outbox_jobs (job, key, payload, run_at, is_reminder)
    select 'check-late-order', 'check-late-order:' || p.reference, jsonb_build_object('reference', p.reference), ${now}, true
      from supplier_orders p left join outbox_jobs j on j.key = 'check-late-order:' || p.reference
     where p.watch_at < ${after(now, -LEFT_ALONE_FOR)} and j.id is null
     order by p.watch_at limit 1000
    on conflict (key) do nothing returning id`);
  // Nobody bought it: before its supplier lets it lapse, people decide again.
  await ctx.db.query(sql`
    update supplier_orders set stray = 'waiting', updated_at = ${now} where stray = 'for_sale' and updated_at < ${after(now, -FOR_SALE)}`);
  return rows.length + watched.length;
}
