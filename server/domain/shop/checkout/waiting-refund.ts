import type { WaitingRefundModel } from "#generated/prisma/models.ts";
import { decideNothing, decideRefund } from "#server/domain/money/payments/index.ts";
import { isFinal, listOrderEsims } from "#server/domain/selling/esims/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Money, money, toNumeric } from "#server/kernel/money.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import type { Checkout } from "./checkout.ts";
import { listLines } from "./lines.ts";
import { sendStoreMail } from "./mails/send-store-mail.ts";

/** A refund that staff decided while the order was under way. */
export type WaitingRefund = Pick<WaitingRefundModel, "cause" | "stops" | "reason" | "decidedBy" | "createdAt"> & {
  amount: Money;
};

/** Whether a refund of it waits for the outcome: paid, not over, and not going back whole. */
export const isUnderWay = ({ status, refundReason }: Pick<Checkout, "status" | "refundReason">): boolean =>
  (status === "paid" || status === "ordered") && refundReason === null;

/** The one that still waits; null when there is none, or its outcome is known. */
export async function findWaitingRefund(db: Transaction, checkoutId: number): Promise<WaitingRefund | null> {
  const row = await db.prisma.waitingRefund.findFirst({ where: { checkoutId, endedAt: null } });
  return row && { ...row, amount: money(row.amount.toString()) };
}

/** Whether this very refund was noted, whatever became of it since. Over another amount it is refused. */
export async function isNoted(db: Transaction, checkoutId: number, cause: string, amount: Money): Promise<boolean> {
  const row = await db.prisma.waitingRefund.findFirst({ where: { checkoutId, cause } });
  if (row && !amount.equals(row.amount.toString()))
    fail("conflict", "This refund was decided over another amount. Open the sale again.");
  return row !== null;
}

/**
 * Notes the refund until the outcome is known, one per sale. False when it is noted already. Locks the checkout: whoever ends
 * it does so before, and this is refused, or finds it noted.
 */
export async function noteRefund(tx: Transaction, checkoutId: number, waiting: WaitingRefund): Promise<boolean> {
  const { cause, amount, stops, reason, decidedBy, createdAt } = waiting;
  const [now] = await tx.query<Pick<Checkout, "status" | "refundReason" | "currency"> & { left: Money }>(sql`
    select status, refund_reason, currency, total_amount - refund_due as left from checkouts where id = ${checkoutId} for no key update`);
  if (await isNoted(tx, checkoutId, cause, amount)) return false;
  if (!isUnderWay(now!)) fail("conflict", "Its order has ended meanwhile. Open the sale again.");
  if (amount.greaterThan(now!.left))
    fail("conflict", `Only ${sumText(now!.left, now!.currency)} of the payment are left to refund.`, {
      field: "amount",
    });
  const { count } = await tx.prisma.waitingRefund.createMany({
    data: { checkoutId, cause, amount: toNumeric(amount), stops, reason, decidedBy, createdAt },
    skipDuplicates: true,
  });
  return count > 0 || fail("conflict", "A refund of this sale waits for its outcome already.");
}

/**
 * The order was delivered: what waited is decided, of what is left, with the eSIMs to cancel. Returns what waited. In the
 * transaction of the delivery.
 */
export async function decideWaiting(
  tx: Transaction,
  ctx: AccountCtx,
  checkout: Checkout,
): Promise<WaitingRefund | null> {
  const waiting = await endWaiting(tx, ctx, checkout);
  if (!waiting) return null;
  const { cause, amount: most, stops, reason, decidedBy } = waiting;
  const orders = stops ? (await listLines(tx, checkout.id)).flatMap(({ orderId }) => orderId ?? []) : [];
  const esims = (await Promise.all(orders.map((orderId) => listOrderEsims(tx, orderId)))).flat();
  const toCancel = esims.filter(({ status }) => !isFinal(status)).map(({ iccid }) => iccid);
  const by = { reason, decidedBy, toCancel };
  const decision = { checkoutId: checkout.id, cause, amount: most, at: ctx.clock.now(), by };
  const amount = await decideRefund(tx, decision);
  if (amount.greaterThan(0)) await sendStoreMail(tx, ctx, { kind: "given-back", amount }, checkout);
  // Somebody else, or a bank, has given all of it back meanwhile: what was stopped is cancelled all the same.
  else if (toCancel.length > 0) await decideNothing(tx, decision);
  return waiting;
}

/** The outcome is known. Returns what waited for it. */
export async function endWaiting(tx: Transaction, ctx: AccountCtx, { id }: Checkout): Promise<WaitingRefund | null> {
  const waiting = await findWaitingRefund(tx, id);
  if (waiting) await tx.prisma.waitingRefund.update({ where: { checkoutId: id }, data: { endedAt: ctx.clock.now() } });
  return waiting;
}
