import { type ApiKey, claimSignedRequest, prefixOf } from "#server/domain/reseller/keys/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { decrypt, equalBytes, hmacSha256, sha256Hex } from "#server/kernel/crypto.ts";
import { fail } from "#server/kernel/errors.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { after, MINUTE } from "#server/kernel/time.ts";
import type { ApiRequest } from "./message.ts";
import { readKey } from "./read-key.ts";

type Signer = { id: number; signingSecret: Uint8Array };

export const signs = (key: ApiKey): key is ApiKey & Signer => key.signingSecret !== null;

/** A request id that was claimed for whoever signed as the key did when it was looked up last. */
export type AheadClaim = Signer & {
  timestamp: string;
  /** Whether nobody had it before. */
  isFirst: Promise<boolean>;
};

const WINDOW = 5 * MINUTE;
/** Longer than a signature can be valid, on either side of our clock. */
const REMEMBERED = 11 * MINUTE;
const MAX_SIGNERS = 1_000;

/** By the key's prefix. Nobody is let in by what is known here: it saves a claim the wait for the key. */
const signers = () => processSingleton("signers", () => new Map<string, Signer>());

export function rememberSigner(key: ApiKey, isGood: boolean): void {
  const known = signers();
  known.delete(key.prefix);
  if (!signs(key) || !isGood) return;
  known.set(key.prefix, { id: key.id, signingSecret: key.signingSecret });
  if (known.size > MAX_SIGNERS) known.delete(known.keys().next().value!);
}

/**
 * Claims the id of a request while its key is looked up, when its signature is the one that was good the last time; null when it is
 * not. Never rejects: whatever is wrong is for `checkSignature` to say.
 */
export async function claimAhead(
  ctx: Ctx,
  request: ApiRequest,
  readBody: () => Promise<Buffer>,
): Promise<AheadClaim | null> {
  try {
    const signer = signers().get(prefixOf(readKey(request)));
    if (!signer) return null;
    const claim = makeClaim(ctx, signer, request, await readBody());
    claim.isFirst.catch(() => {});
    return claim;
  } catch {
    return null;
  }
}

/**
 * Checks X-SVC-Timestamp, X-SVC-Request-Id and X-SVC-Signature over method, target and body; each request id works once.
 *
 * @param ahead what was claimed while the key was looked up
 */
export async function checkSignature(
  ctx: Ctx,
  key: Signer,
  request: ApiRequest,
  body: Buffer,
  ahead: AheadClaim | null = null,
): Promise<void> {
  const { timestamp, isFirst } =
    ahead?.id === key.id ? still(ctx, key, request, body, ahead) : makeClaim(ctx, key, request, body);
  if (!(await isFirst)) refuse("this X-SVC-Request-Id was used before");
  // A process that stood still before it claimed may have outlived the memory of who was first.
  requireInTime(ctx.clock.now(), timestamp);
}

/** A secret that was encrypted anew may be the same one; the claim is of the key's id and the request's, whatever signed it. */
function still(ctx: Ctx, { signingSecret }: Signer, request: ApiRequest, body: Buffer, ahead: AheadClaim): AheadClaim {
  if (!equalBytes(ahead.signingSecret, signingSecret)) verify(ctx.clock.now(), signingSecret, request, body);
  return ahead;
}

/** Fails at once when the signature is not valid. */
function makeClaim(ctx: Ctx, { id, signingSecret }: Signer, request: ApiRequest, body: Buffer): AheadClaim {
  const now = ctx.clock.now();
  const { timestamp, requestId } = verify(now, signingSecret, request, body);
  return { id, signingSecret, timestamp, isFirst: claimSignedRequest(ctx.db, id, requestId, after(now, REMEMBERED)) };
}

function verify(now: Date, secret: Uint8Array, request: ApiRequest, body: Buffer) {
  const [timestamp, requestId, signature] = ["x-svc-timestamp", "x-svc-request-id", "x-svc-signature"].map((name) =>
    single(request, name),
  ) as [string, string, string];
  if (!/^\d{1,12}$/.test(timestamp)) refuse("X-SVC-Timestamp must be the time in unix seconds");
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(requestId))
    refuse("X-SVC-Request-Id must have 8 to 64 characters of A-Z, a-z, 0-9, _ and -");
  requireInTime(now, timestamp);
  const signed = [request.method, request.target, timestamp, requestId, sha256Hex(body)].join("\n");
  const expected = `sha256=${hmacSha256(decrypt(secret), signed).toString("hex")}`;
  if (!equalBytes(Buffer.from(signature), Buffer.from(expected)))
    refuse(
      "the signature does not match. Sign method, request target with its query, timestamp, request id and the body's SHA-256, joined by newlines",
    );
  return { timestamp, requestId };
}

function requireInTime(at: Date, timestamp: string): void {
  if (Math.abs(at.getTime() - Number(timestamp) * 1000) > WINDOW)
    refuse(`X-SVC-Timestamp is more than 5 minutes from our time, which is ${Math.floor(at.getTime() / 1000)}`);
}

function single(request: ApiRequest, name: string): string {
  const values = request.header(name);
  if (values.length === 0) refuse(`this key requires signed requests, and the header ${name} is missing`);
  if (values.length > 1) refuse(`the header ${name} was sent more than once`);
  return values[0]!;
}

function refuse(why: string): never {
  return fail("authentication_failed", `The request signature is not valid: ${why}.`);
}
