import { getAccount } from "#server/domain/accounts/index.ts";
import { audit } from "#server/domain/audit/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { ledgerReference, ulid } from "#server/kernel/ids.ts";
import { type Money, money, toNumeric } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/permissions.ts";

export type Posted = { ledgerReference: string; balanceAfter: Money };

/** Books money received from a reseller. `amount` in the account currency, above zero. */
export async function fundWallet(ctx: Ctx, code: string, amount: Money, note = "Wallet funded"): Promise<Posted> {
  if (!amount.isPositive() || amount.isZero())
    fail("validation_error", `A deposit must be above zero, not ${amount}. To take money out, use an adjustment.`, {
      field: "amount",
    });
  return await post(ctx, code, "deposit", amount, note);
}

/** Corrects a wallet by a signed amount in the account currency; the note says why. */
export async function adjustWallet(ctx: Ctx, code: string, by: Money, note: string): Promise<Posted> {
  if (by.isZero()) fail("validation_error", "An adjustment of zero changes nothing.", { field: "by" });
  if (note.trim() === "") fail("validation_error", "An adjustment needs a note that says why.", { field: "note" });
  return await post(ctx, code, "adjustment", by, note);
}

async function post(
  ctx: Ctx,
  code: string,
  type: "deposit" | "adjustment",
  amount: Money,
  note: string,
): Promise<Posted> {
  requireOperator(ctx);
  if (amount.decimalPlaces() > 4 || amount.abs().greaterThan("99999999999"))
    fail("validation_error", `An amount has at most 4 decimals and 11 digits before them, not ${amount}.`, {
      field: "amount",
    });
  const { id } = await getAccount(ctx, code);
  const cause = `${type}:${ulid()}`;
  const posted = await ctx.db.prisma.$transaction(async (tx) => {
    await audit(tx, ctx, {
      act: `wallet.${type}`,
      accountId: id,
      subject: code,
      details: { amount: toNumeric(amount), note },
    });
    return one(
      await tx.$queryRaw<{ entry_id: bigint; balance_after: { toString(): string } }[]>`
        select entry_id, balance_after
          from post_entry(${id}::int, ${type}, ${toNumeric(amount)}::numeric, ${cause}, ${note}, ${ctx.clock.now()}::timestamptz)`,
    );
  });
  return {
    ledgerReference: ledgerReference(Number(posted.entry_id)),
    balanceAfter: money(posted.balance_after.toString()),
  };
}
