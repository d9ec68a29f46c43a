import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { findUsableKey } from "./find-usable-key.ts";
import { requireKeySettings } from "./require-key-settings.ts";
import { requireOwnScopes } from "./require-own-scopes.ts";

type KeyChange = {
  name: string;
  /** Addresses or CIDRs; none = any address. */
  allowedIps: string[];
  /** Null: never. Undefined: as it is. */
  expiresAt?: Date | null;
};

/** Name, allowed addresses and end of a key that works; in force for the next request. What it may do stays as it was made. */
export async function changeKey(ctx: AccountCtx, prefix: string, change: KeyChange): Promise<void> {
  requirePermission(ctx, "keys:manage");
  requireKeySettings(change);
  const key = await findUsableKey(ctx, prefix, "It cannot be changed: make a new one.");
  requireOwnScopes(ctx, key);
  const { name, allowedIps, expiresAt = key.expiresAt } = change;
  if (change.expiresAt && change.expiresAt <= ctx.clock.now())
    fail("validation_error", "The end lies in the past. To end a key now, revoke it.", { field: "expires_at" });
  await ctx.db.transaction(async (tx) => {
    // An end that is left as it is may be another one by now: the key is being replaced.
    const data = { name: name.trim(), allowedIps, expiresAt: change.expiresAt };
    await tx.prisma.apiKey.update({ where: { id: key.id }, data });
    const details = {
      name: { from: key.name, to: name.trim() },
      allowedIps: { from: key.allowedIps, to: allowedIps },
      expiresAt: { from: key.expiresAt?.toISOString() ?? null, to: expiresAt?.toISOString() ?? null },
    };
    await recordAudit(tx, ctx, { act: "key.change", accountId: ctx.account.id, subject: prefix, details });
  });
}
