import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { after, DAY } from "#server/kernel/time.ts";

/** As long as the request log, which the report names requests of. */
const EVIDENCE_KEPT = 90 * DAY;

/** The reports stay; what they were judged by goes. */
export async function purgeDrills(ctx: Ctx): Promise<void> {
  await ctx.db.query(sql`
    update drills set calls = '[]', posts = '[]'
     where ended_at < ${after(ctx.clock.now(), -EVIDENCE_KEPT)} and (calls <> '[]' or posts <> '[]')`);
}
