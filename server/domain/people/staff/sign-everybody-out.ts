import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";

/**
 * After a restore of the database: what was ended since the moment that it is of would be open again, sessions, browsers that are
 * trusted and links that choose a password. Returns how many sessions ended.
 */
export async function signEverybodyOut(ctx: Ctx): Promise<number> {
  return await ctx.db.transaction(async (tx) => {
    const { count: sessions } = await tx.prisma.session.updateMany({
      where: { revokedAt: null },
      data: { revokedAt: ctx.clock.now() },
    });
    await tx.prisma.knownDevice.updateMany({ where: { trustedUntil: { not: null } }, data: { trustedUntil: null } });
    await tx.prisma.passwordReset.deleteMany({ where: { usedAt: null } });
    await recordAudit(tx, ctx, {
      act: "session.revoke",
      subject: "everybody",
      details: { sessions, which: "restore" },
    });
    return sessions;
  });
}
