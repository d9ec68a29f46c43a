import type { AccountCtx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import type { CreditStatus } from "./account.ts";

export type Profile = {
  id: number;
  code: string;
  companyName: string;
  email: string;
  currency: string;
  status: string;
  testEnabled: boolean;
  liveEnabled: boolean;
  creditEnabled: boolean;
  creditStatus: CreditStatus;
  paymentTermsDays: number;
  createdAt: Date;
};

/** The account as its own staff and programs see it. */
export async function getProfile(ctx: AccountCtx): Promise<Profile> {
  return one(
    await ctx.db.query<Profile>(sql`
      select a.id, a.code, a.company_name, a.email, a.currency, a.status, a.test_enabled,
             a.live_enabled, w.credit_enabled, w.credit_status,
             case when w.credit_enabled then a.payment_terms_days else 0 end as payment_terms_days, a.created_at
        from accounts a join wallets w on w.account_id = a.id where a.id = ${ctx.account.id}`),
  );
}
