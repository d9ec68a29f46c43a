import { Agent, request } from "undici";
import { paced } from "#server/kernel/clock.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { SECOND } from "#server/kernel/time.ts";
import { annotate, inSpan } from "#server/kernel/trace.ts";
import type { SupplierCode } from "./port.ts";

/**
 * `not_sent`: the connection was never made, so nothing can have happened. `lost`: it may have. An answer is whatever
 * came, at most `maxBytes` of it.
 */
export type Reply =
  | { kind: "answer"; status: number; text: string; retryAfter: string | null }
  | { kind: "not_sent"; message: string }
  | { kind: "lost"; message: string };

type Call = {
  /** Who is called, and what for. */
  about: { supplier: SupplierCode; operation: string };
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  headers: Record<string, string>;
  body?: string;
  timeoutMs?: number;
  maxBytes?: number;
};

/** However much a test run scales time down, an answer on loopback gets this long. */
const SHORTEST_MS = 500;

/** The pieces of a deadline's time. While this process stands still no more than one of them passes: what has come by then is read, not given up. */
const PIECES = 10;

function deadlineIn(ms: number) {
  const deadline = new AbortController();
  let left = PIECES;
  const timer = setInterval(() => {
    if (--left === 0) deadline.abort();
  }, ms / PIECES).unref();
  return { signal: deadline.signal, clear: () => clearInterval(timer) };
}

const agent = () =>
  processSingleton(
    "supplier-agent",
    () => new Agent({ connect: { timeout: 5 * SECOND }, keepAliveTimeout: 10 * SECOND }),
  );

/** One HTTP call to a supplier: no redirects, a deadline for the whole of it, a limit on the answer. Never throws. */
export async function callSupplier(call: Call): Promise<Reply> {
  const { supplier, operation } = call.about;
  const attributes = {
    "service.supplier": supplier,
    "service.operation": operation,
    "http.request.method": call.method,
    "server.address": new URL(call.url).hostname,
  };
  return await inSpan(`supplier ${supplier} ${operation}`, { kind: "client", attributes }, async () => {
    const reply = await exchange(call);
    const status = reply.kind === "answer" ? reply.status : undefined;
    const failed = status === undefined || status >= 400;
    annotate({ "service.outcome": reply.kind, "http.response.status_code": status }, { failed });
    return reply;
  });
}

async function exchange({
  method,
  url,
  headers,
  body,
  timeoutMs = 15 * SECOND,
  maxBytes = 2_000_000,
}: Call): Promise<Reply> {
  const within = Math.max(SHORTEST_MS, paced(timeoutMs));
  const { signal, clear } = deadlineIn(within);
  try {
    const answer = await request(url, { method, headers, body, dispatcher: agent(), signal });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer.body) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        answer.body.destroy();
        return { kind: "lost", message: `the answer (HTTP ${answer.statusCode}) is larger than ${maxBytes} bytes` };
      }
      chunks.push(chunk);
    }
    const retryAfter = answer.headers["retry-after"]?.toString() ?? null;
    return { kind: "answer", status: answer.statusCode, text: Buffer.concat(chunks).toString("utf8"), retryAfter };
  } catch (error) {
    if (signal.aborted) return { kind: "lost", message: `no answer within ${within / SECOND} s` };
    const { code, message } = error as { code?: string; message: string };
    return { kind: NEVER_CONNECTED.has(code ?? "") ? "not_sent" : "lost", message };
  } finally {
    clear();
  }
}

const NEVER_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);
