import { getAccount } from "#server/domain/reseller/accounts/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

/** A month of an account's ledger: where it began, what moved, where it ended. In the account currency. */
export type Statement = {
  accountCode: string;
  companyName: string;
  currency: string;
  /** `2026-11` */
  month: string;
  opening: Money;
  closing: Money;
  /** Sums by type of entry; those that add up to nothing are missing. */
  sums: { type: string; entries: number; amount: Money }[];
};

/** @param month `2026-11`, in UTC */
export async function getStatement(ctx: Ctx, code: string, month: string): Promise<Statement> {
  requireOperator(ctx, "platform:read");
  const { id, companyName, currency } = await getAccount(ctx, code);
  const { from, to } = monthOf(month);
  type Ends = { opening: Money; closing: Money };
  const { opening, closing } = one(
    await ctx.db.query<Ends>(sql`
      select coalesce((select balance_after from ledger_entries where account_id = ${id} and created_at < ${from} order by created_at desc, sequence desc limit 1), 0) as opening,
             coalesce((select balance_after from ledger_entries where account_id = ${id} and created_at < ${to} order by created_at desc, sequence desc limit 1), 0) as closing`),
  );
  const sums = await ctx.db.query<Statement["sums"][number]>(sql`
    select type, count(*)::int as entries, sum(amount) as amount from ledger_entries
     where account_id = ${id} and created_at >= ${from} and created_at < ${to} group by type order by type`);
  return { accountCode: code, companyName, currency, month, opening, closing, sums };
}

function monthOf(month: string): { from: Date; to: Date } {
  const from = new Date(`${month}-01T00:00:00Z`);
  const to = new Date(from);
  to.setUTCMonth(to.getUTCMonth() + 1);
  return { from, to };
}
