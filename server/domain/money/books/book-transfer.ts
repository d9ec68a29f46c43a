import { SUPPLIER_CODES } from "#server/domain/catalogue/suppliers/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { LARGEST_AMOUNT, type Money, money, toNumeric } from "#server/kernel/money.ts";
import { requireApproval } from "#server/kernel/operator-permissions.ts";

/** Accounts of the business itself that money is moved between by hand; all others follow from facts. */
const OWN_ACCOUNTS = [
  "bank",
  "clearing:stripe",
  ...SUPPLIER_CODES.map((code) => `float:${code}`),
  "goodwill",
  "write-off",
  "fees",
];

/** Books nothing by hand: accepting the difference would find its reference taken. */
const OF_DIFFERENCE = /^DIF-\d+$/i;

type Transfer = {
  from: string;
  to: string;
  /** What left, the fee with it. */
  amount: Money;
  currency: string;
  fee?: Money;
  /** What came, where it is another currency. */
  arrived?: { amount: Money; currency: string };
  /** As on the statement: each is booked once. */
  reference: string;
  note: string;
};

/**
 * Books money between the business' own accounts: a payout of the card provider with its fee, a payment to a supplier in
 * another currency, a write-off. Returns false when the reference was booked before: then nothing is.
 */
export async function bookTransfer(ctx: Ctx, transfer: Transfer): Promise<boolean> {
  const reference = transfer.reference.trim();
  if (OF_DIFFERENCE.test(reference))
    fail(
      "validation_error",
      `${reference} is what accepting that difference books: accept it in the operator area, or book under the statement's own reference.`,
      { field: "reference" },
    );
  return await ctx.db.transaction((tx) => writeTransfer(tx, ctx, transfer));
}

/** The same in the transaction of what it follows from. */
export async function writeTransfer(tx: Transaction, ctx: Ctx, transfer: Transfer): Promise<boolean> {
  requireApproval(ctx, "money:move");
  const { from, to, amount, currency, fee = money(0), reference, note } = transfer;
  const arrived = transfer.arrived ?? { amount: amount.minus(fee), currency };
  requireSound(transfer, fee, arrived);
  const booked = await tx.query(sql`
    insert into book_transfers (reference, source, target, currency, amount, fee, arrived_currency, arrived, note, booked_by, at)
    values (${reference.trim()}, ${from}, ${to}, ${currency}, ${toNumeric(amount)}::numeric, ${toNumeric(fee)}::numeric, ${arrived.currency},
            ${toNumeric(arrived.amount)}::numeric, ${note}, ${`${ctx.actor.kind}:${ctx.actor.name}`}, ${ctx.clock.now()})
    on conflict (reference) do nothing returning id`);
  if (booked.length === 0) return false;
  const details = { from, to, amount: toNumeric(amount), currency, fee: toNumeric(fee), note };
  await recordAudit(tx, ctx, { act: "books.transfer", subject: reference.trim(), details });
  return true;
}

function requireSound(transfer: Transfer, fee: Money, arrived: { amount: Money; currency: string }): void {
  const { from, to, currency, amount, reference, note } = transfer;
  const refuse = (field: string, words: string) => fail("validation_error", words, { field });
  for (const [field, account] of Object.entries({ from, to }))
    if (!OWN_ACCOUNTS.includes(account)) refuse(field, `"${account}" is none of ${OWN_ACCOUNTS.join(", ")}.`);
  if (from === to) refuse("to", "A transfer has two accounts.");
  if (!isAmount(amount)) refuse("amount", `An amount is above zero with at most 4 decimals, not ${amount}.`);
  if (!fee.isZero() && !isAmount(fee)) refuse("fee", `A fee is above zero with at most 4 decimals, not ${fee}.`);
  if (fee.greaterThanOrEqualTo(amount)) refuse("fee", "The fee is less than what left.");
  if (!isAmount(arrived.amount))
    refuse("arrived", `An amount is above zero with at most 4 decimals, not ${arrived.amount}.`);
  if (arrived.currency === currency && !arrived.amount.equals(amount.minus(fee)))
    refuse("arrived", "In one currency, what arrives is what left without the fee.");
  if (reference.trim().length < 3) refuse("reference", "Give the reference as on the statement: 3 characters or more.");
  if (note.trim() === "") refuse("note", "A transfer needs a note that says what it is.");
}

const isAmount = (value: Money): boolean =>
  value.greaterThan(0) && value.decimalPlaces() <= 4 && value.lessThanOrEqualTo(LARGEST_AMOUNT);
