import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { textWithoutCodes } from "#server/kernel/installation.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { after } from "#server/kernel/time.ts";
import { attemptDelivery } from "./attempt-delivery.ts";
import { bookAttempts } from "./book-attempts.ts";
import { CLAIMED_FOR, type Claimed } from "./claim-deliveries.ts";
import { type Flow, newFlow } from "./flow.ts";
import { ringEndpoints } from "./ring-endpoints.ts";

/** What an attempt came to that somebody waits for. */
export type SentNow = {
  deliveryId: number;
  eventId: string;
  httpStatus: number | null;
  /** In words, null for a 2xx. */
  error: string | null;
  response: string | null;
  durationMs: number;
};

/** Attempts that people of one account may have under way in this process: each can last as long as an endpoint is silent. */
const MOST_AT_ONCE = 4;
const MAX_FLOWS = 500;

const underWay = () => processSingleton("webhooks-sent-now", () => new Map<number, number>());
const flows = () => processSingleton("webhooks-sent-now-flows", () => new Map<number, Flow>());

/**
 * Attempts one delivery at once, past the queue and any pause, and books it like every attempt. `take` makes it ours in a
 * transaction of its own: when this process dies before the outcome is on record, the queue takes it up.
 */
export async function sendNow(ctx: AccountCtx, take: (tx: Transaction) => Promise<Claimed>): Promise<SentNow> {
  const running = underWay();
  const { id: accountId } = ctx.account;
  const others = running.get(accountId) ?? 0;
  if (others >= MOST_AT_ONCE)
    fail("conflict", `${others} events are being sent by hand already. Wait until one of them is answered.`);
  running.set(accountId, others + 1);
  try {
    const delivery = await ctx.db.transaction(take);
    const made = await attemptDelivery(ctx, flowOf(delivery.endpointId), delivery);
    await bookAttempts(ctx, [made]);
    // A success ends a pause: what waited for its end is looked at now.
    if (made.error === null) await ringEndpoints(ctx.db, [delivery.endpointId]);
    const { http_status: httpStatus, error, response, duration_ms: durationMs } = made;
    return {
      deliveryId: delivery.id,
      eventId: delivery.eventId,
      httpStatus,
      error,
      response: response && textWithoutCodes(ctx, response),
      durationMs,
    };
  } finally {
    const left = running.get(accountId)! - 1;
    if (left === 0) running.delete(accountId);
    else running.set(accountId, left);
  }
}

/** Bounds what is kept of an endpoint's answers, as in the queue. */
function flowOf(endpointId: number): Flow {
  const known = flows();
  const flow = known.get(endpointId) ?? newFlow(endpointId);
  // What was used last stands last.
  known.delete(endpointId);
  known.set(endpointId, flow);
  if (known.size > MAX_FLOWS) known.delete(known.keys().next().value!);
  return flow;
}

/** Makes the delivery ours whatever its state, with a schedule that starts anew. */
export async function takeDelivery(tx: Transaction, ctx: AccountCtx, deliveryId: number): Promise<Claimed> {
  const { accountId, environment } = tenant(ctx);
  const now = ctx.clock.now();
  const [taken] = await tx.query<Claimed>(sql`
    update deliveries d
       set status = 'pending', next_attempt_at = ${after(now, CLAIMED_FOR)}, attempts_before = attempt_count, delivered_at = null
      from webhook_endpoints w, events e
     where d.id = ${deliveryId} and w.id = d.endpoint_id and w.account_id = ${accountId} and w.environment = ${environment}
       and w.status = 'active' and e.id = d.event_id
    returning d.id, d.endpoint_id, w.account_id, 0 as attempts_made, false as probe, e.event_id, e.type, e.environment, e.id as sequence, e.data,
              e.created_at as occurred_at, w.url, w.secret, case when w.overlap_until > ${now} then w.previous_secret end as previous_secret,
              false as first, e.traceparent`);
  if (!taken) return fail("conflict", "The endpoint is disabled: nothing is sent to it. Enable it first.");
  await ringEndpoints(tx, [taken.endpointId]);
  return taken;
}
