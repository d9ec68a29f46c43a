import type { Ctx } from "#server/kernel/context.ts";
import { one, type Queryable, sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { ledgerReference } from "#server/kernel/ids.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";

export type Booking = {
  accountId: number;
  kind: "deposit" | "adjustment";
  amount: Money;
  /** What is booked once: a payment's reference, or an id of its own. */
  cause: string;
  description: string;
  /** Where it can be read why: with the command that booked it, the operators' decision, the card payment. */
  grounds: "command" | "decision" | "card";
};

export type Posted = {
  ledgerReference: string;
  balanceAfter: Money;
  /** False: it was booked before, as this entry. */
  posted: boolean;
};

/** Books money that came or a correction, together with the fact behind it; once per cause. */
export async function bookWallet(tx: Queryable, ctx: Ctx, booking: Booking): Promise<Posted> {
  const { accountId, kind, amount, cause, description, grounds } = booking;
  const by = `${ctx.actor.kind}:${ctx.actor.name}`;
  try {
    const { id, ...rest } = one(
      await tx.query<{ id: number; balanceAfter: Money; posted: boolean }>(sql`
        select entry_id as id, balance_after as "balanceAfter", posted
          from book_wallet(${accountId}::int, ${kind}, ${toNumeric(amount)}::numeric, ${cause}, ${description}, ${grounds}, ${by},
                 ${ctx.clock.now()})`),
    );
    return { ledgerReference: ledgerReference(id), ...rest };
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== "wallet_bookings_payment") throw error;
    return fail("conflict", `The payment ${cause.slice("deposit:".length)} was booked for another account.`, {
      field: "reference",
    });
  }
}
