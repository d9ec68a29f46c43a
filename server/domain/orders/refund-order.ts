import { recordAudit } from "#server/domain/audit/index.ts";
import { raiseNotices } from "#server/domain/notices/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one, type Queryable, sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { ledgerReference, orderReference, parseOrderReference } from "#server/kernel/ids.ts";
import type { Money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/permissions.ts";

export type Refunded = { reference: string; ledgerReference: string; amount: Money; balanceAfter: Money };

const REFUSALS: Record<string, string> = {
  test: "is a test order: nothing was charged for it",
  refunded_before: "was refunded before",
  not_delivered:
    "is not delivered: what is queued or in the supplier's hands is decided there, and a failed or cancelled order is paid back",
  being_cancelled: "has eSIMs that are being cancelled: wait for the outcome",
};

/**
 * Gives a whole delivered order back by hand: what was charged and not refunded yet, once, whatever happens to its eSIMs
 * at the supplier. The reseller is told by a notice.
 *
 * @param record writes down who decided, in the same transaction
 */
export async function refundOrder(
  ctx: Ctx,
  reference: string,
  note: string,
  record?: (tx: Queryable, refunded: Refunded) => Promise<void>,
): Promise<Refunded> {
  requireOperator(ctx);
  const id = parseOrderReference(reference);
  if (id === null)
    fail("resource_not_found", `"${reference.slice(0, 60)}" is no order. References look like B2B-1042.`);
  if (note.trim() === "") fail("validation_error", "A refund needs a note that says why.", { field: "note" });
  const at = ctx.clock.now();
  type Row = {
    outcome: string;
    entryId: number;
    amount: Money;
    balanceAfter: Money;
    accountId: number;
    currency: string;
  };
  return await ctx.db.transaction(async (tx) => {
    const row = one(
      await tx.query<Row>(sql`
        select r.outcome, r.entry_id as "entryId", r.amount, r.balance_after as "balanceAfter", o.account_id as "accountId", o.currency
          from refund_order(${id}::bigint, ${at}) r left join orders o on o.id = ${id}`),
    );
    if (row.outcome === "unknown") fail("resource_not_found", `There is no order ${reference}.`);
    if (row.outcome !== "refunded") fail("conflict", `${reference} ${REFUSALS[row.outcome]}.`);
    const { accountId, amount, currency, balanceAfter } = row;
    const refunded = {
      reference: orderReference(id),
      ledgerReference: ledgerReference(row.entryId),
      amount,
      balanceAfter,
    };
    const details = { amount: amount.toFixed(4), currency, note, entry: refunded.ledgerReference };
    await recordAudit(tx, ctx, { act: "order.refund", accountId, subject: refunded.reference, details });
    const text = `${refunded.reference} was refunded: ${amount.toFixed(2)} ${currency} (${refunded.ledgerReference}). ${note}`;
    await raiseNotices(tx, at, [
      { accountId, environment: "live", kind: "order.refunded", subject: refunded.reference, text, occasion: "refund" },
    ]);
    await record?.(tx, refunded);
    return refunded;
  });
}
