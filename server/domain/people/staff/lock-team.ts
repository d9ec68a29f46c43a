import { requireActive } from "#server/domain/reseller/accounts/index.ts";
import type { AccountCtx, AccountFacts } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { isAllowed, type Permission } from "#server/kernel/permissions.ts";
import type { Role } from "#server/kernel/roles.ts";

/**
 * Changes of who is on a team, or on the way to it, come one after the other, and after a closing none. Who is on the team and
 * as what is read behind it.
 */
export async function lockTeam(tx: Transaction, accountId: number): Promise<void> {
  type Standing = Pick<AccountFacts, "status">;
  const found = await tx.query<Standing>(sql`select status from accounts where id = ${accountId} for no key update`);
  requireActive({ account: one(found) });
}

/** The same for somebody of the team. The request knew the role as it stood when it began: it is held against the one in force. */
export async function lockOwnTeam(tx: Transaction, { actor, account }: AccountCtx, permission: Permission) {
  await lockTeam(tx, account.id);
  if (actor.kind !== "staff") return;
  const [own] = await tx.prisma.membership.findMany({
    where: { accountId: account.id, user: { email: actor.name } },
    select: { role: true },
  });
  if (!own || !isAllowed(own.role as Role, permission))
    fail("access_denied", "Your role on this team was changed a moment ago, and does not include this any more.");
}
