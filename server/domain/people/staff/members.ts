import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { raiseSecurityNotification } from "#server/domain/record/notifications/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { isAllowed, type Permission, requirePermission } from "#server/kernel/permissions.ts";
import { ROLE_NAMES, type Role } from "#server/kernel/roles.ts";
import { lockOwnTeam } from "./lock-team.ts";

export type Member = {
  userId: number;
  name: string;
  email: string;
  role: Role;
  hasTotp: boolean;
  passkeys: number;
  lastActiveAt: Date | null;
  createdAt: Date;
};

/** By role, then by name. */
export async function listMembers(ctx: AccountCtx): Promise<Member[]> {
  requirePermission(ctx, "team:read");
  const members = await ctx.db.prisma.membership.findMany({
    where: { accountId: ctx.account.id },
    include: { user: { include: { totp: true, _count: { select: { passkeys: true } } } } },
    orderBy: [{ user: { name: "asc" } }, { userId: "asc" }],
  });
  return members
    .map(({ userId, role, createdAt, user: { name, email, lastActiveAt, totp, _count } }) => ({
      userId,
      name,
      email,
      role: role as Role,
      hasTotp: !!totp?.confirmedAt,
      passkeys: _count.passkeys,
      lastActiveAt,
      createdAt,
    }))
    .sort((a, b) => ROLE_NAMES.indexOf(a.role) - ROLE_NAMES.indexOf(b.role));
}

/** Owners are neither made nor unmade here: ownership is handed over. In force for the next request. */
export async function changeRole(
  ctx: AccountCtx,
  { userId, role }: { userId: number; role: Exclude<Role, "owner"> },
): Promise<void> {
  requirePermission(ctx, "team:manage");
  await ctx.db.transaction(async (tx) => {
    const member = await lockMember(tx, ctx, userId, "team:manage");
    if (member.role === "owner") fail("conflict", "An owner's role changes when the ownership is handed over.");
    if (member.user.email === ctx.actor.name) fail("conflict", "Somebody else has to change your role.");
    if (member.role === role) return;
    await tx.prisma.membership.update({ where: keyOf(ctx, userId), data: { role } });
    if (!isAllowed(role, "team:manage")) await withdrawInvitations(tx, ctx, member.user.email);
    const details = { from: member.role, to: role };
    await recordAudit(tx, ctx, { act: "member.role", accountId: ctx.account.id, subject: member.user.email, details });
    await raiseSecurityNotification(tx, ctx, {
      accountId: ctx.account.id,
      environment: null,
      kind: "member.role",
      subject: member.user.email,
      text: `The role of ${member.user.email} was changed from ${member.role} to ${role}.`,
      recipients: [member.user.email],
    });
  });
}

export async function removeMember(ctx: AccountCtx, userId: number): Promise<void> {
  requirePermission(ctx, "team:manage");
  await ctx.db.transaction(async (tx) => {
    const member = await lockMember(tx, ctx, userId, "team:manage");
    if (member.role === "owner") fail("conflict", "An owner cannot be removed. Hand the ownership over first.");
    if (member.user.email === ctx.actor.name) fail("conflict", "Somebody else has to remove you.");
    await tx.prisma.membership.delete({ where: keyOf(ctx, userId) });
    await withdrawInvitations(tx, ctx, member.user.email);
    const details = { role: member.role };
    await recordAudit(tx, ctx, {
      act: "member.remove",
      accountId: ctx.account.id,
      subject: member.user.email,
      details,
    });
  });
}

/** The other becomes owner, the one who hands over becomes admin, in one step. */
export async function transferOwnership(ctx: AccountCtx, userId: number): Promise<void> {
  requirePermission(ctx, "ownership:transfer");
  await ctx.db.transaction(async (tx) => {
    const member = await lockMember(tx, ctx, userId, "ownership:transfer");
    if (member.role === "owner") fail("conflict", `${member.user.email} is an owner already.`);
    const { count } = await tx.prisma.membership.updateMany({
      where: { accountId: ctx.account.id, role: "owner", user: { email: ctx.actor.name } },
      data: { role: "admin" },
    });
    if (count === 0) fail("conflict", "Only an owner can hand the ownership over, and you are not one any more.");
    await tx.prisma.membership.update({ where: keyOf(ctx, userId), data: { role: "owner" } });
    const details = { from: ctx.actor.name };
    await recordAudit(tx, ctx, {
      act: "ownership.transfer",
      accountId: ctx.account.id,
      subject: member.user.email,
      details,
    });
    await raiseSecurityNotification(tx, ctx, {
      accountId: ctx.account.id,
      environment: null,
      kind: "ownership.transferred",
      subject: member.user.email,
      text: `The account was handed over to ${member.user.email}, who is its owner now.`,
      recipients: [member.user.email],
    });
  });
}

/** Whoever may invite nobody any more has nobody on the way: no second self that comes in later. */
async function withdrawInvitations(tx: Transaction, ctx: AccountCtx, invitedBy: string): Promise<void> {
  await tx.prisma.invitation.updateMany({
    where: { accountId: ctx.account.id, invitedBy, acceptedAt: null, revokedAt: null },
    data: { revokedAt: ctx.clock.now() },
  });
}

const keyOf = (ctx: AccountCtx, userId: number) => ({ accountId_userId: { accountId: ctx.account.id, userId } });

async function lockMember(tx: Transaction, ctx: AccountCtx, userId: number, permission: Permission) {
  await lockOwnTeam(tx, ctx, permission);
  const member = await tx.prisma.membership.findUnique({ where: keyOf(ctx, userId), include: { user: true } });
  return member ?? fail("resource_not_found", "This person is not on the team.");
}
