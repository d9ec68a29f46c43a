import { sha256Hex } from "#server/kernel/crypto.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { DAY, MINUTE, SECOND } from "#server/kernel/time.ts";
import type { Exchange } from "../port.ts";
import { callSupplier, type Reply } from "../supplier-http.ts";
import type { Turns } from "../turns.ts";
import { addressOf, type Settings } from "./settings.ts";
import { Envelope, Token } from "./wire.ts";

/** A token, or why there is none: whatever it was wanted for has then certainly not been sent. */
export type TokenSaid =
  | { kind: "ok"; token: string; goodUntil: number }
  | { kind: "denied" | "busy" | "not_sent" | "no_turn"; message: string };

/** Tokens that the supplier gives out. */
const PER_ACCOUNT = { calls: 3, perMs: MINUTE };
/** Not quite to the end of its life: the call it goes with takes time too. */
const MARGIN = MINUTE;

/**
 * The token of an account, asked for once however many want it, and kept for a day at most.
 *
 * @param spent a token that the supplier does not take any more
 */
export async function takeToken(
  settings: Settings,
  record: (exchange: Exchange) => void,
  turns: Turns,
  spent?: string,
): Promise<TokenSaid> {
  if (!settings.clientId || !settings.clientSecret)
    return { kind: "denied", message: "no client_id and client_secret are set" };
  const key = sha256Hex(JSON.stringify([settings.url, settings.clientId, settings.clientSecret]));
  for (;;) {
    const held = tokens().get(key);
    if (!held) return await fetchShared(key, settings, record, turns);
    const said = await held;
    if (said.kind !== "ok" || (said.token !== spent && said.goodUntil > Date.now())) return said;
    if (tokens().get(key) === held) tokens().delete(key);
  }
}

function fetchShared(
  key: string,
  settings: Settings,
  record: (exchange: Exchange) => void,
  turns: Turns,
): Promise<TokenSaid> {
  const fetching = fetchToken(settings, record, turns).then((said) => {
    if (said.kind !== "ok") tokens().delete(key);
    return said;
  });
  tokens().set(key, fetching);
  return fetching;
}

async function fetchToken(settings: Settings, record: (exchange: Exchange) => void, turns: Turns): Promise<TokenSaid> {
  if (!(await turns.within(PER_ACCOUNT, "token")))
    return { kind: "no_turn", message: `a token was asked for ${PER_ACCOUNT.calls} times within a minute` };
  const startedAt = performance.now();
  const { clientId, clientSecret } = settings;
  const reply = await callSupplier({
    about: { supplier: "airalo", operation: "token" },
    method: "POST",
    url: addressOf(settings, "token"),
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: "client_credentials",
    }).toString(),
    timeoutMs: 10 * SECOND,
    maxBytes: 100_000,
  });
  const said = read(reply);
  if (reply.kind === "answer" && said.kind === "busy") await turns.heed(reply.retryAfter, "token");
  record({
    operation: "token",
    request: `POST token client_id=${clientId} (the secret is not kept)`,
    response: reply.kind === "answer" ? `HTTP ${reply.status} (the answer is not kept)` : reply.message,
    outcome: said.kind,
    durationMs: Math.round(performance.now() - startedAt),
  });
  return said;
}

function read(reply: Reply): TokenSaid {
  if (reply.kind !== "answer") return { kind: "not_sent", message: `no token: ${reply.message}` };
  const { status, text } = reply;
  if (status === 429) return { kind: "busy", message: "no token: HTTP 429" };
  if (status === 401 || status === 403 || status === 422)
    return { kind: "denied", message: `the supplier does not accept our credentials: HTTP ${status}` };
  if (status !== 200) return { kind: "not_sent", message: `no token: HTTP ${status}` };
  try {
    const { access_token, expires_in } = Token.parse(Envelope.parse(JSON.parse(text)).data);
    const lifeMs = Math.min(expires_in * SECOND, DAY) - MARGIN;
    return { kind: "ok", token: access_token, goodUntil: Date.now() + lifeMs };
  } catch {
    return { kind: "not_sent", message: "no token: the answer cannot be read" };
  }
}

const tokens = () => processSingleton("airalo-tokens", () => new Map<string, Promise<TokenSaid>>());
