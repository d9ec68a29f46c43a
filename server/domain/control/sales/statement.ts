import { type MonthSums, sumMonth } from "#server/domain/money/ledger/index.ts";
import { getAccount } from "#server/domain/reseller/accounts/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

/** A month of an account's ledger as our own staff read it: the sums of its statement. */
export type Statement = Pick<MonthSums, "opening" | "closing"> & {
  /** By type of entry; those that add up to nothing are missing. */
  sums: { type: string; entries: number; amount: Money }[];
  accountCode: string;
  companyName: string;
  currency: string;
  /** `2026-11` */
  month: string;
};

/** @param month `2026-11`, in UTC */
export async function getStatement(ctx: Ctx, code: string, month: string): Promise<Statement> {
  requireOperator(ctx, "platform:read");
  const { id, companyName, currency } = await getAccount(ctx, code);
  const { opening, closing, sums } = await sumMonth(ctx, id, month);
  return { accountCode: code, companyName, currency, month, opening, closing, sums };
}
