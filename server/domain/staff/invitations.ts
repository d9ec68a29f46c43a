import type { Prisma } from "#generated/prisma/client.ts";
import { audit } from "#server/domain/audit/index.ts";
import { queueMail } from "#server/domain/mail/index.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { env } from "#server/kernel/env.ts";
import { fail } from "#server/kernel/errors.ts";
import { randomBase62 } from "#server/kernel/ids.ts";
import { ROLES, type Role, requirePermission } from "#server/kernel/permissions.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { hashSecret, normalizeEmail } from "./person.ts";

const OPEN_FOR = 7 * DAY;

/** Ownership is handed over, never given out with an invitation. */
export type InvitedRole = Exclude<Role, "owner">;

export type Invitation = { id: number; email: string; role: Role; invitedBy: string; sentAt: Date; expiresAt: Date };

export const hashInvitation = (token: string) => hashSecret(`invitation:${token}`);

const open = { acceptedAt: null, revokedAt: null } as const;

/** Those that were neither accepted nor revoked; expired ones can be sent again. */
export async function listInvitations(ctx: AccountCtx): Promise<Invitation[]> {
  requirePermission(ctx, "team:read");
  const invitations = await ctx.db.prisma.invitation.findMany({
    where: { accountId: ctx.account.id, ...open },
    select: { id: true, email: true, role: true, invitedBy: true, sentAt: true, expiresAt: true },
    orderBy: { id: "desc" },
  });
  return invitations as Invitation[];
}

export async function inviteMember(ctx: AccountCtx, input: { email: string; role: InvitedRole }): Promise<void> {
  requirePermission(ctx, "team:manage");
  const email = normalizeEmail(input.email);
  const accountId = ctx.account.id;
  const { prisma } = ctx.db;
  if (await prisma.membership.findFirst({ where: { accountId, user: { email } } }))
    fail("conflict", `${email} is on the team already.`, { field: "email" });
  if (await prisma.invitation.findFirst({ where: { accountId, email, ...open } }))
    fail("conflict", `${email} is invited already. Send the invitation again instead.`, { field: "email" });
  const token = randomBase62(43);
  await prisma.$transaction(async (tx) => {
    await tx.invitation.create({
      data: {
        accountId,
        email,
        role: input.role,
        invitedBy: ctx.actor.name,
        createdAt: ctx.clock.now(),
        ...sentNow(ctx, token),
      },
    });
    await audit(tx, ctx, { act: "invitation.send", accountId, subject: email, details: { role: input.role } });
    await writeInvitation(tx, ctx, { email, role: input.role, token });
  });
}

/** A new link by mail; the one sent before opens nothing any more. */
export async function resendInvitation(ctx: AccountCtx, id: number): Promise<void> {
  requirePermission(ctx, "team:manage");
  const { email, role } = await getOpen(ctx, id);
  const token = randomBase62(43);
  await ctx.db.prisma.$transaction(async (tx) => {
    await tx.invitation.update({ where: { id }, data: sentNow(ctx, token) });
    await audit(tx, ctx, { act: "invitation.resend", accountId: ctx.account.id, subject: email });
    await writeInvitation(tx, ctx, { email, role: role as Role, token });
  });
}

export async function revokeInvitation(ctx: AccountCtx, id: number): Promise<void> {
  requirePermission(ctx, "team:manage");
  const { email } = await getOpen(ctx, id);
  await ctx.db.prisma.$transaction(async (tx) => {
    await tx.invitation.update({ where: { id }, data: { revokedAt: ctx.clock.now() } });
    await audit(tx, ctx, { act: "invitation.revoke", accountId: ctx.account.id, subject: email });
  });
}

async function getOpen(ctx: AccountCtx, id: number) {
  const found = await ctx.db.prisma.invitation.findFirst({ where: { id, accountId: ctx.account.id, ...open } });
  return (
    found ?? fail("resource_not_found", "There is no open invitation of this kind. It may have been accepted just now.")
  );
}

const sentNow = (ctx: Ctx, token: string) => ({
  tokenHash: hashInvitation(token),
  sentAt: ctx.clock.now(),
  expiresAt: after(ctx.clock.now(), OPEN_FOR),
});

async function writeInvitation(
  tx: Prisma.TransactionClient,
  ctx: AccountCtx,
  { email, role, token }: { email: string; role: Role; token: string },
): Promise<void> {
  const { companyName } = await tx.account.findUniqueOrThrow({ where: { id: ctx.account.id } });
  await queueMail(tx, ctx, {
    kind: "invitation",
    accountId: ctx.account.id,
    recipient: email,
    subject: `You are invited to the team of ${companyName}`,
    text: `${ctx.actor.name} invites you to the team of ${companyName} as ${role}.
${ROLES[role]}.

Accept within seven days:
${env().publicUrl}/invitation/${token}

The link works once. If you do not know ${companyName}, you need not do anything.`,
  });
}
