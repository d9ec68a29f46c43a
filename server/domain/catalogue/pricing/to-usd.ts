import { sql, type Transaction } from "#server/kernel/db.ts";
import { type Money, round4 } from "#server/kernel/money.ts";

/** An amount at the rate in force, whatever its age: for limits and sums, not for prices. Null without any rate. */
export async function toUsd(db: Transaction, amount: Money, currency: string): Promise<Money | null> {
  if (currency === "USD") return amount;
  const [row] = await db.query<{ rate: Money }>(sql`select rate from fx_rates where currency = ${currency}`);
  return row ? round4(amount.dividedBy(row.rate)) : null;
}
