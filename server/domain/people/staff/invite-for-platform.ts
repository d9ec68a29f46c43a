import { getAccount } from "#server/domain/reseller/accounts/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { type Decided, transactDecided } from "#server/kernel/decided.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireApproval } from "#server/kernel/operator-permissions.ts";
import type { Role } from "#server/kernel/roles.ts";
import { lockTeam } from "./lock-team.ts";
import { normalizeEmail } from "./person.ts";
import { sendInvitation } from "./send-invitation.ts";

type Membership = { accountCode: string; email: string; role: Role };

/**
 * Invites somebody to a reseller's team in the platform's name, also as owner; an open invitation of theirs is replaced.
 * The owners are told. They choose a password of their own: nobody of the platform ever knows one.
 */
export async function inviteForPlatform(ctx: Ctx, membership: Membership, decided?: Decided): Promise<void> {
  requireApproval(ctx, "members:invite");
  const { accountCode, role } = membership;
  const email = normalizeEmail(membership.email);
  const account = await getAccount(ctx, accountCode);
  await transactDecided(ctx.db, decided, async (tx) => {
    await lockTeam(tx, account.id);
    await refuseInvited(tx, account.id, email);
    await sendInvitation(tx, ctx, { email, account, role });
    return `invited as ${role}`;
  });
}

/** Whoever is on the team already, or works for the platform, is not invited. */
export async function refuseInvited(db: Transaction, accountId: number, email: string): Promise<void> {
  const memberships = { where: { accountId }, select: { accountId: true } };
  const known = await db.prisma.user.findUnique({ where: { email }, select: { isOperator: true, memberships } });
  if (known?.memberships.length) fail("conflict", `${email} is on the team already.`, { field: "email" });
  if (known?.isOperator)
    fail("conflict", `${email} is an operator: they visit accounts, and are on no team.`, { field: "email" });
}
