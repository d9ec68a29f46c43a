import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

export type HeldMoney = { code: string; companyName: string; currency: string; balance: Money; closedAt: Date };

const MOST = 100;

/** Closed accounts with money in the wallet, or owing some: nothing personal is deleted until it is settled. The longest closed first. */
export async function listHeldMoney(ctx: Ctx): Promise<HeldMoney[]> {
  requireOperator(ctx, "platform:read");
  return await ctx.db.query<HeldMoney>(sql`
    select a.code, a.company_name, a.currency, w.balance, a.closed_at
      from accounts a join wallets w on w.account_id = a.id
     where a.closed_at is not null and a.erased_at is null and w.balance <> 0 order by a.closed_at, a.id limit ${MOST}`);
}
