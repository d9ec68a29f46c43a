import { requireOpen } from "#server/domain/reseller/accounts/index.ts";
import { type ApiKey, claimSignedRequest, findKey, parseKey } from "#server/domain/reseller/keys/index.ts";
import { inSubnets } from "#server/kernel/addresses.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { decrypt, equalBytes, hmacSha256, sha256Hex } from "#server/kernel/crypto.ts";
import { fail } from "#server/kernel/errors.ts";
import { after, MINUTE } from "#server/kernel/time.ts";
import type { ApiRequest } from "./message.ts";

/** The key of the request, genuine, not revoked and not expired. One round trip, none for a malformed key. */
export async function authenticate(ctx: Ctx, request: ApiRequest): Promise<ApiKey> {
  const text = readKey(request);
  if (!parseKey(text)) refuse("the API key is malformed: copy it again in full");
  const key = await findKey(ctx.db, text);
  if (!key) return refuse("the API key is not known");
  const now = ctx.clock.now();
  if (key.revokedAt) refuse("the API key was revoked");
  if (key.expiresAt && key.expiresAt <= now) refuse("the API key has expired");
  return key;
}

/** Account and environment are open, and the caller's address is one that the key allows. */
export function checkAccess(key: ApiKey, ip: string | null): void {
  const { allowedIps } = key;
  requireOpen(key);
  if (allowedIps.length > 0 && (ip === null || !inSubnets(ip, allowedIps)))
    fail(
      "access_denied",
      `This key may not be used from ${ip ?? "an address that cannot be determined"}. Add it to the key's allowlist or call from an allowed address.`,
    );
}

/** The one key that a request is sent with. */
export function readKey(request: Pick<ApiRequest, "header">): string {
  const bearer = request.header("authorization").map((value) => {
    const match = /^Bearer +(\S+)$/i.exec(value.trim());
    return match ? match[1]! : refuse("the header Authorization must be `Bearer <API key>`");
  });
  const keys = new Set([...bearer, ...request.header("x-api-key").map((value) => value.trim())]);
  if (keys.size === 0)
    refuse("no API key was sent. Send it as `Authorization: Bearer <API key>` or `X-API-Key: <API key>`");
  if (keys.size > 1) refuse("two different API keys were sent");
  return [...keys][0]!;
}

function refuse(why: string): never {
  return fail("authentication_failed", `Authentication failed: ${why}.`);
}

const WINDOW = 5 * MINUTE;
/** Longer than a signature can be valid, on either side of our clock. */
const REMEMBERED = 11 * MINUTE;

/** Checks X-SVC-Timestamp, X-SVC-Request-Id and X-SVC-Signature over method, target and body; each request id works once. */
export async function checkSignature(ctx: Ctx, key: ApiKey, request: ApiRequest, body: Buffer): Promise<void> {
  const [timestamp, requestId, signature] = ["x-svc-timestamp", "x-svc-request-id", "x-svc-signature"].map((name) =>
    single(request, name),
  );
  if (!/^\d{1,12}$/.test(timestamp!)) refuseSignature("X-SVC-Timestamp must be the time in unix seconds");
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(requestId!))
    refuseSignature("X-SVC-Request-Id must have 8 to 64 characters of A-Z, a-z, 0-9, _ and -");
  const now = ctx.clock.now();
  const requireInTime = (at: Date) => {
    if (Math.abs(at.getTime() - Number(timestamp) * 1000) > WINDOW)
      refuseSignature(
        `X-SVC-Timestamp is more than 5 minutes from our time, which is ${Math.floor(at.getTime() / 1000)}`,
      );
  };
  requireInTime(now);
  const signed = [request.method, request.target, timestamp, requestId, sha256Hex(body)].join("\n");
  const expected = `sha256=${hmacSha256(decrypt(key.signingSecret!), signed).toString("hex")}`;
  if (!equalBytes(Buffer.from(signature!), Buffer.from(expected)))
    refuseSignature(
      "the signature does not match. Sign method, request target with its query, timestamp, request id and the body's SHA-256, joined by newlines",
    );
  if (!(await claimSignedRequest(ctx.db, key.id, requestId!, after(now, REMEMBERED))))
    refuseSignature("this X-SVC-Request-Id was used before");
  // A process that stood still before it claimed may have outlived the memory of who was first.
  requireInTime(ctx.clock.now());
}

function single(request: ApiRequest, name: string): string {
  const values = request.header(name);
  if (values.length === 0) refuseSignature(`this key requires signed requests, and the header ${name} is missing`);
  if (values.length > 1) refuseSignature(`the header ${name} was sent more than once`);
  return values[0]!;
}

function refuseSignature(why: string): never {
  return fail("authentication_failed", `The request signature is not valid: ${why}.`);
}
