import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { type Page, toPage } from "#server/kernel/pagination.ts";
import type { AccountStatus, CreditStatus, Plan } from "./account.ts";

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

export type AccountSearch = { search?: string; status?: AccountStatus; onHold?: boolean };

/** Newest first; `search` is a part of the code, the company's name or its address. */
export async function searchAccounts(
  ctx: Ctx,
  { search, status, onHold, limit, beforeId }: AccountSearch & { limit: number; beforeId?: number },
): Promise<Page<AccountLine>> {
  requireOperator(ctx, "platform:read");
  const part = search?.trim() ? `%${search.trim().replace(/[\\%_]/g, "\\$&")}%` : null;
  const rows = await ctx.db.query<AccountLine>(sql`
    select a.id, a.code, a.company_name, a.email, a.currency, a.status, a.plan, w.balance as wallet_balance,
           w.credit_enabled, w.credit_limit, w.credit_status, a.created_at
      from accounts a join wallets w on w.account_id = a.id
     where (${part}::text is null or a.code ilike ${part} or a.company_name ilike ${part} or a.email ilike ${part})
       and a.status = coalesce(${status ?? null}, a.status) and (not ${onHold ?? false}::boolean or w.credit_status = 'blocked')
       and a.id < coalesce(${beforeId ?? null}::bigint, 9223372036854775807)
     order by a.id desc limit ${limit + 1}`);
  return toPage(rows, limit);
}
