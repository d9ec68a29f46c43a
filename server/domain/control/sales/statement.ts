import { getAccount } from "#server/domain/reseller/accounts/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { type Money, money } from "#server/kernel/money.ts";
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
  const { ledgerEntry } = ctx.db.prisma;
  const balanceAt = async (at: Date): Promise<Money> => {
    const orderBy = [{ createdAt: "desc" as const }, { sequence: "desc" as const }];
    const last = await ledgerEntry.findFirst({ where: { accountId: id, createdAt: { lt: at } }, orderBy });
    return last?.balanceAfter ?? money(0);
  };
  const sums = await ledgerEntry.groupBy({
    by: "type",
    where: { accountId: id, createdAt: { gte: from, lt: to } },
    _count: true,
    _sum: { amount: true },
    orderBy: { type: "asc" },
  });
  return {
    accountCode: code,
    companyName,
    currency,
    month,
    opening: await balanceAt(from),
    closing: await balanceAt(to),
    sums: sums.map(({ type, _count, _sum }) => ({ type, entries: _count, amount: _sum.amount! })),
  };
}

function monthOf(month: string): { from: Date; to: Date } {
  const from = new Date(`${month}-01T00:00:00Z`);
  const to = new Date(from);
  to.setUTCMonth(to.getUTCMonth() + 1);
  return { from, to };
}
