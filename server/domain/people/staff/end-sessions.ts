import { getAccount } from "#server/domain/reseller/accounts/index.ts";
import { roleOf } from "#server/kernel/actor.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { forgetDevices } from "./known-devices.ts";
import { lockPerson } from "./person.ts";
import { tellPerson } from "./tell-person.ts";

/** Somebody of the team is signed out everywhere, and whatever browsers they were known by are strangers again. */
export async function endMemberSessions(ctx: AccountCtx, userId: number): Promise<{ sessions: number }> {
  requirePermission(ctx, "team:manage");
  const { role, email } = await getMember(ctx, ctx.account.id, userId);
  if (role === "owner" && roleOf(ctx.actor) !== "owner")
    fail("access_denied", "Only an owner ends the sessions of an owner.");
  return await end(ctx, userId, email);
}

/** The same by the platform, for whoever is on the account's team. */
export async function endPersonSessions(ctx: Ctx, accountCode: string, userId: number): Promise<{ sessions: number }> {
  requireOperator(ctx, "sessions:end");
  const { id } = await getAccount(ctx, accountCode);
  const { email } = await getMember(ctx, id, userId);
  return await end(ctx, userId, email);
}

async function getMember(ctx: Ctx, accountId: number, userId: number): Promise<{ role: string; email: string }> {
  const member = await ctx.db.prisma.membership.findUnique({
    where: { accountId_userId: { accountId, userId } },
    include: { user: true },
  });
  if (!member) return fail("resource_not_found", "This person is not on the team.");
  return { role: member.role, email: member.user.email };
}

async function end(ctx: Ctx, userId: number, email: string): Promise<{ sessions: number }> {
  return await ctx.db.transaction(async (tx) => {
    // Whoever is just coming in from a device that is known comes before, and is out, or after, as a stranger.
    await lockPerson(tx, userId);
    const { count: sessions } = await tx.prisma.session.updateMany({
      where: { userId, revokedAt: null, expiresAt: { gt: ctx.clock.now() } },
      data: { revokedAt: ctx.clock.now() },
    });
    const devices = await forgetDevices(tx, userId);
    const by = ctx.actor.kind === "staff" ? ctx.actor.name : "the platform";
    await tellPerson(tx, ctx, userId, {
      act: "session.end",
      email,
      text: `You were signed out everywhere by ${by}. Sign in again to go on.`,
      details: { sessions, devices },
    });
    return { sessions };
  });
}
