import type { z } from "zod";
import type { Exchange } from "../port.ts";
import { callSupplier, type Reply } from "../supplier-http.ts";
import type { Turns } from "../turns.ts";
import { Envelope } from "./wire.ts";

export type Settings = { url: string; accessCode: string };

/** What the supplier said, read: its object, its error code, or nothing that could be understood. */
export type Said<T> =
  | { kind: "ok"; value: T }
  | { kind: "error"; code: string; message: string }
  | { kind: "not_sent"; message: string }
  | { kind: "busy"; message: string }
  | { kind: "unclear"; message: string };

export type NotOk = Exclude<Said<unknown>, { kind: "ok" }>;

export const wordsOf = (said: NotOk): string => (said.kind === "error" ? `${said.code} ${said.message}` : said.message);

type Question<S extends z.ZodType> = {
  operation: string;
  path: string;
  body: object;
  /** What the object in the answer must look like. */
  schema: S;
  maxBytes?: number;
};

export type Call = <S extends z.ZodType>(question: Question<S>) => Promise<Said<z.infer<S>>>;

/** The one way to the supplier: every exchange is recorded. */
export const connectEsimAccess =
  (settings: Settings, record: (exchange: Exchange) => void, turns: Turns): Call =>
  (question) =>
    callEsimAccess(settings, record, turns, question);

async function callEsimAccess<S extends z.ZodType>(
  { url, accessCode }: Settings,
  record: (exchange: Exchange) => void,
  turns: Turns,
  { operation, path, body, schema, maxBytes }: Question<S>,
): Promise<Said<z.infer<S>>> {
  if (!(await turns.next())) return { kind: "not_sent", message: "its turn did not come in time" };
  const sent = JSON.stringify(body);
  const startedAt = performance.now();
  const reply = await callSupplier({
    about: { supplier: "esimaccess", operation },
    method: "POST",
    url: `${url.replace(/\/$/, "")}/api/v1/open/${path}`,
    headers: { "content-type": "application/json", "RT-AccessCode": accessCode },
    body: sent,
    maxBytes,
  });
  const said = read(reply, schema);
  if (reply.kind === "answer" && said.kind === "busy") await turns.heed(reply.retryAfter);
  record({
    operation,
    request: `POST ${path} ${sent}`,
    response: reply.kind === "answer" ? `HTTP ${reply.status} ${reply.text.slice(0, 4_096)}` : reply.message,
    outcome: said.kind === "error" ? `error ${said.code}` : said.kind,
    durationMs: Math.round(performance.now() - startedAt),
  });
  return said;
}

function read<S extends z.ZodType>(reply: Reply, schema: S): Said<z.infer<S>> {
  if (reply.kind === "not_sent") return { kind: "not_sent", message: reply.message };
  if (reply.kind === "lost") return { kind: "unclear", message: reply.message };
  if (reply.status === 429) return { kind: "busy", message: "HTTP 429" };
  if (reply.status !== 200) return { kind: "unclear", message: `HTTP ${reply.status}` };
  const envelope = Envelope.safeParse(parseJson(reply.text));
  if (!envelope.success) return { kind: "unclear", message: "the answer is not the supplier's envelope" };
  const { success, errorCode, errorMsg, errorMessage, obj } = envelope.data;
  if (!success || (errorCode && errorCode !== "0"))
    return { kind: "error", code: errorCode ?? "none", message: errorMsg ?? errorMessage ?? "no text" };
  const value = schema.safeParse(obj);
  if (!value.success)
    return {
      kind: "unclear",
      message: `the answer lacks what it should have: ${value.error.issues[0]?.path.join(".")}`,
    };
  return { kind: "ok", value: value.data };
}

/** Undefined for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
