import type { z } from "zod";
import { paced } from "#server/kernel/clock.ts";
import { MINUTE, SECOND } from "#server/kernel/time.ts";
import type { Exchange, Outcome } from "../port.ts";
import { callSupplier, type Reply } from "../supplier-http.ts";
import type { Turns } from "../turns.ts";
import { OUT_OF_STOCK, rejectCode } from "./errors.ts";
import { addressOf, type Settings } from "./settings.ts";
import { takeToken } from "./token.ts";
import { Envelope, Invalid, Refusal } from "./wire.ts";

/** What the supplier said, read: what was asked for, a refusal, or nothing that could be understood. */
export type Said<T> =
  | { kind: "ok"; value: T; lastPage: number | null }
  | { kind: "error"; code: number; message: string }
  | { kind: "invalid" | "missing" | "denied" | "not_sent" | "busy" | "unclear"; message: string };

type Request<S> = {
  operation: string;
  method: "GET" | "POST";
  path: string;
  query?: Record<string, string>;
  json?: object;
  form?: Record<string, string>;
  /** Of `data`. */
  schema: S;
  /** Set where the supplier counts the calls for each eSIM. */
  iccid?: string;
  timeoutMs?: number;
  maxBytes?: number;
};

export type Call = <S extends z.ZodType>(request: Request<S>) => Promise<Said<z.infer<S>>>;

/** About one eSIM; nobody waits for it, since the supplier itself looks only every 20 minutes. */
const PER_ESIM = { calls: 10, perMs: MINUTE };
/**
 * A write that was not sent by then is not sent any more. With the minute that it may take, it is over before whoever
 * wanted it looks for it, finds nothing and orders again.
 */
const SEND_WITHIN_MS = 12 * SECOND;
const SHORTEST_MS = 250;
const KEPT = 4_096;

export const connectAiralo =
  (settings: Settings, record: (exchange: Exchange) => void, turns: Turns): Call =>
  (request) =>
    callAiralo(settings, record, turns, request);

/** Calls one operation and records the exchange. A token that is not taken any more is replaced, once. */
async function callAiralo<S extends z.ZodType>(
  settings: Settings,
  record: (exchange: Exchange) => void,
  turns: Turns,
  request: Request<S>,
): Promise<Said<z.infer<S>>> {
  const within = Math.max(SHORTEST_MS, paced(SEND_WITHIN_MS));
  const sendBy = request.method === "POST" ? Date.now() + within : Number.POSITIVE_INFINITY;
  const { iccid } = request;
  if (iccid && !(await turns.within(PER_ESIM, `esim ${iccid}`)))
    return { kind: "busy", message: `asked ${PER_ESIM.calls} times about this eSIM within a minute` };
  if (!(await turns.next(sendBy))) return { kind: "not_sent", message: "its turn did not come in time" };
  let said: Said<z.infer<S>> = { kind: "denied", message: "" };
  for (let attempt = 1, spent: string | undefined; attempt <= 2 && said.kind === "denied"; attempt++) {
    const taken = await takeToken(settings, record, turns, spent);
    if (taken.kind === "no_turn") {
      // Whoever asked for the token did so for all that wait for it.
      turns.miss();
      return { kind: "not_sent", message: taken.message };
    }
    if (taken.kind !== "ok") return { kind: taken.kind, message: taken.message };
    if (Date.now() > sendBy) return { kind: "not_sent", message: "its turn came too late" };
    spent = taken.token;
    said = await send(settings, record, turns, request, taken.token);
  }
  return said;
}

async function send<S extends z.ZodType>(
  settings: Settings,
  record: (exchange: Exchange) => void,
  turns: Turns,
  request: Request<S>,
  token: string,
): Promise<Said<z.infer<S>>> {
  const { operation, method, path, query, json, form, schema, iccid, timeoutMs, maxBytes } = request;
  const target = query ? `${path}?${new URLSearchParams(query)}` : path;
  const body = json ? JSON.stringify(json) : form && new URLSearchParams(form).toString();
  const startedAt = performance.now();
  const reply = await callSupplier({
    about: { supplier: "airalo", operation },
    method,
    url: addressOf(settings, target),
    headers: {
      accept: "application/json",
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { "content-type": json ? "application/json" : "application/x-www-form-urlencoded" }),
    },
    body,
    timeoutMs,
    maxBytes,
  });
  const said = read(reply, schema);
  if (reply.kind === "answer" && said.kind === "busy") await turns.heed(reply.retryAfter, iccid && `esim ${iccid}`);
  const conceal = concealer([settings.clientSecret, token, settings.webhookUrl]);
  record({
    operation,
    request: conceal([method, target, body].join(" ").trim()),
    response: conceal(reply.kind === "answer" ? `HTTP ${reply.status} ${reply.text}` : reply.message).slice(0, KEPT),
    outcome: said.kind === "error" ? `error ${said.code}` : said.kind,
    durationMs: Math.round(performance.now() - startedAt),
  });
  return said;
}

function read<S extends z.ZodType>(reply: Reply, schema: S): Said<z.infer<S>> {
  if (reply.kind === "not_sent") return { kind: "not_sent", message: reply.message };
  if (reply.kind === "lost") return { kind: "unclear", message: reply.message };
  const { status } = reply;
  if (status === 401) return { kind: "denied", message: "HTTP 401" };
  if (status === 429) return { kind: "busy", message: "HTTP 429" };
  const json = parseJson(reply.text);
  if (status >= 400 && status < 500) return readRefusal(status, json);
  if (status < 200 || status > 202) return { kind: "unclear", message: `HTTP ${status}` };
  const envelope = Envelope.safeParse(json);
  if (!envelope.success) return { kind: "unclear", message: "the answer is not the supplier's envelope" };
  const value = schema.safeParse(envelope.data.data);
  if (!value.success)
    return {
      kind: "unclear",
      message: `the answer lacks what it should have: ${value.error.issues[0]?.path.join(".") || "data"}`,
    };
  return { kind: "ok", value: value.data, lastPage: envelope.data.meta?.last_page ?? null };
}

/** Only in the supplier's own words: what a proxy on the way says about a request tells nothing about its fate. */
function readRefusal(status: number, json: unknown): Said<never> {
  const refusal = Refusal.safeParse(json);
  if (refusal.success) {
    const { code, reason } = refusal.data;
    return { kind: "error", code, message: reason ?? "no text" };
  }
  const invalid = status === 422 ? Invalid.safeParse(json) : null;
  if (invalid?.success) {
    const texts = Object.values(invalid.data.data).flat();
    const message = texts
      .filter((text) => typeof text === "string")
      .join(" ")
      .slice(0, 500);
    return /available quantity/i.test(message)
      ? { kind: "error", code: OUT_OF_STOCK, message }
      : { kind: "invalid", message };
  }
  if (status === 404 && typeof json === "object" && json !== null) return { kind: "missing", message: "HTTP 404" };
  return { kind: "unclear", message: `HTTP ${status}` };
}

/** What an answer to a write means that did not say it was done. */
export function toRefusal(said: Exclude<Said<unknown>, { kind: "ok" }>): Outcome<never> {
  const { kind, message } = said;
  if (kind === "not_sent" || kind === "busy") return { kind: "rejected", code: kind, message };
  if (kind === "denied" || kind === "invalid") return { kind: "rejected", code: "refused", message };
  if (kind !== "error") return { kind: "unknown", message };
  const code = rejectCode(said.code);
  const words = `${said.code} ${message}`;
  return code ? { kind: "rejected", code, message: words } : { kind: "unknown", message: words };
}

/** Takes secrets out of a text, also where slashes are escaped as PHP does it. */
function concealer(secrets: (string | undefined)[]): (text: string) => string {
  const forms = secrets.flatMap((secret) => (secret ? [secret, secret.replaceAll("/", "\\/")] : []));
  // Cut far behind what is kept, so that no secret is left there in halves.
  return (text) => forms.reduce((left, form) => left.replaceAll(form, "(not kept)"), text.slice(0, 4 * KEPT + 16_384));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
