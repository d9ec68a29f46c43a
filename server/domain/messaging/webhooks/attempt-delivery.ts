import { inTime } from "#server/kernel/clock.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { decrypt } from "#server/kernel/crypto.ts";
import { log } from "#server/kernel/log.ts";
import { memo } from "#server/kernel/memo.ts";
import { measure } from "#server/kernel/metrics.ts";
import { annotate, inSpan } from "#server/kernel/trace.ts";
import type { MadeAttempt } from "./book-attempts.ts";
import type { Claimed } from "./claim-deliveries.ts";
import { eventBody } from "./event-body.ts";
import { type Flow, learn, trimAnswer } from "./flow.ts";
import { type Answer, postToAddress } from "./post-to-address.ts";
import { nextAttemptIn } from "./retry-schedule.ts";
import { signatureHeaders } from "./signature.ts";

const GONE = 410;

/** Signs, posts and judges one delivery. Never throws. */
export async function attemptDelivery(ctx: Ctx, flow: Flow, delivery: Claimed): Promise<MadeAttempt> {
  const at = ctx.clock.now();
  // One that waited for its endpoint's pause says nothing of us.
  if (delivery.first && !delivery.probe)
    measure("webhook_first_attempt", {}, at.getTime() - delivery.occurredAt.getTime());
  const body = eventBody(delivery);
  const headers = signedHeaders(delivery, body, at);
  const answer = headers ? await post(delivery, headers, body) : UNSIGNED;
  learn(flow, answer);
  const again = answer.error === null || answer.httpStatus === GONE ? null : delivery.attemptsMade + 1;
  const waitMs = again === null ? null : nextAttemptIn(again, answer.retryAfterMs);
  return {
    delivery_id: delivery.id,
    endpoint_id: delivery.endpointId,
    headers: headers ?? {},
    http_status: answer.httpStatus,
    response: trimAnswer(flow, answer.response, Date.now()),
    error: answer.error,
    duration_ms: answer.durationMs,
    next_attempt_at: waitMs === null ? null : inTime(ctx.clock.now(), waitMs),
    at,
  };
}

/** Part of the trace in which the event happened: one that began with a request ends where its reseller hears of it. */
async function post(delivery: Claimed, headers: Record<string, string>, body: string): Promise<Answer> {
  const { eventId, type, endpointId, attemptsMade, traceparent } = delivery;
  const attributes = {
    "service.event": type,
    "service.event_id": eventId,
    "service.endpoint": endpointId,
    "service.attempt": attemptsMade + 1,
  };
  return await inSpan(`webhook ${type}`, { kind: "client", parent: traceparent, attributes }, async () => {
    const answer = await postToAddress({ ...delivery, headers, body });
    const outcome = answer.error === null ? "delivered" : "failed";
    measure("webhook_attempt_duration", { outcome }, answer.durationMs);
    annotate({ "http.response.status_code": answer.httpStatus ?? undefined }, { failed: answer.error !== null });
    return answer;
  });
}

const UNSIGNED: Answer = {
  httpStatus: null,
  response: null,
  error: "The event could not be signed: the endpoint's secret cannot be read. Rotate it.",
  durationMs: 0,
  retryAfterMs: null,
};

/** In clear for as long as one of the deliveries that were claimed with it is under way. */
const read = memo(decrypt);

function signedHeaders(delivery: Claimed, body: string, at: Date): Record<string, string> | null {
  const { eventId, type } = delivery;
  try {
    const secret = read(delivery.secret);
    const previousSecret = delivery.previousSecret ? read(delivery.previousSecret) : undefined;
    return {
      "content-type": "application/json",
      "user-agent": "reseller-esim-service/1",
      ...signatureHeaders({ eventId, type, body, secret, previousSecret, at }),
    };
  } catch (error) {
    log().error({ endpointId: delivery.endpointId, error: (error as Error).message }, "an event could not be signed");
    return null;
  }
}
