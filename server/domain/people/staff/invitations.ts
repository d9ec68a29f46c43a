import { queueMail } from "#server/domain/messaging/mail/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { Role } from "#server/kernel/roles.ts";
import { requireSpared, takeTurn } from "./limit-invitations.ts";
import { lockOwnTeam } from "./lock-team.ts";
import { normalizeEmail } from "./person.ts";
import { composeInvitation, newLink, sendInvitation } from "./send-invitation.ts";

/** Ownership is handed over, never given out by a team with an invitation. */
export type InvitedRole = Exclude<Role, "owner">;

export type Invitation = { id: number; email: string; role: Role; invitedBy: string; sentAt: Date; expiresAt: Date };

const open = { acceptedAt: null, revokedAt: null } as const;

/** Those that were neither accepted nor revoked; expired ones can be sent again. Who of the platform sent one is its own. */
export async function listInvitations(ctx: AccountCtx): Promise<Invitation[]> {
  requirePermission(ctx, "team:read");
  return await ctx.db.query<Invitation>(sql`
    select i.id, i.email, i.role, case when u.is_operator then 'The platform' else i.invited_by end as invited_by,
           i.sent_at, i.expires_at
      from invitations i left join users u on u.email = i.invited_by
     where i.account_id = ${ctx.account.id} and i.accepted_at is null and i.revoked_at is null
     order by i.id desc`);
}

export async function inviteMember(ctx: AccountCtx, input: { email: string; role: InvitedRole }): Promise<void> {
  requirePermission(ctx, "team:manage");
  const email = normalizeEmail(input.email);
  await requireNew(ctx.db, ctx, email);
  await requireSpared(ctx, email);
  await ctx.db.transaction(async (tx) => {
    await takeTurn(tx, ctx);
    // Once more: somebody else of the team may have been first.
    await requireNew(tx, ctx, email);
    const account = await tx.prisma.account.findUniqueOrThrow({ where: { id: ctx.account.id } });
    await sendInvitation(tx, ctx, { email, account, role: input.role });
  });
}

async function requireNew({ prisma }: Transaction, { account: { id: accountId } }: AccountCtx, email: string) {
  if (await prisma.membership.findFirst({ where: { accountId, user: { email } } }))
    fail("conflict", `${email} is on the team already.`, { field: "email" });
  if (await prisma.invitation.findFirst({ where: { accountId, email, ...open } }))
    fail("conflict", `${email} is invited already. Send the invitation again instead.`, { field: "email" });
}

/** A new link by mail; the one sent before opens nothing any more. */
export async function resendInvitation(ctx: AccountCtx, id: number): Promise<void> {
  requirePermission(ctx, "team:manage");
  await requireSpared(ctx, (await getOpen(ctx.db, ctx, id)).email);
  const { token, ...link } = newLink(ctx);
  const accountId = ctx.account.id;
  await ctx.db.transaction(async (tx) => {
    await takeTurn(tx, ctx);
    const { email, role } = await getOpen(tx, ctx, id);
    const account = await tx.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
    await tx.prisma.invitation.update({ where: { id }, data: link });
    await recordAudit(tx, ctx, { act: "invitation.resend", accountId, subject: email });
    const mail = composeInvitation(ctx, { email, account, role: role as Role }, token);
    await queueMail(tx, ctx, { ...mail, kind: "invitation", accountId });
  });
}

export async function revokeInvitation(ctx: AccountCtx, id: number): Promise<void> {
  requirePermission(ctx, "team:manage");
  await ctx.db.transaction(async (tx) => {
    await lockOwnTeam(tx, ctx, "team:manage");
    const { email } = await getOpen(tx, ctx, id);
    await tx.prisma.invitation.update({ where: { id }, data: { revokedAt: ctx.clock.now() } });
    await recordAudit(tx, ctx, { act: "invitation.revoke", accountId: ctx.account.id, subject: email });
  });
}

async function getOpen({ prisma }: Transaction, ctx: AccountCtx, id: number) {
  const found = await prisma.invitation.findFirst({ where: { id, accountId: ctx.account.id, ...open } });
  return (
    found ?? fail("resource_not_found", "There is no open invitation of this kind. It may have been accepted just now.")
  );
}
