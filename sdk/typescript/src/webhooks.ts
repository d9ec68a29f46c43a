import type { components } from "./schema.ts";
import { hmac } from "./signing.ts";

/** Any event, told apart by `type`. */
export type WebhookEvent = components["schemas"]["WebhookEvent"];
export type EventType = WebhookEvent["type"];

/** Not a delivery of ours, or an old one: answer 400 and do nothing. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
}

type HeaderSource = Headers | Record<string, string | string[] | undefined>;
type Verification = {
  /** Seconds that a delivery may be old; 300 without it. */
  toleranceSeconds?: number;
  now?: number;
};

/**
 * The event of a genuine delivery; throws `WebhookError` for any other.
 *
 * @param body the raw bytes or text, before any JSON parser has touched them
 * @param secrets `whsec_…`, as creating the endpoint returned it; both while it is being rotated
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeaderSource,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: Verification = {},
): Promise<WebhookEvent> {
  const text = typeof body === "string" ? body : new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  const timestamp = headerOf(headers, "x-svc-timestamp");
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError("The delivery has no timestamp.");
  if (Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookError(`The delivery is older than ${toleranceSeconds} seconds, or this machine's clock is wrong.`);
  const sent = headerOf(headers, "x-svc-signature");
  const expected = await Promise.all(
    [secrets].flat().map(async (secret) => `sha256=${await hmac(secret, `${timestamp}.${text}`)}`),
  );
  // All of them are compared, each to its end: how long it takes says nothing.
  const matches = expected.map((one) => isEqual(one, sent)).filter(Boolean);
  if (matches.length === 0)
    throw new WebhookError(
      "The signature does not match: wrong secret, or the body was changed before it was checked.",
    );
  return JSON.parse(text);
}

/** The headers with which a delivery of ours comes: for tests of a receiver. */
export async function signWebhook(
  body: string,
  secret: string,
  { now = Date.now() }: Pick<Verification, "now"> = {},
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1_000));
  const { id, type } = JSON.parse(body) as WebhookEvent;
  return {
    "content-type": "application/json",
    "x-svc-event": type,
    "x-svc-event-id": id,
    "x-svc-timestamp": timestamp,
    "x-svc-signature": `sha256=${await hmac(secret, `${timestamp}.${body}`)}`,
  };
}

function headerOf(headers: HeaderSource, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : "";
}

function isEqual(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let differs = 0;
  for (let i = 0; i < one.length; i++) differs |= one.charCodeAt(i) ^ other.charCodeAt(i);
  return differs === 0;
}
