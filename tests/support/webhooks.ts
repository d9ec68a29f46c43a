import { createEndpoint } from "#server/domain/messaging/webhooks/index.ts";
import { sampleOf } from "#server/domain/messaging/webhooks/sample-events.ts";
import { type AccountCtx, type Environment, tenant } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { type EventType, eventData } from "#server/kernel/events.ts";
import { newEventId } from "#server/kernel/ids.ts";
import { enter, newAccount } from "./world.ts";

/** An account of its own with one endpoint. */
export async function newEndpoint(
  url: string,
  { events = ["*"], environment = "test" }: { events?: (EventType | "*")[]; environment?: Environment } = {},
) {
  const ctx = await enter((await newAccount()).code, environment);
  const { id, secret } = await createEndpoint(ctx, { url, events });
  return { ctx, id, secret };
}

/** What an event of the kind carries, about records that do not exist. */
export const sampleData = (type: EventType): string =>
  eventData(sampleOf(type, { accountId: 0, environment: "live", currency: "USD", at: new Date() }));

/** Facts about nothing in particular; returns the events' ids. */
export async function announce(ctx: AccountCtx, count = 1, type: EventType = "esim.usage.updated"): Promise<string[]> {
  const at = ctx.clock.now();
  const data = eventData(sampleOf(type, { ...tenant(ctx), currency: ctx.account.currency, at }));
  return await announceData(ctx, type, data, count);
}

/** The same with data of one's own. */
export async function announceData(ctx: AccountCtx, type: EventType, data: string, count = 1): Promise<string[]> {
  const at = ctx.clock.now();
  const events = Array.from({ length: count }, () => ({
    account_id: ctx.account.id,
    environment: ctx.environment,
    event_id: newEventId(),
    type,
    data,
    at,
  }));
  await database().query(sql`
    select announce_events(array(select x from jsonb_populate_recordset(null::new_event, ${JSON.stringify(events)}::jsonb) x)) as n`);
  return events.map((event) => event.event_id);
}

export type DeliveryRow = {
  id: number;
  status: string;
  attemptCount: number;
  lastHttpStatus: number | null;
  lastError: string | null;
};

/** The account's deliveries, the oldest first. */
export const deliveriesOf = (ctx: AccountCtx): Promise<DeliveryRow[]> =>
  database().query<DeliveryRow>(sql`
    select d.id, d.status, d.attempt_count, d.last_http_status, d.last_error
      from deliveries d join events e on e.id = d.event_id where e.account_id = ${ctx.account.id} order by d.id`);

/** Whether every delivery of the account has come to its end. */
export const allOver = (ctx: AccountCtx) => async (): Promise<boolean> => {
  const all = await deliveriesOf(ctx);
  return all.length > 0 && all.every(({ status }) => status === "delivered" || status === "failed");
};
