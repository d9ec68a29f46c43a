import type { CreditStatus } from "#server/domain/reseller/accounts/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";

/** Everything in the account currency. */
export type Balance = {
  currency: string;
  walletBalance: Money;
  creditEnabled: boolean;
  creditStatus: CreditStatus;
  holdReason: string | null;
  creditLimit: Money;
  paymentTermsDays: number;
};

/** The wallet as it stands; a test key reads the same real figures. */
export async function getBalance(ctx: AccountCtx): Promise<Balance> {
  requirePermission(ctx, "balance:read");
  const rows = await ctx.db.query<Balance>(sql`
    select a.currency, w.balance as wallet_balance, w.credit_enabled, w.credit_status,
           w.hold_reason, w.credit_limit,
           case when w.credit_enabled then a.payment_terms_days else 0 end as payment_terms_days
      from wallets w join accounts a on a.id = w.account_id
     where w.account_id = ${ctx.account.id}`);
  return one(rows);
}

type Line = Pick<Balance, "walletBalance" | "creditEnabled" | "creditStatus" | "creditLimit">;

const ZERO = money(0);

/** The limit, while credit is enabled and not blocked. */
export const usableCredit = (line: Line): Money =>
  line.creditEnabled && line.creditStatus === "active" ? line.creditLimit : ZERO;

/** The negative part of the wallet. */
export const usedCredit = (line: Line): Money =>
  line.walletBalance.isNegative() ? line.walletBalance.negated() : ZERO;

/** What is left of the limit; never below zero, also after the limit was lowered. */
export const availableCredit = (line: Line): Money => floor0(usableCredit(line).minus(usedCredit(line)));

/** What can be bought for: wallet plus usable credit, never below zero. */
export const spendable = (line: Line): Money => floor0(line.walletBalance.plus(usableCredit(line)));

const floor0 = (value: Money): Money => (value.isNegative() ? ZERO : value);
