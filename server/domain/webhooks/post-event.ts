import type { LookupFunction } from "node:net";
import { Agent, request } from "undici";
import { SECOND } from "#server/kernel/time.ts";
import { type Address, checkAddress, isRefused } from "./address-rule.ts";

/** What one attempt came to. `error` is in words, null for a 2xx. */
export type Attempt = {
  httpStatus: number | null;
  response: string | null;
  error: string | null;
  durationMs: number;
  retryAfterMs: number | null;
};

const CONNECT_WITHIN = 5 * SECOND;
const ANSWER_WITHIN = 15 * SECOND;
/** Bytes of the answer that are read and kept. */
const KEPT = 4_096;

/** One POST to a reseller's address, vetted again at this moment; redirects are not followed. Never throws. */
export async function postEvent(address: string, headers: Record<string, string>, body: string): Promise<Attempt> {
  const startedAt = performance.now();
  const ended = (rest: Omit<Attempt, "durationMs">): Attempt => ({
    ...rest,
    durationMs: Math.round(performance.now() - startedAt),
  });
  const checked = await checkAddress(address);
  if (isRefused(checked))
    return ended({ httpStatus: null, response: null, error: `The address ${checked.reason}.`, retryAfterMs: null });
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_WITHIN, ...(checked.addresses.length > 0 && { lookup: only(checked.addresses) }) },
    headersTimeout: ANSWER_WITHIN,
    bodyTimeout: ANSWER_WITHIN,
    pipelining: 0,
  });
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN);
    const answer = await request(checked.url, { method: "POST", headers, body, dispatcher, signal });
    const httpStatus = answer.statusCode;
    const response = await readStart(answer.body);
    const error = httpStatus >= 200 && httpStatus < 300 ? null : `The endpoint answered HTTP ${httpStatus}.`;
    return ended({ httpStatus, response, error, retryAfterMs: parseRetryAfter(answer.headers["retry-after"]) });
  } catch (error) {
    return ended({
      httpStatus: null,
      response: null,
      error: inWords(error as Error & { code?: string }),
      retryAfterMs: null,
    });
  } finally {
    dispatcher.destroy().catch(() => {});
  }
}

/** What was checked is what is dialled. */
const only =
  (addresses: Address[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, addresses);
    else done(null, first!.address, first!.family);
  };

async function readStart(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= KEPT) break;
  }
  body.destroy();
  // PostgreSQL text holds no NUL.
  return Buffer.concat(chunks).subarray(0, KEPT).toString("utf8").replaceAll("\0", "�");
}

function parseRetryAfter(header: string | string[] | undefined): number | null {
  const text = [header].flat()[0] ?? "";
  const ms = /^\d{1,7}$/.test(text) ? Number(text) * SECOND : Date.parse(text) - Date.now();
  return ms > 0 ? ms : null;
}

function inWords({ code, name, message }: Error & { code?: string }): string {
  if (name === "TimeoutError" || code === "UND_ERR_HEADERS_TIMEOUT") return "The endpoint did not answer within 15 s.";
  if (code === "UND_ERR_CONNECT_TIMEOUT") return "No connection within 5 s.";
  if (code === "ECONNREFUSED") return "The connection was refused.";
  if (code === "ECONNRESET" || code === "UND_ERR_SOCKET")
    return "The endpoint closed the connection before it answered.";
  if (code?.startsWith("ERR_TLS") || code?.includes("CERT") || code === "DEPTH_ZERO_SELF_SIGNED_CERT")
    return `The TLS certificate is not valid (${code}).`;
  return `The request failed: ${message.slice(0, 200)}`;
}
