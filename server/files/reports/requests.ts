import { requestFilter, searchRequests } from "#server/domain/reseller/request-log/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { listReport } from "./report.ts";

export const requestsReport = listReport(requestFilter, (ctx: AccountCtx, asked) => searchRequests(ctx, asked), {
  request_id: ({ requestId }) => requestId,
  created_at: ({ createdAt }) => createdAt,
  key: ({ keyPrefix }) => keyPrefix,
  method: ({ method }) => method,
  path: ({ path }) => path,
  status: ({ status }) => status,
  error_code: ({ code }) => code,
  duration_ms: ({ durationMs }) => durationMs,
  ip: ({ ip }) => ip,
  idempotency_key: ({ idempotencyKey }) => idempotencyKey,
});
