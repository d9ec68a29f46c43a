import type { ApiKey } from "#server/domain/reseller/keys/index.ts";
import { recordRequest } from "#server/domain/reseller/request-log/index.ts";
import { database } from "#server/kernel/db.ts";
import type { ServiceError } from "#server/kernel/errors.ts";
import { log } from "#server/kernel/log.ts";
import { measure } from "#server/kernel/metrics.ts";
import { annotate } from "#server/kernel/trace.ts";
import { MAX_KEY_LENGTH } from "./input.ts";
import { maskedBody } from "./masked-body.ts";
import { maskedAnswer, maskedHeaders, maskedTarget } from "./masked-exchange.ts";
import { withoutSecrets } from "./masked-text.ts";
import type { ApiRequest, ApiResponse } from "./message.ts";
import type { Operation } from "./operation.ts";

/** What is known of a request while it is being answered; the log line and the request log are made of it. */
export type Progress = {
  request: ApiRequest;
  requestId: string;
  startedAt: number;
  /** Of its time, how long its body was waited for. */
  bodyMs: number;
  ip: string | null;
  operation: Operation | null;
  key: ApiKey | null;
  /** Whether it used some of the key's quota. */
  counted: boolean;
  headers: Record<string, string>;
  /** The body, once it was read and understood. */
  sent: unknown;
};

/** Says what became of a request: to the log, to its span, and to the request log of its account. */
export function recordAnswer(
  { request, requestId, startedAt, bodyMs, ip, operation, key, counted, sent }: Progress,
  { status, body, unkept }: ApiResponse,
  refusal: ServiceError | null,
): void {
  const code = refusal?.code ?? null;
  const durationMs = Math.round((performance.now() - startedAt - bodyMs) * 100) / 100;
  const name = operation ? `${operation.method} ${operation.path}` : null;
  measure("request_duration", { operation: name ?? "unknown", status: `${Math.floor(status / 100)}xx` }, durationMs);
  annotate(
    {
      "http.request.method": request.method.slice(0, 20),
      "http.route": operation?.path,
      "http.response.status_code": status,
      "service.request_id": requestId,
      "service.account": key?.account.code,
      "service.environment": key?.environment,
      "service.error": code ?? undefined,
    },
    { failed: status >= 500 },
  );
  log().info(
    {
      requestId,
      account: key?.account.code,
      environment: key?.environment,
      operation: name,
      method: request.method,
      status,
      code,
      durationMs,
    },
    "request",
  );
  if (!key) return;
  recordRequest(database(), {
    requestId,
    accountId: key.account.id,
    environment: key.environment,
    keyId: key.id,
    method: request.method.slice(0, 20),
    path: maskedTarget(request.target),
    operation: name,
    status,
    code,
    durationMs,
    ip: ip ?? "unknown",
    counted,
    body: maskedBody(sent),
    message: refusal && withoutSecrets(refusal.message.slice(0, 500)),
    idempotencyKey: readIdempotency(request),
    headers: maskedHeaders(request.headers(), key.prefix),
    answer: unkept ? "" : maskedAnswer(body, { brief: request.method === "GET" && !refusal }),
    createdAt: new Date(),
  });
}

/** As it was sent, if it could have been one. */
function readIdempotency(request: ApiRequest): string | null {
  const [value = "", another] = request.header("idempotency-key");
  return value === "" || another !== undefined ? null : withoutSecrets(value.slice(0, MAX_KEY_LENGTH));
}
