import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { type EventSubjects, type EventType, eventData } from "#server/kernel/events.ts";
import { newEventId } from "#server/kernel/ids.ts";

/** An event about nothing that happened, to whoever is told of the environment's events. */
export async function tell(ctx: AccountCtx, type: EventType, subject: Partial<EventSubjects>): Promise<void> {
  const { accountId, environment } = tenant(ctx);
  const data = eventData(subject);
  await ctx.db.query(sql`
    select announce_events(array[(${accountId}::int, ${environment}, ${newEventId()}, ${type}, ${data}, ${ctx.clock.now()}::timestamptz)::new_event]) as announced`);
}
