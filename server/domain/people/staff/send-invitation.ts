import { queueMail } from "#server/domain/messaging/mail/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { raiseSecurityNotification } from "#server/domain/record/notifications/index.ts";
import { inThisCell } from "#server/kernel/cell.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { randomBase62 } from "#server/kernel/ids.ts";
import { OPERATOR_ROLES, type OperatorRole, ROLES, type Role } from "#server/kernel/roles.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { hashSecret, secretHashes } from "./person.ts";

const OPEN_FOR = 7 * DAY;

const textOf = (token: string) => `invitation:${token}`;

/** Finds what a link opens. */
export const withToken = (token: string) => ({ tokenHash: { in: secretHashes(textOf(token)) } });

/** A new link; the one sent before opens nothing any more. */
export function newLink(ctx: Ctx) {
  const token = randomBase62(43);
  const times = { sentAt: ctx.clock.now(), expiresAt: after(ctx.clock.now(), OPEN_FOR) };
  return { token, tokenHash: hashSecret(textOf(token)), ...times };
}

/** To a reseller's team, or without an account to the platform's own side. */
export type Invited =
  | { email: string; account: { id: number; companyName: string }; role: Role }
  | { email: string; account: null; role: OperatorRole };

/** Writes an invitation and its mail, in place of an open one of the same person. The owners of the account are told. */
export async function sendInvitation(tx: Transaction, ctx: Ctx, invited: Invited): Promise<void> {
  const { email, account, role } = invited;
  const at = ctx.clock.now();
  const { token, tokenHash, sentAt, expiresAt } = newLink(ctx);
  const to = { accountId: account?.id ?? null, email };
  await tx.prisma.invitation.updateMany({
    where: { ...to, acceptedAt: null, revokedAt: null },
    data: { revokedAt: at },
  });
  await tx.prisma.invitation.create({
    data: { ...to, role, tokenHash, invitedBy: ctx.actor.name, createdAt: at, sentAt, expiresAt },
  });
  const act = account ? "invitation.send" : "operator.invite";
  await recordAudit(tx, ctx, { act, accountId: account?.id, subject: email, details: { role } });
  const mail = composeInvitation(ctx, invited, token);
  await queueMail(tx, ctx, { ...mail, kind: "invitation", ...(account && { accountId: account.id }) });
  if (account)
    await raiseSecurityNotification(tx, ctx, {
      accountId: account.id,
      environment: null,
      kind: "member.invited",
      subject: email,
      text: `${email} was invited to the team as ${role}. If nobody of you wants that, revoke the invitation on the team's page.`,
    });
}

export function composeInvitation({ actor }: Ctx, { email, account, role }: Invited, token: string) {
  const team = account ? `the team of ${account.companyName}` : "the staff of the platform";
  const about = account ? ROLES[role] : OPERATOR_ROLES[role];
  // Who of the platform invites is nothing that resellers are told.
  const from = account && actor.kind !== "staff" ? "The platform" : actor.name;
  return {
    recipient: email,
    subject: `You are invited to ${team}`,
    text: `${from} invites you to ${team} as ${role}.
${about}.

Accept within seven days, with a password that only you know:
${inThisCell(`${env().publicUrl}/invitation/${token}`)}

The link works once. If you do not know what this is about, you need not do anything.`,
  };
}
