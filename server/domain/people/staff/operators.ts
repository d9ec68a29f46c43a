import { queueMail } from "#server/domain/messaging/mail/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
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
  return await ctx.db.query<Operator>(sql`
    select u.id as user_id, u.name, u.email, u.operator_role as role, t.confirmed_at is not null as has_totp,
           (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys, u.operator_since as since,
           u.operator_invited_by as invited_by, u.last_active_at
      from users u left join totp t on t.user_id = u.id where u.is_operator
     order by array_position(array['admin', 'finance', 'support'], u.operator_role) nulls last, u.name, u.id limit 500`);
}

/** Those that were neither accepted nor withdrawn. */
export async function listOperatorInvitations(ctx: Ctx): Promise<OperatorInvitation[]> {
  requireOperator(ctx, "operators:manage");
  return await ctx.db.query<OperatorInvitation>(sql`
    select id, email, role, invited_by, sent_at, expires_at
      from invitations where account_id is null and accepted_at is null and revoked_at is null order by id desc limit 500`);
}

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
    const [known] = await tx.query<{ isOperator: boolean }>(sql`select is_operator from users where email = ${email}`);
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
    const [gone] = await tx.query<{ email: string }>(sql`
      update invitations set revoked_at = ${ctx.clock.now()}
       where id = ${id} and account_id is null and accepted_at is null and revoked_at is null returning email`);
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
    await tx.query(sql`
      update users set operator_role = ${role},
             operator_since = case when ${from === null}::boolean then ${at}::timestamptz else operator_since end,
             operator_invited_by = case when ${from === null}::boolean then ${inviterName(ctx)} else operator_invited_by end
       where id = ${userId}`);
    if (role === null)
      await tx.query(sql`update sessions set revoked_at = ${at} where user_id = ${userId} and revoked_at is null`);
    if (role !== "admin")
      await tx.query(sql`
        update invitations set revoked_at = ${at}
         where account_id is null and invited_by = ${email} and accepted_at is null and revoked_at is null`);
    await recordAudit(tx, ctx, { act: "operator.role", subject: email, details: { from, to: role } });
    await tellAdmins(
      tx,
      ctx,
      `${email} was made ${role ?? "nothing: they are switched off"} (before: ${from ?? "switched off"}).`,
    );
  });
}

const inviterName = ({ actor }: Ctx): string | null => (actor.kind === "operator" ? actor.name : null);

/** The request knew the role as it stood when it began: what concerns roles is held against the one in force. */
async function requireAdminNow(tx: Transaction, { actor }: Ctx): Promise<void> {
  if (actor.kind !== "operator") return;
  const [row] = await tx.query<{ role: OperatorRole | null }>(
    sql`select operator_role as role from users where email = ${actor.name} and is_operator`,
  );
  if (!row?.role || !mayOperate(row.role, "operators:manage"))
    fail("access_denied", "You are no admin of the platform any more.");
}

/** Nobody gains a second pair of hands unseen: every other admin has a mail about who works here. */
async function tellAdmins(tx: Transaction, ctx: Ctx, what: string): Promise<void> {
  const admins = await tx.query<{ email: string }>(
    sql`select email from users where operator_role = 'admin' and email <> ${ctx.actor.name} order by id`,
  );
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
  const { n } = one(
    await db.query<{ n: number }>(sql`select count(*)::int as n from users where email = ${email} and is_operator`),
  );
  return n > 0 ? email : null;
}
