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
      select a.id, a.code, a.company_name as "companyName", a.email, a.currency, a.status, a.test_enabled as "testEnabled",
             a.live_enabled as "liveEnabled", w.credit_enabled as "creditEnabled", w.credit_status as "creditStatus",
             case when w.credit_enabled then a.payment_terms_days else 0 end as "paymentTermsDays", a.created_at as "createdAt"
        from accounts a join wallets w on w.account_id = a.id where a.id = ${ctx.account.id}`),
  );
}
