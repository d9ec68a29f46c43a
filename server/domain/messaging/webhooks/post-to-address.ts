import type { IncomingHttpHeaders } from "node:http";
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
/** Answers before the answer (1xx) that are waited through. */
const MOST_PROVISIONAL = 100;

type Failure = Error & { code?: string; socket?: { bytesRead: number } };
type Post = {
  /** Whose connections are kept; 0 for the platform's own. */
  endpointId: number;
  url: string;
  headers: Record<string, string>;
  body: string;
};

/** One POST to somebody's address, vetted again at this moment; redirects are not followed. Never throws. */
export async function postToAddress(post: Post): Promise<Answer> {
  const coming = new ComingAnswer(post.endpointId);
  begin(post, coming).catch((error) => coming.onResponseError(null, error));
  return await coming.answer;
}

async function begin({ endpointId, url: address, headers, body }: Post, coming: ComingAnswer): Promise<void> {
  const vetted = await vetAddress(address);
  if (coming.isOver) return;
  if (isRefused(vetted)) return coming.end({ error: `The address ${vetted.reason}.` });
  const path = vetted.url.pathname + vetted.url.search;
  const { pool, usedOnce: reset } = keepConnections(endpointId, vetted);
  pool.dispatch({ path, method: "POST", headers, body, reset }, coming);
}

/** Takes an answer as it comes in, as much of it as is kept and for as long as it may take; then the connection is closed. */
class ComingAnswer implements Dispatcher.DispatchHandler {
  readonly answer: Promise<Answer>;
  isOver = false;
  readonly #endpointId: number;
  readonly #startedAt = performance.now();
  readonly #resolve: (answer: Answer) => void;
  readonly #limits: NodeJS.Timeout[];
  #connection: Dispatcher.DispatchController | null = null;
  #provisional = 0;
  #status: number | null = null;
  #headers: IncomingHttpHeaders = {};
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(endpointId: number) {
    this.#endpointId = endpointId;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.answer = promise;
    this.#resolve = resolve;
    this.#limits = [setTimeout(() => this.#cutOff(), ANSWER_WITHIN_MS)];
  }

  onRequestStart(connection: Dispatcher.DispatchController): void {
    this.#connection = connection;
    if (this.isOver) connection.abort(CUT_OFF);
  }

  onResponseStart(_connection: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) {
      if (++this.#provisional > MOST_PROVISIONAL)
        this.#cutOff("The endpoint answered that it will answer, without end.");
      return;
    }
    this.#status = status;
    this.#headers = headers;
    this.#limits.push(setTimeout(() => this.#cutOff(), REST_WITHIN_MS));
  }

  onResponseData(_connection: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes >= KEPT) this.#cutOff();
  }

  onResponseEnd(): void {
    this.#answered();
  }

  /** What came until then is kept. */
  onResponseError(_connection: Dispatcher.DispatchController | null, error: Failure): void {
    if (this.isOver) return;
    if (this.#status !== null) {
      this.#answered();
      return;
    }
    if (error.code === "UND_ERR_SOCKET" && error.socket?.bytesRead) useOnce(this.#endpointId);
    this.end({ error: inWords(error) });
  }

  end(came: Partial<Answer>): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const limit of this.#limits) clearTimeout(limit);
    const durationMs = Math.round(performance.now() - this.#startedAt);
    this.#resolve({ httpStatus: null, response: null, error: null, retryAfterMs: null, ...came, durationMs });
  }

  #cutOff(error = "The endpoint did not answer within 15 s."): void {
    if (this.#status === null) this.end({ error });
    else this.#answered();
    this.#connection?.abort(CUT_OFF);
  }

  #answered(): void {
    const httpStatus = this.#status!;
    this.end({
      httpStatus,
      response: this.#start(),
      error: httpStatus >= 200 && httpStatus < 300 ? null : `The endpoint answered HTTP ${httpStatus}.`,
      retryAfterMs: parseRetryAfter(this.#headers["retry-after"]),
    });
  }

  #start(): string {
    const encoding = this.#headers["content-encoding"];
    if (encoding) return `(${Math.min(this.#bytes, KEPT)} bytes in the encoding ${String(encoding).slice(0, 40)})`;
    if (this.#bytes === 0) return "";
    return storable(Buffer.concat(this.#chunks).subarray(0, KEPT).toString("utf8"));
  }
}

const CUT_OFF = new Error("cut off");

function parseRetryAfter(header: string | string[] | undefined): number | null {
  if (header === undefined) return null;
  const text = [header].flat()[0] ?? "";
  const ms = /^\d{1,7}$/.test(text) ? Number(text) * SECOND : Date.parse(text) - Date.now();
  return ms > 0 ? ms : null;
}

function inWords({ code = "", name, message }: Failure): string {
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT") return "No connection within 5 s.";
  if (code === "ECONNREFUSED") return "The connection was refused.";
  if (code === "ENETUNREACH" || code === "EHOSTUNREACH") return "There is no way to the endpoint's network.";
  if (code === "ECONNRESET" || code === "EPIPE" || code === "UND_ERR_SOCKET")
    return "The endpoint closed the connection before it answered.";
  if (code === "UND_ERR_HEADERS_OVERFLOW") return "The headers of the answer are too large.";
  // A status below 100 is nothing that undici thought of.
  if (name === "HTTPParserError" || code === "ERR_ASSERTION" || code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH")
    return "What the endpoint answered is not HTTP.";
  if (code.startsWith("ERR_TLS") || code.startsWith("ERR_SSL") || code.includes("CERT"))
    return `The TLS certificate or connection is not valid (${code}).`;
  return `The request failed: ${(message || code).slice(0, 200)}`;
}
