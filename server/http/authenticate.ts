import { requireOpen } from "#server/domain/reseller/accounts/index.ts";
import { type ApiKey, findKey, parseKey } from "#server/domain/reseller/keys/index.ts";
import { inSubnets } from "#server/kernel/addresses.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
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

function readKey(request: ApiRequest): string {
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
