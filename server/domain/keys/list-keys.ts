import { getAccount } from "#server/domain/accounts/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { keyPrefix } from "./key-format.ts";

export type KeySummary = {
  keyPrefix: string;
  name: string;
  environment: string;
  scopes: string[];
  requiresHmac: boolean;
  allowedIps: string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
};

/** All keys of an account, newest first, never the secrets. */
export async function listKeys(ctx: Ctx, accountCode: string): Promise<KeySummary[]> {
  const { id } = await getAccount(ctx, accountCode);
  const keys = await ctx.db.prisma.apiKey.findMany({ where: { accountId: id }, orderBy: { id: "desc" } });
  return keys.map(
    ({
      name,
      environment,
      publicId,
      scopes,
      signingSecret,
      allowedIps,
      expiresAt,
      revokedAt,
      lastUsedAt,
      createdAt,
    }) => ({
      keyPrefix: keyPrefix(environment, publicId),
      name,
      environment,
      scopes,
      requiresHmac: signingSecret !== null,
      allowedIps,
      expiresAt,
      revokedAt,
      lastUsedAt,
      createdAt,
    }),
  );
}
