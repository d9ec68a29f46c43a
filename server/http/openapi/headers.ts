import { type Json, ref } from "./json.ts";

const header = (description: string, schema: Json, example: unknown) => ({ description, schema, example });
const count = { type: "integer", format: "int64", minimum: 0 };

/** Response headers; the first seven are on every answer of the API. */
export const HEADERS = {
  "X-Request-ID": header(
    "Names this request, here and in our log; the same as meta.request_id",
    { type: "string" },
    "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
  ),
  "X-RateLimit-Limit": header("Requests allowed per minute", count, 300),
  "X-RateLimit-Remaining": header("Requests left in this minute", count, 299),
  "X-RateLimit-Reset": header("When the minute ends, in unix seconds", count, 1795179660),
  "X-RateLimit-Daily-Limit": header("Requests allowed per UTC day", count, 100_000),
  "X-RateLimit-Daily-Remaining": header("Requests left on this day", count, 98_211),
  "X-RateLimit-Daily-Reset": header("When the day ends, in unix seconds", count, 1795219200),
  "Retry-After": header("Seconds to wait", { type: "integer", format: "int64", minimum: 1 }, 17),
  "WWW-Authenticate": header(
    "How requests are authenticated",
    { type: "string" },
    'Bearer realm="reseller-esim-service"',
  ),
  ETag: header(
    "Names the data of this answer, for If-None-Match",
    { type: "string" },
    'W/"qT9wX2nB4vL7sJ1kD8fR5hG3mZ6"',
  ),
  "Idempotent-Replayed": header(
    "`true` when this is the stored answer of an earlier request with the same Idempotency-Key",
    { type: "string", enum: ["true"] },
    "true",
  ),
} satisfies Json;

type HeaderName = keyof typeof HEADERS;

const ALWAYS = Object.keys(HEADERS).slice(0, 7) as HeaderName[];

export const responseHeaders = (...more: HeaderName[]): Json =>
  Object.fromEntries([...ALWAYS, ...more].map((name) => [name, ref("headers", name)]));
