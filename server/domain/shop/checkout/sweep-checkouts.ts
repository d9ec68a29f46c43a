import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { after, DAY, MINUTE } from "#server/kernel/time.ts";
import { cancelledIn, owed } from "./owed.ts";

/** Checkouts get this long before the sweeper looks whether anybody still works on them. */
const LEFT_ALONE_FOR = MINUTE;

/** Finds checkouts, and refunds, for which no run waits (a run died between two steps) and lets them run. Returns how many. */
export async function sweepCheckouts(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const rows = await ctx.db.query(sql`
    insert into outbox_jobs (job, key, payload, run_at, is_reminder)
    select 'settle-checkout', 'settle-checkout:' || id, jsonb_build_object('checkoutId', id), ${now}, true
      from (
        select c.id from checkouts c where c.status in ('opened', 'paid', 'ordered') and c.updated_at < ${after(now, -LEFT_ALONE_FOR)}
        union
        select p.checkout_id from payments p join checkouts c on c.id = p.checkout_id
         where p.status = 'open' and c.status = 'abandoned' and p.updated_at < ${after(now, -LEFT_ALONE_FOR)}
        union
        select p.checkout_id from payment_refunds r join payments p on p.id = r.payment_id
         where (r.done_at is null or (r.to_cancel <> '{}' and r.asked_at is null)) and r.created_at < ${after(now, -LEFT_ALONE_FOR)}
        union
        select g.checkout_id from gifts g join checkouts c on c.id = g.checkout_id
         where g.sent_at is null and g.send_at < ${after(now, -LEFT_ALONE_FOR)} and c.status = 'delivered'
        union
        select w.checkout_id from (${owed(cancelledIn(sql`${after(now, -DAY)}`, sql`${after(now, -LEFT_ALONE_FOR)}`))}) w
      ) c
     where not exists (select from outbox_jobs j where j.key = 'settle-checkout:' || c.id)
     order by id limit 1000
    on conflict (key) do nothing returning id`);
  return rows.length;
}
