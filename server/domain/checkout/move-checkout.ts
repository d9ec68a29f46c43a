import { type Queryable, type Sql, sql } from "#server/kernel/db.ts";
import type { Checkout, CheckoutStatus } from "./checkout.ts";

/** Moves a checkout that is still in an expected state; false when another run was first. */
export async function moveCheckout(
  db: Queryable,
  { id }: Pick<Checkout, "id">,
  expected: CheckoutStatus[],
  at: Date,
  set: Sql,
): Promise<boolean> {
  const moved = await db.query(
    sql`update checkouts set ${set}, updated_at = ${at} where id = ${id} and status = any(${expected}) returning id`,
  );
  return moved.length > 0;
}
