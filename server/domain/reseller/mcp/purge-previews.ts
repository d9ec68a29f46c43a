import type { Ctx } from "#server/kernel/context.ts";
import { after, DAY } from "#server/kernel/time.ts";

const PREVIEWS_KEPT = 7 * DAY;
const DAYS_KEPT = 400 * DAY;

/** What was done is in the request log; how much on a day is kept a little longer than a year. */
export async function purgePreviews(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.prisma.mcpPreview.deleteMany({ where: { expiresAt: { lt: after(now, -PREVIEWS_KEPT) } } });
  await ctx.db.prisma.mcpDay.deleteMany({ where: { day: { lt: after(now, -DAYS_KEPT) } } });
}
