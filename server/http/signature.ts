import { type ApiKey, claimSignedRequest } from "#server/domain/reseller/keys/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { decrypt, equalBytes, hmacSha256, sha256Hex } from "#server/kernel/crypto.ts";
import { fail } from "#server/kernel/errors.ts";
import { after, MINUTE } from "#server/kernel/time.ts";
import type { ApiRequest } from "./message.ts";

const WINDOW = 5 * MINUTE;
/** Longer than a signature can be valid, on either side of our clock. */
const REMEMBERED = 11 * MINUTE;

/** Checks X-SVC-Timestamp, X-SVC-Request-Id and X-SVC-Signature over method, target and body; each request id works once. */
export async function checkSignature(ctx: Ctx, key: ApiKey, request: ApiRequest, body: Buffer): Promise<void> {
  const [timestamp, requestId, signature] = ["x-svc-timestamp", "x-svc-request-id", "x-svc-signature"].map((name) =>
    single(request, name),
  );
  if (!/^\d{1,12}$/.test(timestamp!)) refuse("X-SVC-Timestamp must be the time in unix seconds");
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(requestId!))
    refuse("X-SVC-Request-Id must have 8 to 64 characters of A-Z, a-z, 0-9, _ and -");
  const now = ctx.clock.now();
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > WINDOW)
    refuse(`X-SVC-Timestamp is more than 5 minutes from our time, which is ${Math.floor(now.getTime() / 1000)}`);
  const signed = [request.method, request.target, timestamp, requestId, sha256Hex(body)].join("\n");
  const expected = `sha256=${hmacSha256(decrypt(key.signingSecret!), signed).toString("hex")}`;
  if (!equalBytes(Buffer.from(signature!), Buffer.from(expected)))
    refuse(
      "the signature does not match. Sign method, request target with its query, timestamp, request id and the body's SHA-256, joined by newlines",
    );
  if (!(await claimSignedRequest(ctx.db, key.id, requestId!, after(now, REMEMBERED))))
    refuse("this X-SVC-Request-Id was used before");
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
