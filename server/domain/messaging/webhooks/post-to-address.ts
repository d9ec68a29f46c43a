import type { Dispatcher } from "undici";
import { storable } from "#server/kernel/storable.ts";
import { SECOND } from "#server/kernel/time.ts";
import { isRefused } from "./address-rule.ts";
import { keepConnections, useOnce, vetAddress } from "./connections.ts";

/** What one attempt came to. `error` is in words, null for a 2xx. */
export type Answer = {
  httpStatus: number | null;
  /** The start of what the endpoint said. */
  response: string | null;
  error: string | null;
  durationMs: number;
  retryAfterMs: number | null;
};

const ANSWER_WITHIN_MS = 15 * SECOND;
/** Once the status is known the rest of the answer decides nothing. */
const REST_WITHIN_MS = 2 * SECOND;
/** Bytes of the answer that are read and kept. */
const KEPT = 4_096;

type Failure = Error & { code?: string; socket?: { bytesRead: number } };
type Post = {
  /** Whose connections are kept; 0 for the platform's own. */
  endpointId: number;
  url: string;
  headers: Record<string, string>;
  body: string;
};

/** One POST to somebody's address, vetted again at this moment; redirects are not followed. Never throws. */
export async function postToAddress({ endpointId, url: address, headers, body }: Post): Promise<Answer> {
  const startedAt = performance.now();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new Error(NO_ANSWER)), ANSWER_WITHIN_MS);
  const ended = (rest: Partial<Answer>): Answer => ({
    httpStatus: null,
    response: null,
    error: null,
    retryAfterMs: null,
    ...rest,
    durationMs: Math.round(performance.now() - startedAt),
  });
  try {
    const vetted = await Promise.race([vetAddress(address), aborted(timeout.signal)]);
    if (isRefused(vetted)) return ended({ error: `The address ${vetted.reason}.` });
    const path = vetted.url.pathname + vetted.url.search;
    const { pool, usedOnce: reset } = keepConnections(endpointId, vetted);
    const answer = await pool.request({ path, method: "POST", headers, body, signal: timeout.signal, reset });
    const httpStatus = answer.statusCode;
    const response = await readStart(answer);
    const error = httpStatus >= 200 && httpStatus < 300 ? null : `The endpoint answered HTTP ${httpStatus}.`;
    return ended({ httpStatus, response, error, retryAfterMs: parseRetryAfter(answer.headers["retry-after"]) });
  } catch (error) {
    const { code, socket } = error as Failure;
    if (code === "UND_ERR_SOCKET" && socket?.bytesRead) useOnce(endpointId);
    return ended({ error: inWords(error as Failure) });
  } finally {
    clearTimeout(timer);
  }
}

const NO_ANSWER = "The endpoint did not answer within 15 s.";

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));

async function readStart({ body, headers }: Dispatcher.ResponseData): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => body.destroy(), REST_WITHIN_MS);
  body.on("error", () => {});
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= KEPT) break;
    }
  } catch {
    // What came until then is kept.
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
  const encoding = headers["content-encoding"];
  if (encoding) return `(${Math.min(bytes, KEPT)} bytes in the encoding ${String(encoding).slice(0, 40)})`;
  return storable(Buffer.concat(chunks).subarray(0, KEPT).toString("utf8"));
}

function parseRetryAfter(header: string | string[] | undefined): number | null {
  const text = [header].flat()[0] ?? "";
  const ms = /^\d{1,7}$/.test(text) ? Number(text) * SECOND : Date.parse(text) - Date.now();
  return ms > 0 ? ms : null;
}

function inWords({ code = "", name, message }: Failure): string {
  if (message === NO_ANSWER) return NO_ANSWER;
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT") return "No connection within 5 s.";
  if (code === "ECONNREFUSED") return "The connection was refused.";
  if (code === "ENETUNREACH" || code === "EHOSTUNREACH") return "There is no way to the endpoint's network.";
  if (code === "ECONNRESET" || code === "EPIPE" || code === "UND_ERR_SOCKET")
    return "The endpoint closed the connection before it answered.";
  if (code === "UND_ERR_HEADERS_OVERFLOW") return "The headers of the answer are too large.";
  if (name === "HTTPParserError" || code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH")
    return "What the endpoint answered is not HTTP.";
  if (code.startsWith("ERR_TLS") || code.startsWith("ERR_SSL") || code.includes("CERT"))
    return `The TLS certificate or connection is not valid (${code}).`;
  return `The request failed: ${(message || code).slice(0, 200)}`;
}
