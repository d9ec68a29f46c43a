import type { AccountCtx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { parseKeyPrefix } from "./key-format.ts";

/** A key of this environment that works now. @param otherwise what to do when it no longer does */
export async function findUsableKey(ctx: AccountCtx, prefix: string, otherwise: string) {
  const publicId = parseKeyPrefix(prefix);
  const where = { publicId: publicId ?? "", accountId: ctx.account.id, environment: ctx.environment };
  const key = await ctx.db.prisma.apiKey.findFirst({ where });
  if (!key) return fail("resource_not_found", `There is no key with the prefix ${prefix} in this environment.`);
  if (key.revokedAt || (key.expiresAt && key.expiresAt <= ctx.clock.now()))
    return fail("conflict", `This key no longer works. ${otherwise}`);
  return key;
}
