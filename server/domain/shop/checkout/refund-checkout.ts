import { decideRefund } from "#server/domain/money/payments/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { alertReseller } from "./alert-reseller.ts";
import { type Checkout, moveCheckout } from "./checkout.ts";
import { sendStoreMail } from "./mails/send-store-mail.ts";
import type { Next } from "./next-look.ts";

/** Decides that the whole payment goes back, once, and tells the reseller why. Sent in the next step. */
export async function refundCheckout(ctx: AccountCtx, checkout: Checkout, reason: string): Promise<Next> {
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    if (!(await moveCheckout(tx, checkout, at, { refundReason: reason, looks: 0 }))) return;
    await decideRefund(tx, { checkoutId: checkout.id, cause: "whole", amount: checkout.totalAmount, at });
    await alertReseller(tx, ctx, reason, checkout.id);
  });
  return "again";
}

/** The provider has confirmed every refund of a purchase that was never delivered. */
export async function endRefund(ctx: AccountCtx, checkout: Checkout): Promise<Next> {
  await ctx.db.transaction(async (tx) => {
    if (await moveCheckout(tx, checkout, ctx.clock.now(), { status: "refunded" }))
      await sendStoreMail(tx, ctx, { kind: "refund" }, checkout);
  });
  return "over";
}
