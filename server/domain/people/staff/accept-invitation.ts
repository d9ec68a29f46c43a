import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { raiseSecurityNotification } from "#server/domain/record/notifications/index.ts";
import { withNames } from "#server/domain/reseller/names/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import type { OperatorRole, Role } from "#server/kernel/roles.ts";
import { addUser, newUserData } from "./create-user.ts";
import { lockTeam } from "./lock-team.ts";
import { findInviter } from "./operators.ts";
import { checkPassword, hashPassword } from "./password.ts";
import { requireOwnPassword } from "./password-of.ts";
import { personName } from "./person.ts";
import { withToken } from "./send-invitation.ts";
import { asStaff } from "./sessions.ts";

export type OpenInvitation = {
  email: string;
  role: Role | OperatorRole;
  /** Null: to the platform's own side. */
  companyName: string | null;
  invitedBy: string;
  /** Whoever has a sign-in accepts with its password, everybody else chooses one. */
  hasSignIn: boolean;
};

/** What a link opens; null when it was used, revoked, replaced or is too old, or its account was closed. */
export async function findInvitation(ctx: Ctx, token: string): Promise<OpenInvitation | null> {
  const invitation = await readOpen(ctx, token);
  if (!invitation) return null;
  const { email, role, invitedBy, account } = invitation;
  const hasSignIn = (await ctx.db.prisma.user.count({ where: { email } })) > 0;
  // Who of the platform invites is nothing that resellers are told.
  const isOfPlatform = (await findInviter(ctx.db, invitedBy)) !== null;
  const inviter = account && isOfPlatform ? "The platform" : invitedBy;
  return { email, role: role as Role, companyName: account?.companyName ?? null, invitedBy: inviter, hasSignIn };
}

/** Puts the person on the team, once per link. A sign-in that exists is shown by its password, and stays as it is. */
export async function acceptInvitation(
  ctx: Ctx,
  input: { token: string; name: string; password: string },
): Promise<{ email: string }> {
  const invitation = await readOpen(ctx, input.token);
  if (!invitation) return fail("resource_not_found", "This invitation has expired. Ask for a new one.");
  const { id, email, accountId, role, invitedBy } = invitation;
  const user = await ctx.db.prisma.user.findUnique({ where: { email } });
  if (user && accountId === null) fail("conflict", "Platform staff have a sign-in of their own: this address has one.");
  if (user?.isOperator) fail("conflict", "Platform staff are on no reseller's team.");
  if (user) await requireOwnPassword(ctx, user, input.password);
  else await checkPassword(ctx, input.password, { email, accountId: accountId ?? undefined });
  const passwordHash = user ? null : await hashPassword(input.password);
  const join = async (tx: Transaction) => {
    const at = ctx.clock.now();
    if (accountId !== null) await lockTeam(tx, accountId);
    const { count } = await tx.prisma.invitation.updateMany({
      where: { id, acceptedAt: null, revokedAt: null },
      data: { acceptedAt: at },
    });
    if (count === 0) fail("conflict", "This invitation was used or withdrawn a moment ago.");
    const newUser = () => newUserData(email, input.name, passwordHash!, at);
    if (accountId === null) {
      const operatorInvitedBy = await findInviter(ctx.db, invitedBy);
      const asOperator = { isOperator: true, operatorRole: role, operatorSince: at, operatorInvitedBy };
      await addUser(tx, { ...newUser(), ...asOperator });
      await recordAudit(tx, asStaff(ctx, email), {
        act: "operator.accept",
        subject: email,
        details: { role, invitedBy },
      });
      return;
    }
    const { id: userId } = user ?? (await addUser(tx, newUser()));
    await tx.prisma.membership.create({ data: { accountId, userId, role, createdAt: at } });
    const person = asStaff(ctx, email);
    await recordAudit(tx, person, { act: "invitation.accept", accountId, subject: email, details: { role } });
    await raiseSecurityNotification(tx, person, {
      accountId,
      environment: null,
      kind: "member.joined",
      subject: email,
      text: `${email} accepted an invitation and is on the team as ${role}.`,
    });
  };
  await withNames(ctx, user ? [] : [personName(email)], () => ctx.db.transaction(join));
  return { email };
}

async function readOpen(ctx: Ctx, token: string) {
  return await ctx.db.prisma.invitation.findFirst({
    where: {
      ...withToken(token),
      ...{ acceptedAt: null, revokedAt: null, expiresAt: { gt: ctx.clock.now() } },
      OR: [{ accountId: null }, { account: { status: "active" } }],
    },
    include: { account: { select: { companyName: true } } },
  });
}
