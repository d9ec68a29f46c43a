import { ERRORS, type ServiceError } from "#server/kernel/errors.ts";
import { isoTime } from "#server/kernel/time.ts";
import { isHeld } from "./encoding.ts";
import type { ApiResponse } from "./message.ts";
import type { JsonText, OngoingAnswer, OtherAnswer } from "./operation.ts";

export const API_VERSION = "v1";

type Meta = { requestId: string; environment: string | null; now: Date };

const BEFORE = '{"success":true,"data":';
const BEFORE_BYTES = Buffer.from(BEFORE);

/** @param data given out as they are */
export function success(
  data: JsonText,
  { requestId, environment, now }: Meta,
  headers: Record<string, string>,
): ApiResponse {
  const meta = JSON.stringify({
    request_id: requestId,
    api_version: API_VERSION,
    environment,
    timestamp: isoTime(now),
  });
  return {
    status: 200,
    headers: jsonHeaders(requestId, headers),
    body: `${BEFORE}${data.text},"meta":${meta}}`,
  };
}

/** The same data under their name; nothing at all to who has them already. */
export function named(response: ApiResponse, data: JsonText, ifNoneMatch: string): ApiResponse {
  const { etag } = data;
  const headers = {
    ...response.headers,
    // Kept by the caller alone, and asked about before it is used again.
    "Cache-Control": "private, no-cache",
    Vary: "Accept-Encoding, Authorization, X-API-Key",
    ETag: etag,
  };
  if (!isHeld(etag, ifNoneMatch)) {
    const after = Buffer.from(response.body.slice(BEFORE.length + data.text.length));
    const bytes = Buffer.concat([BEFORE_BYTES, data.bytes, after]);
    return { ...response, headers, bytes, compressible: true };
  }
  return { status: 304, headers, body: "" };
}

export const ongoing = (
  { type, begin }: OngoingAnswer,
  requestId: string,
  headers: Record<string, string>,
): ApiResponse => ({
  status: 200,
  // Proxies pass it on as it comes.
  headers: { ...jsonHeaders(requestId, headers), "Content-Type": type, "X-Accel-Buffering": "no" },
  body: "",
  ongoing: begin,
});

/** Without our envelope. */
export const other = (
  { status, type, body }: OtherAnswer,
  requestId: string,
  headers: Record<string, string>,
): ApiResponse => ({
  status,
  headers: { ...jsonHeaders(requestId, headers), "Content-Type": type },
  body,
  unkept: true,
});

/** HTTP has every 401 say how one authenticates. */
const CHALLENGE = { "WWW-Authenticate": 'Bearer realm="reseller-esim-service"' };

export function failure(error: ServiceError, requestId: string, headers: Record<string, string>): ApiResponse {
  const body = JSON.stringify({
    success: false,
    error: {
      code: error.code,
      message: error.message,
      ...(error.details && { details: error.details }),
      documentation_url: `/docs/errors#${error.code}`,
    },
    meta: { request_id: requestId, api_version: API_VERSION },
  });
  const { status } = ERRORS[error.code];
  const own = { ...(status === 401 && CHALLENGE), ...error.headers };
  return { status, headers: jsonHeaders(requestId, { ...headers, ...own }), body };
}

const jsonHeaders = (requestId: string, headers: Record<string, string>) => ({
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "X-Request-ID": requestId,
  ...headers,
});
