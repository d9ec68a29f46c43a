import { decideRefund, type Payment } from "#server/domain/payments/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { toNumeric } from "#server/kernel/money.ts";
import { alertReseller } from "./alert-reseller.ts";
import type { Checkout } from "./checkout.ts";
import { sendStoreMail } from "./mails/send-store-mail.ts";
import { moveCheckout } from "./move-checkout.ts";
import type { Next } from "./settle-checkout.ts";

/** Decides that the whole payment goes back, once, and tells the reseller why. Sent in the next step. */
export async function giveBack(ctx: AccountCtx, checkout: Checkout, payment: Payment, reason: string): Promise<Next> {
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const total = toNumeric(checkout.totalAmount);
    const set = sql`refund_due = ${total}::numeric, refund_reason = ${reason}, looks = 0`;
    if (!(await moveCheckout(tx, checkout, ["paid", "ordered"], at, set))) return;
    await decideRefund(tx, payment, "whole", checkout.totalAmount, at);
    await alertReseller(tx, ctx, reason, checkout.id);
  });
  return "again";
}

/** The provider has confirmed every refund. A delivery that was short stays delivered. */
export async function endRefund(ctx: AccountCtx, checkout: Checkout): Promise<Next> {
  if (checkout.status === "delivered") return "over";
  await ctx.db.transaction(async (tx) => {
    if (await moveCheckout(tx, checkout, ["paid", "ordered"], ctx.clock.now(), sql`status = 'refunded'`))
      await sendStoreMail(tx, ctx, "refund", checkout);
  });
  return "over";
}
