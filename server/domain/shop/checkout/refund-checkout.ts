import { decideRefund } from "#server/domain/money/payments/index.ts";
import { returnDiscount } from "#server/domain/shop/discounts/index.ts";
import { returnVoucher } from "#server/domain/shop/vouchers/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { alertReseller } from "./alert-reseller.ts";
import { endAutoTopup } from "./auto-topups/end-auto-topup.ts";
import { type Checkout, moveCheckout } from "./checkout.ts";
import { sendStoreMail } from "./mails/send-store-mail.ts";
import type { Next } from "./next-look.ts";
import { endWaiting } from "./waiting-refund.ts";

/** Staff stopped it before anything was bought. */
export const STOPPED = "stopped";

/**
 * Decides that the whole payment goes back, once, and tells the reseller why. Sent in the next step. What was redeemed with a
 * voucher has no payment: the code is given back with that step.
 */
export async function refundCheckout(ctx: AccountCtx, checkout: Checkout, reason: string): Promise<Next> {
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    if (!(await moveCheckout(tx, checkout, at, { refundReason: reason, looks: 0 }))) return;
    if (checkout.voucherId === null)
      await decideRefund(tx, { checkoutId: checkout.id, cause: "whole", amount: checkout.totalAmount, at });
    await endWaiting(tx, ctx, checkout);
    if (checkout.autoTopupId !== null) await endAutoTopup(tx, ctx, checkout.autoTopupId, "undelivered");
    if (reason !== STOPPED) await alertReseller(tx, ctx, reason, checkout);
  });
  return "again";
}

/** The provider has confirmed every refund of a purchase that was never delivered; its codes can be used again. */
export async function endRefund(ctx: AccountCtx, checkout: Checkout): Promise<Next> {
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    if (!(await moveCheckout(tx, checkout, at, { status: "refunded" }))) return;
    const kind = checkout.voucherId !== null ? "voucher" : checkout.refundReason === STOPPED ? "stopped" : "refund";
    await sendStoreMail(tx, ctx, { kind }, checkout);
    await returnDiscount(tx, checkout.id, at);
    await returnVoucher(tx, checkout.id);
  });
  return "over";
}
