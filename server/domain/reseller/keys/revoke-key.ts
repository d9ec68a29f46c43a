import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { type AccountCtx, type Ctx, tenantIfAny } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { parseKeyPrefix } from "./key-format.ts";

/** Takes effect on the next request. Revoking a revoked key changes nothing. @param prefix `svc_live_…` */
export async function revokeKey(
  ctx: Ctx | AccountCtx,
  prefix: string,
): Promise<{ keyPrefix: string; revokedAt: Date }> {
  requirePermission(ctx, "keys:manage");
  const publicId = parseKeyPrefix(prefix);
  const key = publicId ? await ctx.db.prisma.apiKey.findUnique({ where: { publicId, ...tenantIfAny(ctx) } }) : null;
  if (!key)
    return fail(
      "resource_not_found",
      `There is no key with the prefix ${prefix}. Prefixes look like svc_live_1aB2c3D4.`,
    );
  const revokedAt = key.revokedAt ?? ctx.clock.now();
  if (!key.revokedAt)
    await ctx.db.transaction(async (tx) => {
      await tx.prisma.apiKey.update({ where: { id: key.id }, data: { revokedAt } });
      await recordAudit(tx, ctx, { act: "key.revoke", accountId: key.accountId, subject: prefix });
    });
  return { keyPrefix: prefix, revokedAt };
}
