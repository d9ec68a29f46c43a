import type { z } from "zod";
import type { Exchange } from "../port.ts";
import { callSupplier, type Reply } from "../supplier-http.ts";
import type { Turns } from "../turns.ts";
import { Refusal } from "./wire.ts";

export type Settings = { url: string; apiKey: string; refunds: boolean };

/** What the supplier said, read: what was asked for, its refusal in its own words, or nothing that could be understood. */
export type Said<T> =
  | { kind: "ok"; value: T }
  | { kind: "error"; status: number; message: string }
  | { kind: "processing"; message: string }
  | { kind: "not_sent"; message: string }
  | { kind: "busy"; message: string }
  | { kind: "unclear"; message: string };

export type NotOk = Exclude<Said<unknown>, { kind: "ok" }>;

type Question<S extends z.ZodType> = {
  operation: string;
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** The parts of the path; each may hold anything. */
  path: string[];
  query?: Record<string, string> | string[][];
  body?: object;
  schema: S;
  timeoutMs?: number;
  maxBytes?: number;
  /** Of `Date.now()`: what has not had its turn by then is not sent any more. */
  startBy?: number;
  /** What is written down instead of the answer, when that holds secrets. */
  recordAs?(value: z.infer<S>): string;
};

export type Call = <S extends z.ZodType>(question: Question<S>) => Promise<Said<z.infer<S>>>;

const VERSION = "v2.5";

/** The one way to the supplier: every exchange is recorded, without the key. */
export const connectEsimGo =
  (settings: Settings, record: (exchange: Exchange) => void, turns: Turns): Call =>
  (question) =>
    callEsimGo(settings, record, turns, question);

async function callEsimGo<S extends z.ZodType>(
  { url, apiKey }: Settings,
  record: (exchange: Exchange) => void,
  turns: Turns,
  question: Question<S>,
): Promise<Said<z.infer<S>>> {
  const { operation, method = "GET", path, query, body, schema, timeoutMs, maxBytes, startBy } = question;
  if (!(await turns.next(startBy))) return { kind: "not_sent", message: "its turn did not come in time" };
  const base = url.replace(/\/+$/, "").replace(/\/v2\.\d$/, "");
  const target = `/${path.map(encodeURIComponent).join("/")}${query ? `?${new URLSearchParams(query)}` : ""}`;
  const sent = body && JSON.stringify(body);
  const startedAt = performance.now();
  const reply = await callSupplier({
    about: { supplier: "esimgo", operation },
    method,
    url: `${base}/${VERSION}${target}`,
    headers: { accept: "application/json", "X-API-Key": apiKey, ...(sent && { "content-type": "application/json" }) },
    body: sent,
    timeoutMs,
    maxBytes,
  });
  const said = read(reply, schema);
  if (reply.kind === "answer" && said.kind === "busy") await turns.heed(reply.retryAfter);
  record({
    operation,
    request: `${method} ${target}${sent ? ` ${sent}` : ""}`,
    response: withoutKey(apiKey, responseOf(reply, said, question.recordAs)),
    outcome: said.kind === "error" ? `error ${said.status}` : said.kind,
    durationMs: Math.round(performance.now() - startedAt),
  });
  return said;
}

function read<S extends z.ZodType>(reply: Reply, schema: S): Said<z.infer<S>> {
  if (reply.kind === "not_sent") return { kind: "not_sent", message: reply.message };
  if (reply.kind === "lost") return { kind: "unclear", message: reply.message };
  const { status } = reply;
  if (status === 429) return { kind: "busy", message: "HTTP 429" };
  const json = parseJson(reply.text);
  if (status === 200 || status === 201) {
    const value = schema.safeParse(json);
    if (value.success) return { kind: "ok", value: value.data };
    const where = value.error.issues[0]?.path.join(".") || "the whole of it";
    return { kind: "unclear", message: `the answer is not what it should be: ${where}` };
  }
  // Only the supplier itself gives its reasons like this: what stands between us and it may answer with any status.
  const refusal = Refusal.safeParse(json);
  if (!refusal.success) return { kind: "unclear", message: `HTTP ${status}` };
  const { message } = refusal.data;
  if (status === 503) return { kind: "processing", message };
  return status >= 400 && status < 500
    ? { kind: "error", status, message }
    : { kind: "unclear", message: `HTTP ${status} ${message}` };
}

function responseOf<T>(reply: Reply, said: Said<T>, recordAs: ((value: T) => string) | undefined): string {
  if (reply.kind !== "answer") return reply.message;
  if (!recordAs) return `HTTP ${reply.status} ${reply.text.slice(0, 4_096)}`;
  return `HTTP ${reply.status} ${said.kind === "ok" ? recordAs(said.value) : `(${said.kind}: not shown)`}`;
}

/** It may quote the key that it was called with. */
const withoutKey = (apiKey: string, text: string) => (apiKey ? text.replaceAll(apiKey, "(the API key)") : text);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
