import { randomBytes } from "node:crypto";
import type { AccountCtx } from "#server/kernel/context.ts";
import { decrypt } from "#server/kernel/crypto.ts";
import { after, MINUTE } from "#server/kernel/time.ts";
import { attemptDelivery } from "./attempt-delivery.ts";
import { bookAttempts } from "./book-attempts.ts";
import type { Claimed } from "./claim-deliveries.ts";
import { eventBody } from "./event-body.ts";
import { newFlow, trimAnswer } from "./flow.ts";
import { type Answer, postToAddress } from "./post-to-address.ts";
import { takeDelivery } from "./send-now.ts";
import { signatureHeaders } from "./signature.ts";

/** What is wrong with a delivery that a receiver must refuse. */
export type Forgery = "unsigned" | "altered" | "old_secret" | "old_timestamp";
/** What an attempt of a drill came to. */
type Drilled = Pick<Answer, "httpStatus" | "error" | "durationMs">;

/** Older than any receiver may believe. */
const OLD = 10 * MINUTE;

/** Attempts a delivery at once and books it as ever; a forged one is attempted once. */
export async function sendDrilled(ctx: AccountCtx, deliveryId: number, forgery: Forgery | null): Promise<Drilled> {
  const delivery = await ctx.db.transaction((tx) => takeDelivery(tx, ctx, deliveryId));
  const flow = newFlow(delivery.endpointId);
  if (forgery === null) {
    const made = await attemptDelivery(ctx, flow, delivery);
    await bookAttempts(ctx, [made]);
    return { httpStatus: made.http_status, error: made.error, durationMs: made.duration_ms };
  }
  const at = ctx.clock.now();
  const { body, headers } = forge(delivery, forgery, at, await oldSecret(ctx, delivery.endpointId, at));
  const answer = await postToAddress({ ...delivery, headers, body });
  const { httpStatus, error, durationMs } = answer;
  const made = { delivery_id: delivery.id, endpoint_id: delivery.endpointId, headers, http_status: httpStatus, error };
  const response = trimAnswer(flow, answer.response, Date.now());
  await bookAttempts(ctx, [{ ...made, response, duration_ms: durationMs, next_attempt_at: null, at }]);
  return { httpStatus, error, durationMs };
}

function forge(delivery: Claimed, forgery: Forgery, now: Date, old: string) {
  const { eventId, type } = delivery;
  const body = eventBody(delivery);
  const secret = forgery === "old_secret" ? old : decrypt(delivery.secret);
  const at = forgery === "old_timestamp" ? after(now, -OLD) : now;
  const signed = signatureHeaders({ eventId, type, body, secret, at });
  const isSigned = (name: string) => !/signature$/i.test(name);
  const kept =
    forgery === "unsigned" ? Object.entries(signed).filter(([name]) => isSigned(name)) : Object.entries(signed);
  return {
    body: forgery === "altered" ? `${body.slice(0, -1)},"altered":true}` : body,
    headers: {
      "content-type": "application/json",
      "user-agent": "reseller-esim-service/1",
      ...Object.fromEntries(kept),
    },
  };
}

/** The secret before this one, once it signs nothing any more; one that never signed where there is none. */
async function oldSecret({ db }: AccountCtx, id: number, now: Date): Promise<string> {
  const endpoint = await db.prisma.webhookEndpoint.findUnique({ where: { id } });
  const { previousSecret = null, overlapUntil = null } = endpoint ?? {};
  const isOver = overlapUntil === null || overlapUntil <= now;
  return previousSecret && isOver ? decrypt(previousSecret) : `whsec_${randomBytes(32).toString("base64")}`;
}
