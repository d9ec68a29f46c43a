import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { after, DAY } from "#server/kernel/time.ts";

/** How long the record of attempts is kept: in partitions, which are dropped (`control/partitions`). */
export const ATTEMPTS_KEPT = 30 * DAY;
const DELIVERIES_KEPT = 180 * DAY;
/** Rows of one statement: the next run takes the rest. */
const AT_ONCE = 50_000;

/** Removes deliveries that are over, and secrets whose overlap is. Events are kept. */
export async function purgeDeliveries(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.query(sql`
    delete from deliveries where id in (
      select id from deliveries
       where created_at < ${after(now, -DELIVERIES_KEPT)} and status in ('delivered', 'failed') limit ${AT_ONCE}::int)`);
  await ctx.db.prisma.webhookEndpoint.updateMany({
    where: { overlapUntil: { lte: now } },
    data: { previousSecret: null, overlapUntil: null },
  });
}
