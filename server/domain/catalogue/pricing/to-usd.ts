import type { Transaction } from "#server/kernel/db.ts";
import { type Money, round4 } from "#server/kernel/money.ts";

/** An amount at the rate in force, whatever its age: for limits and sums, not for prices. Null without any rate. */
export async function toUsd(db: Transaction, amount: Money, currency: string): Promise<Money | null> {
  if (currency === "USD") return amount;
  const found = await db.prisma.fxRate.findUnique({ where: { currency }, select: { rate: true } });
  return found && round4(amount.dividedBy(found.rate));
}
