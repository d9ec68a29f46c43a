import { getAccount } from "#server/domain/reseller/accounts/index.ts";
import { type AccountCtx, type Ctx, tenantIfAny } from "#server/kernel/context.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { keyPrefix } from "./key-format.ts";

export type KeySummary = {
  id: number;
  keyPrefix: string;
  name: string;
  environment: string;
  scopes: string[];
  requiresHmac: boolean;
  allowedIps: string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  lastUsedIp: string | null;
  createdAt: Date;
};

/** All keys of an account (of one environment, when the context is bound to it), newest first, never the secrets. */
export async function listKeys(ctx: Ctx | AccountCtx, accountCode: string): Promise<KeySummary[]> {
  requirePermission(ctx, "keys:read");
  const { id } = await getAccount(ctx, accountCode);
  const keys = await ctx.db.prisma.apiKey.findMany({
    where: { accountId: id, ...tenantIfAny(ctx) },
    orderBy: { id: "desc" },
  });
  return keys.map(
    ({
      id,
      name,
      environment,
      publicId,
      scopes,
      signingSecret,
      allowedIps,
      expiresAt,
      revokedAt,
      lastUsedAt,
      lastUsedIp,
      createdAt,
    }) => ({
      id,
      keyPrefix: keyPrefix(environment, publicId),
      name,
      environment,
      scopes,
      requiresHmac: signingSecret !== null,
      allowedIps,
      expiresAt,
      revokedAt,
      lastUsedAt,
      lastUsedIp,
      createdAt,
    }),
  );
}
