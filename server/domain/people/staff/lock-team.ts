import { requireActive } from "#server/domain/reseller/accounts/index.ts";
import { requireInForce } from "#server/domain/reseller/keys/index.ts";
import type { AccountCtx, AccountFacts } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import type { Permission } from "#server/kernel/permissions.ts";

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
export async function lockOwnTeam(tx: Transaction, ctx: AccountCtx, permission: Permission) {
  await lockTeam(tx, ctx.account.id);
  await requireInForce(tx, ctx, ctx.account.id, permission);
}
