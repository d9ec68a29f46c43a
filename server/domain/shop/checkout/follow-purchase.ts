import { decideRefund } from "#server/domain/money/payments/index.ts";
import { listActions } from "#server/domain/selling/actions/index.ts";
import { findOrderById, type Order } from "#server/domain/selling/orders/index.ts";
import { inTime } from "#server/kernel/clock.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { type Money, money, toNumeric } from "#server/kernel/money.ts";
import { MINUTE } from "#server/kernel/time.ts";
import { alertReseller } from "./alert-reseller.ts";
import { followDelivery } from "./auto-topups/follow-charge.ts";
import { type Checkout, moveCheckout } from "./checkout.ts";
import { keepBack } from "./gift.ts";
import { listLines, missingOf, ordersOf } from "./lines.ts";
import { sendStoreMail } from "./mails/send-store-mail.ts";
import type { Next } from "./next-look.ts";
import { refundCheckout } from "./refund-checkout.ts";
import { sendGift } from "./send-gift.ts";
import { decideWaiting } from "./waiting-refund.ts";

/** Waits for what was bought. Nothing is given back while its outcome is unknown: then people decide. */
export async function followPurchase(ctx: AccountCtx, checkout: Checkout): Promise<Next> {
  return checkout.kind === "order" ? await followOrder(ctx, checkout) : await followTopup(ctx, checkout);
}

/** Several plans are several orders: all of them have to be over before what is missing is known. */
async function followOrder(ctx: AccountCtx, checkout: Checkout): Promise<Next> {
  const lines = await listLines(ctx.db, checkout.id);
  const orders = await Promise.all(lines.map(({ orderId }) => orderId && findOrderById(ctx.db, orderId)));
  const ends = orders.map((order, i) => (order ? endOf(order) : { delivered: 0, lost: lines[i]!.refusal! }));
  if (ends.includes(null)) return nextLook(ctx);
  const reached = ends.flatMap((end) => end ?? []);
  const [first] = reached;
  // What was delivered and cancelled since goes back like every cancel (`followCancels`), unless somebody keeps the payment.
  if (reached.every(({ lost }) => lost !== null) && !(await isKept(ctx.db, checkout)))
    return await refundCheckout(ctx, checkout, first!.lost!);
  const missing = lines.map((line, i) => missingOf(line, reached[i]!.delivered));
  return await deliver(ctx, checkout, missing);
}

/** What an order came to, and why nothing is left of it; null while it is open. */
function endOf({ status, deliveredQuantity: delivered }: Order): { delivered: number; lost: string | null } | null {
  if (status === "failed" || status === "cancelled" || status === "refunded") return { delivered, lost: status };
  return status === "delivered" || status === "partially_delivered" ? { delivered, lost: null } : null;
}

/** Whoever took back what was delivered decided, before this run came to it, that the payment for some of it is kept. */
async function isKept(db: Transaction, { id }: Checkout): Promise<boolean> {
  const { kept } = one(
    await db.query<{ kept: boolean }>(sql`
      select exists (select from orders o where o.id in ${ordersOf(id)} and o.payment_kept is not null)
          or exists (select from actions k where k.order_id in ${ordersOf(id)} and k.action = 'cancel' and k.status = 'succeeded' and k.payment_kept is not null) as kept`),
  );
  return kept;
}

async function followTopup(ctx: AccountCtx, checkout: Checkout): Promise<Next> {
  const [action] = await listActions(ctx.db, [checkout.actionId!]);
  if (action!.status === "failed") return await refundCheckout(ctx, checkout, "failed");
  if (action!.status === "succeeded") return await deliver(ctx, checkout, []);
  return nextLook(ctx);
}

/** Delivered, with the refunds of what is missing and of what waited for this decided in the same transaction. `missing`: of each plan. */
async function deliver(ctx: AccountCtx, checkout: Checkout, missing: Money[]): Promise<Next> {
  const at = ctx.clock.now();
  const due = missing.reduce((sum, amount) => sum.plus(amount), money(0));
  await ctx.db.transaction(async (tx) => {
    const refund = due.isZero() ? {} : { refundReason: "partially_delivered" };
    if (!(await moveCheckout(tx, checkout, at, { status: "delivered", looks: 0, ...refund }))) return;
    const amount = due.isZero()
      ? null
      : await decideRefund(tx, { checkoutId: checkout.id, cause: "shortfall", amount: due, at });
    if (amount !== null && checkout.lines > 1)
      for (const [i, refundDue] of missing.entries())
        await tx.prisma.checkoutLine.update({
          where: { checkoutId_place: { checkoutId: checkout.id, place: i + 1 } },
          data: { refundDue: toNumeric(refundDue) },
        });
    // What is cancelled, or about to be, is not to be installed.
    const isStopped = (await decideWaiting(tx, ctx, checkout))?.stops === true || (await isGone(tx, checkout));
    if (!isStopped) await sendStoreMail(tx, ctx, { kind: checkout.kind === "order" ? "delivery" : "topup" }, checkout);
    if (isStopped) await keepBack(tx, checkout);
    else await sendGift(tx, ctx, checkout, at);
    await followDelivery(tx, ctx, checkout);
    if (amount === null) return;
    await sendStoreMail(tx, ctx, { kind: "shortfall", amount }, checkout);
    await alertReseller(tx, ctx, "failed", checkout);
  });
  return "again";
}

/** Nothing of what was delivered lives any more: the traveller is told so with the cancels (`followCancels`). */
async function isGone(tx: Transaction, { id, kind }: Checkout): Promise<boolean> {
  if (kind === "topup") return false;
  const { gone } = one(
    await tx.query<{ gone: boolean }>(
      sql`select coalesce(bool_and(status in ('cancelled', 'expired')), false) as gone from esims where order_id in ${ordersOf(id)}`,
    ),
  );
  return gone;
}

/** Its end rings the checkout (`ring_checkout`): the next look is for a bell that was lost, and until people have decided. */
const nextLook = ({ clock }: AccountCtx): Date => inTime(clock.now(), 10 * MINUTE);
