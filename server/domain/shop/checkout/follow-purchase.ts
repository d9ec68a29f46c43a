import { decideRefund } from "#server/domain/money/payments/index.ts";
import { listActions } from "#server/domain/selling/actions/index.ts";
import { findOrderById } from "#server/domain/selling/orders/index.ts";
import { inTime } from "#server/kernel/clock.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import type { Money } from "#server/kernel/money.ts";
import { MINUTE } from "#server/kernel/time.ts";
import { alertReseller } from "./alert-reseller.ts";
import { type Checkout, moveCheckout } from "./checkout.ts";
import { sendStoreMail } from "./mails/send-store-mail.ts";
import type { Next } from "./next-look.ts";
import { refundCheckout } from "./refund-checkout.ts";
import { decideWaiting } from "./waiting-refund.ts";

/** Waits for what was bought. Nothing is given back while its outcome is unknown: then people decide. */
export async function followPurchase(ctx: AccountCtx, checkout: Checkout): Promise<Next> {
  return checkout.kind === "order" ? await followOrder(ctx, checkout) : await followTopup(ctx, checkout);
}

async function followOrder(ctx: AccountCtx, checkout: Checkout): Promise<Next> {
  const order = (await findOrderById(ctx.db, checkout.orderId!))!;
  switch (order.status) {
    case "failed":
    case "cancelled":
    case "refunded":
      return await refundCheckout(ctx, checkout, order.status);
    case "delivered":
    case "partially_delivered": {
      const missing = checkout.unitPrice.times(order.requestedQuantity - order.deliveredQuantity);
      return await deliver(ctx, checkout, missing);
    }
    default:
      return nextLook(ctx);
  }
}

async function followTopup(ctx: AccountCtx, checkout: Checkout): Promise<Next> {
  const [action] = await listActions(ctx.db, [checkout.actionId!]);
  if (action!.status === "failed") return await refundCheckout(ctx, checkout, "failed");
  if (action!.status === "succeeded") return await deliver(ctx, checkout, null);
  return nextLook(ctx);
}

/** Delivered, with the refunds of what is missing and of what waited for this decided in the same transaction. */
async function deliver(ctx: AccountCtx, checkout: Checkout, missing: Money | null): Promise<Next> {
  const at = ctx.clock.now();
  const due = missing?.greaterThan(0) ? missing : null;
  await ctx.db.transaction(async (tx) => {
    const refund = due ? { refundReason: "partially_delivered" } : {};
    if (!(await moveCheckout(tx, checkout, at, { status: "delivered", looks: 0, ...refund }))) return;
    const amount = due && (await decideRefund(tx, { checkoutId: checkout.id, cause: "shortfall", amount: due, at }));
    // What is about to be cancelled is not to be installed.
    const isStopped = (await decideWaiting(tx, ctx, checkout))?.stops === true;
    if (!isStopped) await sendStoreMail(tx, ctx, { kind: checkout.kind === "order" ? "delivery" : "topup" }, checkout);
    if (amount === null) return;
    await sendStoreMail(tx, ctx, { kind: "shortfall", amount }, checkout);
    await alertReseller(tx, ctx, "failed", checkout);
  });
  return "again";
}

/** Its end rings the checkout (`ring_checkout`): the next look is for a bell that was lost, and until people have decided. */
const nextLook = ({ clock }: AccountCtx): Date => inTime(clock.now(), 10 * MINUTE);
