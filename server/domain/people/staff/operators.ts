import { queueMail } from "#server/domain/messaging/mail/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { fail } from "#server/kernel/errors.ts";
import { mayOperate, requireOperator } from "#server/kernel/operator-permissions.ts";
import type { OperatorRole } from "#server/kernel/roles.ts";
import { normalizeEmail } from "./person.ts";
import { sendInvitation } from "./send-invitation.ts";

export type Operator = {
  userId: number;
  name: string;
  email: string;
  /** Null: switched off. */
  role: OperatorRole | null;
  hasTotp: boolean;
  passkeys: number;
  since: Date | null;
  /** Null: made on the platform's own machine. */
  invitedBy: string | null;
  lastActiveAt: Date | null;
};

export type OperatorInvitation = {
  id: number;
  email: string;
  role: OperatorRole;
  invitedBy: string;
  sentAt: Date;
  expiresAt: Date;
};

/** Who works here, by role and name; those who are switched off come last. */
export async function listOperators(ctx: Ctx): Promise<Operator[]> {
  requireOperator(ctx, "operators:manage");
  const operators = await ctx.db.prisma.user.findMany({
    where: { isOperator: true },
    include: { totp: true, _count: { select: { passkeys: true } } },
    // By their names, the roles stand in alphabetical order.
    orderBy: [{ operatorRole: { sort: "asc", nulls: "last" } }, { name: "asc" }, { id: "asc" }],
    take: 500,
  });
  return operators.map(({ id, name, email, operatorRole, totp, _count, ...user }) => ({
    userId: id,
    name,
    email,
    role: operatorRole as OperatorRole | null,
    hasTotp: !!totp?.confirmedAt,
    passkeys: _count.passkeys,
    since: user.operatorSince,
    invitedBy: user.operatorInvitedBy,
    lastActiveAt: user.lastActiveAt,
  }));
}

/** Those that were neither accepted nor withdrawn. */
export async function listOperatorInvitations(ctx: Ctx): Promise<OperatorInvitation[]> {
  requireOperator(ctx, "operators:manage");
  const invitations = await ctx.db.prisma.invitation.findMany({
    where: OPEN_INVITATION,
    select: { id: true, email: true, role: true, invitedBy: true, sentAt: true, expiresAt: true },
    orderBy: { id: "desc" },
    take: 500,
  });
  return invitations as OperatorInvitation[];
}

/** To the platform's own side, neither accepted nor withdrawn. */
const OPEN_INVITATION = { accountId: null, acceptedAt: null, revokedAt: null } as const;

/** A link by mail, good for seven days; whoever opens it chooses a password of their own. Sent again, it replaces the one before. */
export async function inviteOperator(
  ctx: Ctx,
  input: { email: string; role: OperatorRole },
): Promise<{ email: string; role: OperatorRole }> {
  requireOperator(ctx, "operators:manage");
  const { role } = input;
  const email = normalizeEmail(input.email);
  await ctx.db.transaction(async (tx) => {
    await requireAdminNow(tx, ctx);
    const known = await tx.prisma.user.findUnique({ where: { email }, select: { isOperator: true } });
    if (known)
      fail(
        "conflict",
        known.isOperator
          ? `${email} is an operator already. Change their role instead.`
          : `${email} belongs to a reseller's staff. Operators have a sign-in of their own.`,
        { field: "email" },
      );
    await sendInvitation(tx, ctx, { email, account: null, role });
    await tellAdmins(tx, ctx, `${email} was invited to the platform's staff as ${role}.`);
  });
  return { email, role };
}

export async function revokeOperatorInvitation(ctx: Ctx, id: number): Promise<void> {
  requireOperator(ctx, "operators:manage");
  await ctx.db.transaction(async (tx) => {
    const [gone] = await tx.prisma.invitation.updateManyAndReturn({
      where: { id, ...OPEN_INVITATION },
      data: { revokedAt: ctx.clock.now() },
      select: { email: true },
    });
    if (!gone)
      return fail(
        "resource_not_found",
        "There is no open invitation of this kind. It may have been accepted just now.",
      );
    await recordAudit(tx, ctx, { act: "operator.revoke", subject: gone.email });
  });
}

/**
 * Another role, or with null none: then every session ends and nothing can be done. In force for the next request. One's own
 * role is changed by somebody else, and one admin is always left.
 */
export async function changeOperatorRole(
  ctx: Ctx,
  { userId, role }: { userId: number; role: OperatorRole | null },
): Promise<void> {
  requireOperator(ctx, "operators:manage");
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    // All admins are locked, in one order: of two who switch each other off, one is first.
    const admins = await tx.query<{ id: number }>(
      sql`select id from users where operator_role = 'admin' order by id for no key update`,
    );
    await requireAdminNow(tx, ctx);
    const [operator] = await tx.query<{ email: string; role: OperatorRole | null }>(
      sql`select email, operator_role as role from users where id = ${userId} and is_operator for no key update`,
    );
    if (!operator) return fail("resource_not_found", "There is no such operator.");
    const { email, role: from } = operator;
    if (email === ctx.actor.name) fail("conflict", "Somebody else has to change your role.");
    if (from === role) return;
    if (from === "admin" && admins.length === 1)
      fail("conflict", "This is the last admin. Give somebody else the role first.");
    // Whoever comes back is new: what newcomers may not do yet counts from now.
    const asNew = from === null && { operatorSince: at, operatorInvitedBy: inviterName(ctx) };
    await tx.prisma.user.update({ where: { id: userId }, data: { operatorRole: role, ...asNew } });
    const data = { revokedAt: at };
    if (role === null) await tx.prisma.session.updateMany({ where: { userId, revokedAt: null }, data });
    if (role !== "admin")
      await tx.prisma.invitation.updateMany({ where: { ...OPEN_INVITATION, invitedBy: email }, data });
    await recordAudit(tx, ctx, { act: "operator.role", subject: email, details: { from, to: role } });
    await tellAdmins(
      tx,
      ctx,
      `${email} was made ${role ?? "nothing: they are switched off"} (before: ${from ?? "switched off"}).`,
    );
  });
}

const inviterName = ({ actor }: Ctx): string | null => (actor.kind === "operator" ? actor.name : null);

/**
 * The request knew the role as it stood when it began: what concerns roles is held against the one in force, which stays until this is
 * over. Whoever takes it away comes before, and is seen here, or after, and finds what was done.
 */
async function requireAdminNow(tx: Transaction, { actor }: Ctx): Promise<void> {
  if (actor.kind !== "operator") return;
  const [known] = await tx.query<{ role: OperatorRole | null }>(
    sql`select operator_role as role from users where email = ${actor.name} and is_operator for no key update`,
  );
  const role = known?.role;
  if (!role || !mayOperate(role, "operators:manage"))
    fail("access_denied", "You are no admin of the platform any more.");
}

/** Nobody gains a second pair of hands unseen: every other admin has a mail about who works here. */
async function tellAdmins(tx: Transaction, ctx: Ctx, what: string): Promise<void> {
  const admins = await tx.prisma.user.findMany({
    where: { operatorRole: "admin", email: { not: ctx.actor.name } },
    select: { email: true },
    orderBy: { id: "asc" },
  });
  const text = `${what}\nBy: ${ctx.actor.name}.\n\nIf you did not expect this, look at the audit log:\n${env().publicUrl}/operator/audit?area=operator`;
  const mails = admins.map(({ email }) => ({
    recipient: email,
    kind: "operators",
    subject: "Who works for the platform",
    text,
  }));
  await queueMail(tx, ctx, ...mails);
}

/** Whether the address is an operator's, also one who is switched off. */
export async function findInviter(db: Transaction, email: string): Promise<string | null> {
  return (await db.prisma.user.count({ where: { email, isOperator: true } })) > 0 ? email : null;
}
