import { describeSupplier, type SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { auditStatement } from "#server/domain/record/audit-log/index.ts";
import { raiseNotifications } from "#server/domain/record/notifications/index.ts";
import { type Esim, isFinal, listOrderEsims } from "#server/domain/selling/esims/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one, type Sql, sql, type Transaction } from "#server/kernel/db.ts";
import { type Decided, ENTRY_TO_COME, nameEntry, POSTED_ENTRY } from "#server/kernel/decided.ts";
import { fail } from "#server/kernel/errors.ts";
import { eventData } from "#server/kernel/events.ts";
import { ledgerReference, newEventId, orderReference, parseOrderReference, ulid } from "#server/kernel/ids.ts";
import { undoneBecause } from "#server/kernel/last-statements.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { requireApproval } from "#server/kernel/operator-permissions.ts";
import { storableJson } from "#server/kernel/storable.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import type { Order } from "./order.ts";
import { findOrderById } from "./read-orders.ts";

export type Refunded = { reference: string; ledgerReference: string; amount: Money; balanceAfter: Money };

const REFUSALS: Record<string, string> = {
  test: "is a test order: nothing was charged for it",
  refunded_before: "was refunded before",
  not_delivered:
    "is not delivered: what is queued or in the supplier's hands is decided there, and a failed or cancelled order is paid back",
  moved: "has changed meanwhile: look again",
  being_cancelled: "has eSIMs that are being cancelled: wait for the outcome",
};

/**
 * Gives a whole delivered order back by hand: what was charged and not refunded yet, once, whatever happens to its eSIMs.
 * Suppliers that can are asked to take them back. The reseller is told by a notice and an event.
 *
 * @param paymentKept why the payment of a traveller who bought it in a shop is kept; without it, it goes back
 */
export async function refundOrder(
  ctx: Ctx,
  reference: string,
  note: string,
  decided?: Decided,
  paymentKept?: string,
): Promise<Refunded> {
  requireApproval(ctx, "money:move");
  const id = parseOrderReference(reference);
  if (id === null)
    fail("resource_not_found", `"${reference.slice(0, 60)}" is no order. References look like B2B-1042.`);
  if (note.trim() === "") fail("validation_error", "A refund needs a note that says why.", { field: "note" });
  const order = await findOrderById(ctx.db, id);
  if (!order) return fail("resource_not_found", `There is no order ${reference}.`);
  try {
    const rows = await ctx.db.closing<Row>((tx) => prepare(tx, ctx, order, { note, paymentKept }, decided));
    const { entryId, amount, balanceAfter } = one(rows);
    return { reference: orderReference(id), ledgerReference: ledgerReference(entryId), amount, balanceAfter };
  } catch (error) {
    const why = undoneBecause(error);
    if (why === null) throw error;
    return fail("conflict", `${reference} ${REFUSALS[why] ?? REFUSALS.moved}.`);
  }
}

type Row = { entryId: number; amount: Money; balanceAfter: Money; must: boolean };

/** Everything beside the refund, then the refund itself: the wallet's lock comes last, and comes to nothing when it is refused. */
async function prepare(
  tx: Transaction,
  ctx: Ctx,
  order: Order,
  { note, paymentKept }: { note: string; paymentKept: string | undefined },
  decided?: Decided,
): Promise<Sql[]> {
  await decided?.before(tx);
  const at = ctx.clock.now();
  const { id, currency } = order;
  const { accountId, totalAmount, refundedAmount } = await tx.prisma.order.findUniqueOrThrow({ where: { id } });
  const due = totalAmount.minus(refundedAmount);
  const subject = orderReference(id);
  const text = `${subject} was refunded: ${sumText(due, currency)}. ${note}`;
  await raiseNotifications(tx, at, [
    { accountId, environment: "live", kind: "order.refunded", subject, text, occasion: "refund" },
  ]);
  await decided?.after(tx, ENTRY_TO_COME);
  const type = order.deliveredQuantity > 0 ? "order.cancelled" : "order.failed";
  const data = eventData({ order: { ...order, status: "refunded" } });
  const cancels = storableJson(toCancels(ctx, await listOrderEsims(tx, id), order));
  const refund = sql`
    with refund as materialized (
      select * from refund_order(${id}::bigint, ${at}, ${newEventId()}, ${type}, ${data}, ${cancels}::jsonb, ${paymentKept ?? null}))
    select entry_id, amount, balance_after,
           must(outcome = 'refunded' and amount = ${toNumeric(due)}::numeric, case outcome when 'refunded' then 'moved' else outcome end)
      from refund`;
  const details = { amount: due.toFixed(4), currency, note, ...(paymentKept && { paymentKept }) };
  const entry = sql`jsonb_build_object('entry', ${POSTED_ENTRY})`;
  return [refund, nameEntry, auditStatement(ctx, { act: "order.refund", accountId, subject, details }, entry)];
}

/** Cancels for what is alive at a supplier that takes eSIMs back. They pay nothing more: the order's price is paid. */
const toCancels = (ctx: Ctx, esims: Esim[], order: Order): object[] =>
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
      currency: order.currency,
      charged: false,
      request_id: ctx.requestId,
      reference: ulid(),
      at: ctx.clock.now(),
    }));
