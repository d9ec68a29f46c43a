import { requireOpen } from "#server/domain/reseller/accounts/index.ts";
import { type ApiKey, findKey, parseKey } from "#server/domain/reseller/keys/index.ts";
import { inSubnets } from "#server/kernel/addresses.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { rememberSigner } from "./check-signature.ts";
import type { ApiRequest } from "./message.ts";
import { readKey, refuseKey } from "./read-key.ts";

/** The key of the request, genuine, not revoked and not expired. One round trip, none for a malformed key. */
export async function authenticate(ctx: Ctx, request: ApiRequest): Promise<ApiKey> {
  const text = readKey(request);
  if (!parseKey(text)) refuseKey("the API key is malformed: copy it again in full");
  const key = await findKey(ctx.db, text);
  if (!key) return refuseKey("the API key is not known");
  const isExpired = key.expiresAt !== null && key.expiresAt <= ctx.clock.now();
  rememberSigner(key, !key.revokedAt && !isExpired);
  if (key.revokedAt) refuseKey("the API key was revoked");
  if (isExpired) refuseKey("the API key has expired");
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
