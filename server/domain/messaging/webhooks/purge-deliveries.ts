import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { after, DAY } from "#server/kernel/time.ts";

/** How long the record of attempts is kept. */
export const ATTEMPTS_KEPT = 30 * DAY;
const DELIVERIES_KEPT = 180 * DAY;
/** Rows of one statement: the next run takes the rest. */
const AT_ONCE = 50_000;

/** Removes the record of attempts, later the deliveries, and secrets whose overlap is over. Events are kept. */
export async function purgeDeliveries(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.query(sql`
    delete from delivery_attempts where id in (
      select a.id from delivery_attempts a join deliveries d on d.id = a.delivery_id
       where a.created_at < ${after(now, -ATTEMPTS_KEPT)} and d.status in ('delivered', 'failed') limit ${AT_ONCE}::int)`);
  await ctx.db.query(sql`
    with old as (
      delete from deliveries where id in (
        select id from deliveries
         where created_at < ${after(now, -DELIVERIES_KEPT)} and status in ('delivered', 'failed') limit ${AT_ONCE}::int)
      returning id)
    delete from delivery_attempts where delivery_id in (select id from old)`);
  await ctx.db.prisma.webhookEndpoint.updateMany({
    where: { overlapUntil: { lte: now } },
    data: { previousSecret: null, overlapUntil: null },
  });
}
