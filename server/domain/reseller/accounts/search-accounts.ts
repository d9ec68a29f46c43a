import { allOf } from "#server/kernel/conditions.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { type Page, type Place, toPage } from "#server/kernel/pagination.ts";
import type { AccountStatus, CreditStatus, Plan } from "./account.ts";
import type { AccountFilter } from "./account-filter.ts";

export type AccountLine = {
  id: number;
  code: string;
  companyName: string;
  email: string;
  currency: string;
  status: AccountStatus;
  plan: Plan;
  walletBalance: Money;
  creditEnabled: boolean;
  creditLimit: Money;
  creditStatus: CreditStatus;
  createdAt: Date;
};

/** Newest first. */
export async function searchAccounts(
  ctx: Ctx,
  { limit, beforeId, ...filter }: AccountFilter & Place,
): Promise<Page<AccountLine>> {
  requireOperator(ctx, "platform:read");
  const rows = await ctx.db.query<AccountLine>(sql`
    select a.id, a.code, a.company_name, a.email, a.currency, a.status, a.plan, w.balance as wallet_balance,
           w.credit_enabled, w.credit_limit, w.credit_status, a.created_at
      from accounts a join wallets w on w.account_id = a.id
     where ${conditions(filter, beforeId)}
     order by a.id desc limit ${limit + 1}`);
  return toPage(rows, limit);
}

function conditions({ search, shown }: AccountFilter, beforeId: number | undefined): Sql {
  return allOf<AccountFilter>({
    before: beforeId !== undefined && sql`a.id < ${beforeId}::bigint`,
    search: search !== undefined && named(search),
    shown: shown !== undefined && IS_SHOWN[shown],
  });
}

function named(search: string): Sql {
  const part = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`(a.code ilike ${part} or a.company_name ilike ${part} or a.email ilike ${part})`;
}

const IS_SHOWN = {
  active: sql`a.status = 'active'`,
  closed: sql`a.status = 'closed'`,
  hold: sql`w.credit_status = 'blocked'`,
};
