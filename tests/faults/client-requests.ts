import type { What } from "./witness.ts";

/** What a client asks for once, however often it has to send it. */
export type Task = {
  id: string;
  what: What;
  path: string;
  body: Record<string, unknown>;
  quantity?: number;
  /** Of the browser that began a purchase. */
  cookie?: string;
};
export type Got = { status: number; data: string | null; code: string | null; replayed: boolean };
type Where = { url: string; key: string; payments: string };

const ANSWER_WITHIN_MS = 8_000;

export function limited() {
  return { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) };
}

/** Of many homes: what one address may do is limited. */
const browser = (cookie: string) => ({
  "x-forwarded-for": `198.51.100.${Math.floor(Math.random() * 254) + 1}`,
  ...(cookie && { cookie }),
});

/** A page as a browser gets it; empty when it was not served. */
export async function visit(url: string, cookie = ""): Promise<{ text: string; cookie: string }> {
  try {
    const answer = await fetch(url, { ...limited(), headers: browser(cookie), redirect: "manual" });
    const moved = answer.status === 308 ? answer.headers.get("location") : null;
    if (moved) return await visit(new URL(moved, url).href, cookie);
    const set = answer.headers.getSetCookie().map((each) => each.split(";")[0]);
    return { text: answer.ok ? await answer.text() : "", cookie: set.join("; ") };
  } catch {
    return { text: "", cookie: "" };
  }
}

export async function send(where: Where, { id, what, path, body, cookie }: Task): Promise<Got> {
  if (what === "checkout" || what === "payment")
    return await sendForm(where, path, body as Record<string, string>, cookie ?? "");
  const answer = await fetch(`${where.url}/api/v1${path}`, {
    ...limited(),
    method: "POST",
    headers: {
      authorization: `Bearer ${where.key}`,
      "content-type": "application/json",
      ...(what !== "cancel" && { "idempotency-key": id }),
    },
    body: JSON.stringify(body),
  });
  const { data, error } = JSON.parse(await answer.text());
  const replayed = answer.headers.get("idempotent-replayed") === "true";
  return { status: answer.status, data: data ? JSON.stringify(data) : null, code: error?.code ?? null, replayed };
}

async function sendForm(where: Where, path: string, body: Record<string, string>, cookie: string): Promise<Got> {
  const answer = await fetch(`${path.startsWith("/c/pay/") ? where.payments : where.url}${path}`, {
    ...limited(),
    method: "POST",
    redirect: "manual",
    headers: { ...browser(cookie), origin: where.url, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(body),
  });
  await answer.arrayBuffer();
  const to = answer.headers.get("location") ?? "";
  const problem = /[?&]problem=([a-z_]+)/.exec(to)?.[1] ?? null;
  if (problem && ["internal_error", "service_unavailable", "rate_limit_exceeded"].includes(problem))
    throw new Error(problem);
  return { status: answer.status === 303 && !problem ? 200 : answer.status, data: to, code: problem, replayed: false };
}
