import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import type { AutoTopup } from "./auto-topup.ts";

type Limits = Pick<AutoTopup, "maxTimes" | "maxPrice" | "maxTotal">;

/** What may be charged in all, as its traveller has read it. */
export function mostOf({ maxTimes, maxPrice, maxTotal }: Limits): Money {
  const most = maxPrice.times(maxTimes);
  return maxTotal?.lessThan(most) ? maxTotal : most;
}

/** What is left pays for no other one at the price that was agreed to. */
export const isUsedUp = (auto: Limits & Pick<AutoTopup, "used" | "charged">): boolean =>
  auto.used >= auto.maxTimes || (auto.maxTotal?.lessThan(auto.charged.plus(auto.maxPrice)) ?? false);

type Claim = "claimed" | "ended" | "changed" | "used_up";

/** Whether this may be charged for an occasion, with the row held until the end of the transaction. */
export async function claimOccasion(
  tx: Transaction,
  { id, occasion }: { id: number; occasion: string },
  amount: Money,
): Promise<Claim> {
  const said = await tx.query<{ claim: Claim }>(
    sql`select claim_auto_topup(${id}::bigint, ${occasion}, ${toNumeric(amount)}::numeric) as claim`,
  );
  return one(said).claim;
}
