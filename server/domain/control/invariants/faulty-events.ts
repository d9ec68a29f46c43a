import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { eventFault } from "#server/kernel/events.ts";
import { after, DAY } from "#server/kernel/time.ts";

export const EVENTS_SAY = "The newest events of the last day are what the API's document says they are.";

/** However many there were in a day, an audit ends. */
const NEWEST = 20_000;

/** What SQL cannot tell: bodies of events that receivers could not read. */
export async function findFaultyEvents(ctx: Ctx): Promise<string[]> {
  const events = await ctx.db.query<{ eventId: string; type: string; data: string }>(sql`
    select event_id, type, data from (select * from events order by id desc limit ${NEWEST}) newest
     where created_at > ${after(ctx.clock.now(), -DAY)} order by id desc`);
  return events.flatMap(({ eventId, type, data }) => {
    const fault = eventFault(type, data);
    return fault ? `${eventId} (${type}: ${fault})` : [];
  });
}
