import { ApiError, ConnectionError, type ErrorCode } from "./errors.ts";
import { sign } from "./signing.ts";

export type ClientOptions = {
  /** `svc_test_…` or `svc_live_…`. */
  key: string;
  /** With `/api/v1`, such as `https://esim.example.com/api/v1`. */
  baseUrl: string;
  /** `svc_sign_…`, for keys that require signed requests. */
  signingSecret?: string;
  /** Milliseconds that one attempt may take; 30,000 without it. */
  timeoutMs?: number;
  /** Attempts after the first one; 3 without it. */
  retries?: number;
  /** In place of the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Told of every answer, also of those that are tried again: for logs. */
  onAnswer?: (answer: Answer) => void;
};

export type CallOptions = {
  /** Of a purchase: your own, to be safe over a restart of your program too. Without it the client makes one for each call. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

export type Answer = { method: string; path: string; status: number; requestId: string | null; headers: Headers };

/** Method, path below the base, and `!` for what takes an Idempotency-Key. */
export type Route = readonly [method: "GET" | "POST", path: string, mark?: "!"];

type Values = Record<string, unknown>;

/** Statuses of a request that was not worked on, or that a repeat cannot do twice. */
const AGAIN = [429, 500, 502, 503, 504];
const LONGEST_WAIT_MS = 60_000;

/** Makes the request of an operation, repeats what is safe to repeat, and gives `data` or throws. */
export async function call(
  client: ClientOptions,
  [method, template, mark]: Route,
  input: Values = {},
  { idempotencyKey, signal }: CallOptions = {},
): Promise<unknown> {
  const rest = { ...input };
  const path = template.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = rest[name];
    if (value === undefined || value === "") throw new TypeError(`${name} is missing: ${method} ${template} needs it.`);
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const query = method === "GET" ? queryOf(rest) : "";
  const body = method === "POST" && Object.keys(rest).length > 0 ? JSON.stringify(rest) : undefined;
  const headers: Record<string, string> = {
    Accept: "application/json",
    Authorization: `Bearer ${client.key}`,
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...(mark && { "Idempotency-Key": idempotencyKey ?? crypto.randomUUID() }),
  };
  const isSafe = method === "GET" || mark !== undefined;
  const url = client.baseUrl.replace(/\/+$/, "") + path + query;
  for (let attempt = 0; ; attempt++) {
    const mayRepeat = attempt < (client.retries ?? 3);
    let response: Response;
    let answer: Envelope | null;
    try {
      response = await send(client, url, { method, headers, body, signal });
      // One that breaks off on its way is none.
      answer = parse(await response.text());
    } catch (error) {
      signal?.throwIfAborted();
      if (!isSafe || !mayRepeat) throw new ConnectionError(`${method} ${path} was not answered.`, { cause: error });
      await wait(delay(attempt), signal);
      continue;
    }
    const requestId = response.headers.get("x-request-id");
    client.onAnswer?.({ method, path, status: response.status, requestId, headers: response.headers });
    if (answer?.success === true) return answer.data;
    const error = answer?.error
      ? new ApiError(
          response.status,
          answer.error as { code: ErrorCode; message: string },
          requestId,
          retryAfter(response),
        )
      : new ConnectionError(`${method} ${path} was answered by something else than the API (HTTP ${response.status}).`);
    // A request that was refused for its rate was not worked on, whatever it asked for.
    const repeats = mayRepeat && AGAIN.includes(response.status) && (isSafe || response.status === 429);
    if (!repeats) throw error;
    await wait(retryAfter(response) ?? delay(attempt), signal);
  }
}

type Sent = {
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal | undefined;
};

async function send(client: ClientOptions, url: string, { method, headers, body, signal }: Sent): Promise<Response> {
  const { fetch = globalThis.fetch, signingSecret, timeoutMs = 30_000 } = client;
  const timeout = AbortSignal.timeout(timeoutMs);
  // Signed anew for each attempt: a request id counts once.
  const signature = signingSecret ? await sign(signingSecret, { method, url, body: body ?? "" }) : {};
  return await fetch(url, {
    method,
    headers: { ...headers, ...signature },
    ...(body !== undefined && { body }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    redirect: "error",
  });
}

type Envelope = { success?: boolean; data?: unknown; error?: { code: string; message: string } };

function parse(text: string): Envelope | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function queryOf(values: Values): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** Milliseconds; null where the answer says nothing. */
function retryAfter({ headers }: Response): number | null {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1_000, LONGEST_WAIT_MS) : null;
}

/** Half a second, doubled with each attempt, and shifted so that clients do not come back together. */
const delay = (attempt: number): number => 500 * 2 ** attempt * (0.75 + Math.random() / 2);

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
