import { recordAudit } from "#server/domain/audit/index.ts";
import { type Esim, isFinal, listOrderEsims } from "#server/domain/esims/index.ts";
import { raiseNotices } from "#server/domain/notices/index.ts";
import { describeSupplier, type SupplierCode } from "#server/domain/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one, shortTransaction, sql } from "#server/kernel/db.ts";
import type { Decided } from "#server/kernel/decided.ts";
import { fail } from "#server/kernel/errors.ts";
import { eventData } from "#server/kernel/events.ts";
import { ledgerReference, newEventId, orderReference, parseOrderReference, ulid } from "#server/kernel/ids.ts";
import type { Money } from "#server/kernel/money.ts";
import { requireDecision } from "#server/kernel/operator-permissions.ts";
import { storableJson } from "#server/kernel/storable.ts";
import type { Order } from "./order.ts";
import { findOrderById } from "./read-orders.ts";

export type Refunded = { reference: string; ledgerReference: string; amount: Money; balanceAfter: Money };

const REFUSALS: Record<string, string> = {
  test: "is a test order: nothing was charged for it",
  refunded_before: "was refunded before",
  not_delivered:
    "is not delivered: what is queued or in the supplier's hands is decided there, and a failed or cancelled order is paid back",
  being_cancelled: "has eSIMs that are being cancelled: wait for the outcome",
};

/**
 * Gives a whole delivered order back by hand: what was charged and not refunded yet, once, whatever happens to its eSIMs.
 * Suppliers that can are asked to take them back. The reseller is told by a notice and an event.
 */
export async function refundOrder(ctx: Ctx, reference: string, note: string, decided?: Decided): Promise<Refunded> {
  requireDecision(ctx, "money:move");
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
  const order = await findOrderById(ctx.db, id);
  const esims = order ? await listOrderEsims(ctx.db, id) : [];
  const type = order && order.deliveredQuantity > 0 ? "order.cancelled" : "order.failed";
  const data = order && eventData({ order: { ...order, status: "refunded" } });
  return await shortTransaction(ctx.db, async (tx) => {
    await decided?.before(tx);
    const row = one(
      await tx.query<Row>(sql`
        select r.outcome, r.entry_id as "entryId", r.amount, r.balance_after as "balanceAfter", o.account_id as "accountId", o.currency
          from refund_order(${id}::bigint, ${at}, ${newEventId()}, ${type}, ${data}, ${storableJson(toCancels(ctx, esims, order))}::jsonb) r
          left join orders o on o.id = ${id}`),
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
    await decided?.after(tx, refunded.ledgerReference);
    return refunded;
  });
}

/** Cancels for what is alive at a supplier that takes eSIMs back. They pay nothing more: the order's price is paid. */
const toCancels = (ctx: Ctx, esims: Esim[], order: Order | null): object[] =>
  esims
    .filter(
      ({ status, supplierCode, environment }) =>
        environment === "live" &&
        !isFinal(status) &&
        describeSupplier(supplierCode as SupplierCode).capabilities.cancel,
    )
    .map((esim) => ({
      account_id: esim.accountId,
      environment: esim.environment,
      esim_id: esim.id,
      order_id: esim.orderId,
      supplier_code: esim.supplierCode,
      action: "cancel",
      status: "queued",
      amount: "0",
      currency: order?.currency,
      charged: false,
      request_id: ctx.requestId,
      reference: ulid(),
      at: ctx.clock.now(),
    }));
