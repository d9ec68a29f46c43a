import type { AccountCtx } from "#server/kernel/context.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { Scope } from "#server/kernel/scopes.ts";
import { after } from "#server/kernel/time.ts";
import { type CreatedKey, createKey } from "./create-key.ts";
import { findUsableKey } from "./find-usable-key.ts";

/**
 * A second key with the same settings; the old one works on for the overlap, so that programs can change over without a
 * gap. Their HMAC secrets differ.
 */
export async function rotateKey(
  ctx: AccountCtx,
  { prefix, overlapMs }: { prefix: string; overlapMs: number },
): Promise<CreatedKey & { oldExpiresAt: Date }> {
  requirePermission(ctx, "keys:manage");
  const old = await findUsableKey(ctx, prefix, "There is nothing to change over from: make a new one.");
  const ends = after(ctx.clock.now(), overlapMs);
  const oldExpiresAt = old.expiresAt && old.expiresAt < ends ? old.expiresAt : ends;
  const created = await createKey(ctx, ctx.account.code, {
    environment: ctx.environment,
    name: old.name,
    scopes: old.scopes as Scope[],
    requireHmac: old.signingSecret !== null,
    allowedIps: old.allowedIps,
    expiresAt: old.expiresAt ? after(ctx.clock.now(), old.expiresAt.getTime() - old.createdAt.getTime()) : undefined,
    replaces: { id: old.id, prefix, expiresAt: oldExpiresAt },
  });
  return { ...created, oldExpiresAt };
}
