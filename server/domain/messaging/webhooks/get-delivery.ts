import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { textWithoutCodes } from "#server/kernel/installation.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { type EventRecord, eventBody } from "./event-body.ts";
import type { FoundDelivery } from "./search-deliveries.ts";

export type DeliveryAttempt = {
  number: number;
  at: Date;
  /** As they were sent; the body is the delivery's. */
  headers: Record<string, string>;
  httpStatus: number | null;
  /** The first 4 KB of the answer. */
  response: string | null;
  error: string | null;
  durationMs: number;
  nextAttemptAt: Date | null;
};

/** `body`: the exact bytes of every attempt, without codes for whom they are not meant. `attempts`: the oldest first, as far back as they are kept. */
export type DeliveryRecord = FoundDelivery & { url: string; body: string; attempts: DeliveryAttempt[] };

export async function getDelivery(ctx: AccountCtx, deliveryId: number): Promise<DeliveryRecord> {
  requirePermission(ctx, "webhooks:read");
  const { accountId, environment } = tenant(ctx);
  const [row] = await ctx.db.query<FoundDelivery & Omit<EventRecord, "eventId"> & { url: string }>(sql`
    select d.id, d.endpoint_id, e.event_id, e.type as event_type, case when e.endpoint_id is null then event_order(e.data) end as order_reference, d.status, d.attempt_count,
           d.last_http_status, d.last_error, d.next_attempt_at,
           d.created_at, d.delivered_at, w.url,
           e.type, e.environment, e.created_at as occurred_at, e.id as sequence, e.data
      from deliveries d join webhook_endpoints w on w.id = d.endpoint_id join events e on e.id = d.event_id
     where d.id = ${deliveryId} and w.account_id = ${accountId} and w.environment = ${environment}`);
  if (!row)
    return fail("resource_not_found", `There is no webhook delivery ${deliveryId} in the ${environment} environment.`);
  const attempts = await ctx.db.prisma.deliveryAttempt.findMany({ where: { deliveryId }, orderBy: { number: "asc" } });
  const { type, environment: _environment, occurredAt, sequence, data, ...delivery } = row;
  const body = eventBody({ eventId: row.eventId, type, environment, occurredAt, sequence, data });
  return {
    ...delivery,
    body: textWithoutCodes(ctx, body),
    // A receiver may say again what it was sent.
    attempts: attempts.map(({ id: _id, deliveryId: _delivery, createdAt: at, headers, response, ...attempt }) => ({
      ...attempt,
      at,
      headers: headers as Record<string, string>,
      response: response && textWithoutCodes(ctx, response),
    })),
  };
}
