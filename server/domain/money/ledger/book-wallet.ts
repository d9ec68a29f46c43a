import type { Ctx } from "#server/kernel/context.ts";
import { one, type Sql, sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { ledgerReference } from "#server/kernel/ids.ts";
import { undoneBecause } from "#server/kernel/last-statements.ts";
import { type Money, money, toNumeric } from "#server/kernel/money.ts";

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

/**
 * Books money that came or a correction, together with the fact behind it. A statement by itself, or the last of a
 * transaction (`closing`), which it undoes when the cause was booked before: see `undoneBecause`.
 */
export function bookingStatement(ctx: Ctx, booking: Booking): Sql {
  const { accountId, kind, amount, cause, description, grounds } = booking;
  const by = `${ctx.actor.kind}:${ctx.actor.name}`;
  return sql`
    with booked as materialized (
      select entry_id as id, balance_after, posted from book_wallet(${accountId}::int, ${kind}, ${toNumeric(amount)}::numeric, ${cause},
        ${description}, ${grounds}, ${by}, ${ctx.clock.now()}))
    select id, balance_after, must(posted, 'LED-' || id || ' ' || balance_after) as posted from booked`;
}

type Row = { id: number; balanceAfter: Money; posted: boolean };

/** What was booked by a transaction that ends with `bookingStatement`; what was booked before undoes it. */
export async function booked(booking: Booking, transaction: Promise<Row[]>): Promise<Posted> {
  try {
    const { id, balanceAfter } = one(await transaction);
    return { ledgerReference: ledgerReference(id), balanceAfter, posted: true };
  } catch (error) {
    const before = undoneBecause(error)?.split(" ");
    if (before) return { ledgerReference: before[0]!, balanceAfter: money(before[1]!), posted: false };
    if ((error as { constraint?: string }).constraint !== "wallet_bookings_payment") throw error;
    return fail("conflict", `The payment ${booking.cause.slice("deposit:".length)} was booked for another account.`, {
      field: "reference",
    });
  }
}
