import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { getAccount } from "#server/domain/reseller/accounts/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { ulid } from "#server/kernel/ids.ts";
import { LARGEST_AMOUNT, type Money, toNumeric } from "#server/kernel/money.ts";
import { requireApproval } from "#server/kernel/operator-permissions.ts";
import { type Booking, booked, bookingStatement, type Posted } from "./book-wallet.ts";

type Deposit = {
  note?: string;
  /** Of the payment, as it stands on the bank statement: each is booked once, here or by the operators' decision. */
  reference?: string;
};

/**
 * Books money received from a reseller. `amount` in the account currency, above zero. The same reference again books
 * nothing and returns the first entry.
 */
export async function fundWallet(
  ctx: Ctx,
  code: string,
  amount: Money,
  { note, reference }: Deposit = {},
): Promise<Posted> {
  if (!amount.isPositive() || amount.isZero())
    fail("validation_error", `A deposit must be above zero, not ${amount}. To take money out, use an adjustment.`, {
      field: "amount",
    });
  if (reference !== undefined && paymentReference(reference).length < 3)
    fail("validation_error", "Give the payment's reference as it stands on the bank statement: 3 characters or more.", {
      field: "reference",
    });
  const of = reference === undefined ? null : paymentReference(reference);
  const description = note ?? (of ? `Deposit ${of}` : "Wallet funded");
  return await post(ctx, code, { kind: "deposit", amount, cause: `deposit:${of ?? ulid()}`, description });
}

/** However it was typed: what a payment is known by. */
export const paymentReference = (typed: string): string => typed.trim().replace(/\s+/g, " ").toUpperCase();

/** Corrects a wallet by a signed amount in the account currency; the note says why. */
export async function adjustWallet(ctx: Ctx, code: string, by: Money, note: string): Promise<Posted> {
  if (by.isZero()) fail("validation_error", "An adjustment of zero changes nothing.", { field: "by" });
  if (note.trim() === "") fail("validation_error", "An adjustment needs a note that says why.", { field: "note" });
  return await post(ctx, code, { kind: "adjustment", amount: by, cause: `adjustment:${ulid()}`, description: note });
}

async function post(ctx: Ctx, code: string, booking: Omit<Booking, "accountId" | "grounds">): Promise<Posted> {
  requireApproval(ctx, "money:move");
  const { kind, amount, description } = booking;
  if (amount.decimalPlaces() > 4 || amount.abs().greaterThan(LARGEST_AMOUNT))
    fail("validation_error", `An amount has at most 4 decimals and 11 digits before them, not ${amount}.`, {
      field: "amount",
    });
  const { id: accountId } = await getAccount(ctx, code);
  const whole: Booking = { ...booking, accountId, grounds: "command" };
  return await booked(
    whole,
    ctx.db.closing(async (tx) => {
      const details = { amount: toNumeric(amount), note: description };
      await recordAudit(tx, ctx, { act: `wallet.${kind}`, accountId, subject: code, details });
      return [bookingStatement(ctx, whole)];
    }),
  );
}
