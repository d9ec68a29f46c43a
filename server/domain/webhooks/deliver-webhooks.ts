import type { Ctx } from "#server/kernel/context.ts";
import { decrypt } from "#server/kernel/crypto.ts";
import { sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { after, DAY, isoTime, MINUTE } from "#server/kernel/time.ts";
import { disableEndpoint } from "./disable-endpoint.ts";
import { type Attempt, postEvent } from "./post-event.ts";
import { nextAttemptIn } from "./retry-schedule.ts";
import { signatureHeaders } from "./signature.ts";

type Due = {
  id: number;
  endpointId: number;
  attemptCount: number;
  url: string;
  secret: Uint8Array;
  failingSince: Date | null;
  eventId: string;
  type: string;
  environment: string;
  sequence: number;
  data: string;
  occurredAt: Date;
};

/** A delivery that is being attempted belongs to its worker for this long; a dead worker's is taken up afterwards. */
const CLAIMED_FOR = MINUTE;
const DISABLE_AFTER = 5 * DAY;

/** Attempts those of the deliveries that are due, side by side, and books each outcome as it comes. */
export async function deliverWebhooks(ctx: Ctx, deliveryIds: number[]): Promise<void> {
  const due = await claim(ctx, deliveryIds);
  await Promise.all(due.map((delivery) => attempt(ctx, delivery)));
}

async function claim(ctx: Ctx, ids: number[]): Promise<Due[]> {
  const now = ctx.clock.now();
  return await ctx.db.query<Due>(sql`
    update deliveries d set next_attempt_at = ${after(now, CLAIMED_FOR)}
      from events e, webhook_endpoints w
     where d.id = any(${ids}::bigint[]) and d.status in ('pending', 'retrying') and d.next_attempt_at <= ${now}
       and e.id = d.event_id and w.id = d.endpoint_id and w.status = 'active'
    returning d.id, d.endpoint_id as "endpointId", d.attempt_count as "attemptCount", w.url, w.secret, w.failing_since as "failingSince",
              e.event_id as "eventId", e.type, e.environment, e.id as sequence, e.data, e.created_at as "occurredAt"`);
}

async function attempt(ctx: Ctx, delivery: Due): Promise<void> {
  const at = ctx.clock.now();
  const body = eventBody(delivery);
  const headers = {
    "content-type": "application/json",
    "user-agent": "reseller-esim-service/1",
    ...signatureHeaders({ ...delivery, body, secret: decrypt(delivery.secret), at }),
  };
  const made = await postEvent(delivery.url, headers, body);
  await book(ctx, delivery, headers, made, at);
}

/** The same bytes at every attempt. */
export function eventBody({ eventId, type, environment, occurredAt, sequence, data }: Omit<Due, "id">): string {
  const head = { id: eventId, type, api_version: "v1", environment, created_at: isoTime(occurredAt), sequence };
  return `${JSON.stringify(head).slice(0, -1)},"data":${data}}`;
}

async function book(ctx: Ctx, delivery: Due, headers: Record<string, string>, made: Attempt, at: Date): Promise<void> {
  const number = delivery.attemptCount + 1;
  const now = ctx.clock.now();
  const gone = made.httpStatus === 410;
  const wait = made.error === null || gone ? null : nextAttemptIn(number, made.retryAfterMs);
  const nextAttemptAt = wait === null ? null : after(now, wait * env().timeScale);
  const status = made.error === null ? "delivered" : nextAttemptAt ? "retrying" : "failed";
  const failingTooLong =
    delivery.failingSince !== null && now.getTime() - delivery.failingSince.getTime() >= DISABLE_AFTER;
  const disabledReason = gone
    ? "The endpoint answered 410 Gone."
    : failingTooLong
      ? "Every attempt of the last 5 days failed."
      : null;
  await ctx.db.transaction(async (tx) => {
    await tx.query(sql`
      insert into delivery_attempts (delivery_id, number, headers, http_status, response, error, duration_ms, created_at)
      values (${delivery.id}, ${number}, ${JSON.stringify(headers)}::jsonb, ${made.httpStatus}, ${made.response}, ${made.error}, ${made.durationMs}, ${at})`);
    await tx.query(sql`
      update deliveries set status = ${status}, attempt_count = ${number}, next_attempt_at = ${nextAttemptAt}, last_http_status = ${made.httpStatus},
             last_error = ${made.error}, delivered_at = ${made.error === null ? now : null}
       where id = ${delivery.id}`);
    if (made.error === null)
      await tx.query(
        sql`update webhook_endpoints set failure_count = 0, failing_since = null, last_success_at = ${now} where id = ${delivery.endpointId}`,
      );
    else
      await tx.query(sql`
        update webhook_endpoints set failure_count = failure_count + 1, failing_since = coalesce(failing_since, ${at}) where id = ${delivery.endpointId}`);
    if (disabledReason) await disableEndpoint(tx, delivery.endpointId, disabledReason);
    if (nextAttemptAt) await enqueue(tx, "deliver-webhooks", { deliveryIds: [delivery.id] }, { runAt: nextAttemptAt });
  });
}
