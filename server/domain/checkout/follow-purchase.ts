import { listActions } from "#server/domain/actions/index.ts";
import { findOrderById } from "#server/domain/orders/index.ts";
import { decideRefund, type Payment } from "#server/domain/payments/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { after, HOUR, MINUTE, SECOND } from "#server/kernel/time.ts";
import { alertReseller } from "./alert-reseller.ts";
import type { Checkout } from "./checkout.ts";
import { giveBack } from "./give-back.ts";
import { sendStoreMail } from "./mails/send-store-mail.ts";
import { moveCheckout } from "./move-checkout.ts";
import type { Next } from "./settle-checkout.ts";

/** Waits for what was bought. Nothing is given back while its outcome is unknown: then people decide. */
export async function followPurchase(ctx: AccountCtx, checkout: Checkout, payment: Payment): Promise<Next> {
  return checkout.kind === "order"
    ? await followOrder(ctx, checkout, payment)
    : await followTopup(ctx, checkout, payment);
}

async function followOrder(ctx: AccountCtx, checkout: Checkout, payment: Payment): Promise<Next> {
  const order = (await findOrderById(ctx.db, checkout.orderId!))!;
  switch (order.status) {
    case "failed":
    case "cancelled":
    case "refunded":
      return await giveBack(ctx, checkout, payment, order.status);
    case "delivered":
    case "partially_delivered": {
      const missing = checkout.unitPrice.times(order.requestedQuantity - order.deliveredQuantity);
      return await deliver(ctx, checkout, payment, missing);
    }
    default:
      return nextLook(ctx, checkout);
  }
}

async function followTopup(ctx: AccountCtx, checkout: Checkout, payment: Payment): Promise<Next> {
  const [action] = await listActions(ctx.db, [checkout.actionId!]);
  if (action!.status === "failed") return await giveBack(ctx, checkout, payment, "failed");
  if (action!.status === "succeeded") return await deliver(ctx, checkout, payment, null);
  return nextLook(ctx, checkout);
}

/** Delivered, with the refund of what is missing decided in the same transaction. */
async function deliver(ctx: AccountCtx, checkout: Checkout, payment: Payment, missing: Money | null): Promise<Next> {
  const at = ctx.clock.now();
  const due = missing?.greaterThan(0) ? missing : null;
  await ctx.db.transaction(async (tx) => {
    const set = due
      ? sql`status = 'delivered', looks = 0, refund_due = ${toNumeric(due)}::numeric, refund_reason = 'partially_delivered'`
      : sql`status = 'delivered', looks = 0`;
    if (!(await moveCheckout(tx, checkout, ["ordered"], at, set))) return;
    await sendStoreMail(tx, ctx, checkout.kind === "order" ? "delivery" : "topup", checkout);
    if (!due) return;
    await decideRefund(tx, payment, "shortfall", due, at);
    await sendStoreMail(tx, ctx, "refund", { ...checkout, refundDue: due, refundReason: "partially_delivered" });
    await alertReseller(tx, ctx, "failed", checkout.id);
  });
  return "again";
}

/** Suppliers deliver within seconds; what takes longer is looked at less often, until people have decided. */
function nextLook(ctx: AccountCtx, { updatedAt }: Checkout): Date {
  const now = ctx.clock.now();
  const age = now.getTime() - updatedAt.getTime();
  const wait = age < 30 * SECOND ? SECOND : age < 5 * MINUTE ? 5 * SECOND : age < HOUR ? MINUTE : 10 * MINUTE;
  return after(now, Math.max(100, wait * env().timeScale));
}
