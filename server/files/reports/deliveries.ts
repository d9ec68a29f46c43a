import { deliveryFilter, searchDeliveries } from "#server/domain/messaging/webhooks/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { listReport } from "./report.ts";

export const deliveriesReport = listReport(deliveryFilter, (ctx: AccountCtx, asked) => searchDeliveries(ctx, asked), {
  delivery_id: ({ id }) => id,
  event_id: ({ eventId }) => eventId,
  event_type: ({ eventType }) => eventType,
  order: ({ orderReference }) => orderReference,
  endpoint_id: ({ endpointId }) => endpointId,
  status: ({ status }) => status,
  attempts: ({ attemptCount }) => attemptCount,
  http_status: ({ lastHttpStatus }) => lastHttpStatus,
  error: ({ lastError }) => lastError,
  created_at: ({ createdAt }) => createdAt,
  delivered_at: ({ deliveredAt }) => deliveredAt,
  next_attempt_at: ({ nextAttemptAt }) => nextAttemptAt,
});
