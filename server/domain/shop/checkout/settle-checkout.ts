import {
  expirePayment,
  findPayment,
  lookAtPayment,
  type Payment,
  sendRefunds,
} from "#server/domain/money/payments/index.ts";
import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { returnDiscount, useDiscount } from "#server/domain/shop/discounts/index.ts";
import { inTime } from "#server/kernel/clock.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { log } from "#server/kernel/log.ts";
import { after, DAY, HOUR, MINUTE, SECOND } from "#server/kernel/time.ts";
import { chargingOf, followFailure } from "./auto-topups/follow-charge.ts";
import { type Checkout, findCheckout, moveCheckout } from "./checkout.ts";
import { askForCancels, followCancels } from "./follow-cancels.ts";
import { followPurchase } from "./follow-purchase.ts";
import { sendStoreMail } from "./mails/send-store-mail.ts";
import type { Next } from "./next-look.ts";
import { purchase } from "./purchase.ts";
import { endRefund } from "./refund-checkout.ts";
import { followGift } from "./send-gift.ts";

/** Steps of one run; more than a checkout has, so that it ends. */
const MAX_STEPS = 8;

/**
 * Takes a checkout as far as it can go now: looks whether it was paid, buys once, waits for the delivery, sends refunds. Can
 * be run again at any time, also side by side: a webhook, a redirect, the traveller's page and the sweeper all end here.
 */
export async function settleCheckout(ctx: Ctx, checkoutId: number): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step++) {
    const checkout = await findCheckout(ctx.db, checkoutId);
    const payment = checkout && (await findPayment(ctx.db, checkoutId));
    if (!checkout) return;
    const account = await enterAccount(ctx, checkout.accountCode, checkout.environment);
    const next =
      payment || checkout.voucherId !== null
        ? await advance(account, checkout, payment)
        : await abandonUnpaid(account, checkout);
    if (next === "over") return;
    if (next === "again") continue;
    await ctx.db.prisma.checkout.updateMany({ where: { id: checkoutId }, data: { looks: { increment: 1 } } });
    return await enqueue(ctx.db, "settle-checkout", { checkoutId }, next);
  }
}

/** Without a payment it was redeemed with a voucher: there is nothing to wait for first, and nothing to send back. */
async function advance(ctx: AccountCtx, checkout: Checkout, payment: Payment | null): Promise<Next> {
  if (checkout.status === "opened" || checkout.status === "abandoned")
    return payment ? await awaitPayment(ctx, checkout, payment) : "over";
  if (checkout.status === "delivered") return await keepUp(ctx, checkout, payment);
  // Whole again when one of its refunds came back.
  if (checkout.status === "refunded") return (await refund(ctx, checkout, payment)) ?? "over";
  if (checkout.refundReason !== null) return (await refund(ctx, checkout, payment)) ?? (await endRefund(ctx, checkout));
  return checkout.status === "paid" ? await purchase(ctx, checkout) : await followPurchase(ctx, checkout);
}

/** What becomes of a delivery: staff refund it, what was delivered is cancelled, and the traveller gets back what is decided. A gift waits for none of that. */
async function keepUp(ctx: AccountCtx, checkout: Checkout, payment: Payment | null): Promise<Next> {
  if (payment) await askForCancels(ctx, checkout, payment);
  await followCancels(ctx, checkout);
  const waits = [await followGift(ctx, checkout), await refund(ctx, checkout, payment)].filter((date) => date !== null);
  return waits.length > 0 ? new Date(Math.min(...waits.map(Number))) : "over";
}

/** The traveller is on the provider's page, or has left it. The provider's word counts, not who brought it. */
async function awaitPayment(ctx: AccountCtx, checkout: Checkout, known: Payment): Promise<Next> {
  const now = ctx.clock.now();
  let payment: Payment;
  try {
    payment = await lookAtPayment(ctx, known, chargingOf(ctx, checkout));
  } catch (error) {
    log().warn({ checkoutId: checkout.id, error: (error as Error).message }, "a payment could not be looked at");
    // What was read and is over another sum is somebody's money.
    const isRead = isServiceError(error) && error.code === "internal_error";
    if (!isRead && isUnreadable(now, known)) return await giveUp(ctx, checkout, known);
    return inTime(now, Math.max(isServiceError(error) ? 10 * MINUTE : MINUTE, patienceWith(now, checkout)));
  }
  if (payment.status === "paid") {
    await ctx.db.transaction(async (tx) => {
      if (!(await moveCheckout(tx, checkout, now, { status: "paid", paidAt: payment.paidAt, looks: 0 }))) return;
      await sendStoreMail(tx, ctx, { kind: "order" }, checkout);
      // It may have come back while nobody paid.
      if (checkout.discountCodeId !== null) await useDiscount(tx, checkout.id, now, { paid: true });
    });
    return "again";
  }
  if (payment.status === "expired") return await abandon(ctx, checkout, payment.failure);
  // Given up before it had a page to pay on, and begun again since: as long as it can be paid it is looked at.
  return nextLook(now, checkout, payment);
}

/** A provider that is away is back within hours; keys that were replaced or revoked read nothing of before, however often they are tried. */
function patienceWith(now: Date, { createdAt }: Checkout): number {
  const age = now.getTime() - createdAt.getTime();
  return age < HOUR ? MINUTE : age < DAY ? 10 * MINUTE : age < 7 * DAY ? HOUR : DAY;
}

const READ_FOR = 30 * DAY;

/** Nothing was paid on its page for as long as anybody could read; a saved card that was charged is somebody's money, and is asked for on. */
const isUnreadable = (now: Date, { expiresAt, card }: Payment): boolean =>
  card === null && now > after(expiresAt, READ_FOR);

/** Should it have been paid, a visit of its page or a webhook takes it up again. */
async function giveUp(ctx: AccountCtx, checkout: Checkout, payment: Payment): Promise<Next> {
  log().error({ checkoutId: checkout.id, account: ctx.account.code }, "a payment that could not be read is given up");
  await expirePayment(ctx, payment);
  return await abandon(ctx, checkout);
}

/** Often at first, then with the hour; last when the payment page is closed. Visits and webhooks look in between. */
function nextLook(now: Date, { createdAt }: Checkout, { expiresAt }: Payment): Date {
  const age = now.getTime() - createdAt.getTime();
  const wait = age < 5 * MINUTE ? MINUTE : age < HOUR ? 10 * MINUTE : HOUR;
  const next = inTime(now, wait);
  const closing = after(expiresAt, 5 * SECOND);
  return now < closing && next > closing ? closing : next;
}

/** The run that opened it died before the provider was asked: nothing can have been paid. */
const abandonUnpaid = (ctx: AccountCtx, checkout: Checkout): Promise<Next> =>
  checkout.status === "opened" ? abandon(ctx, checkout) : Promise.resolve("over");

/** Nobody paid: its discount code can be used by somebody else. */
async function abandon(ctx: AccountCtx, checkout: Checkout, failure: string | null = null): Promise<Next> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    // One that was given up before and begun again is so already, unless it was paid for since this run has read it.
    const isUnpaid =
      checkout.status === "opened"
        ? await moveCheckout(tx, checkout, now, { status: "abandoned" })
        : await holdAbandoned(tx, checkout.id);
    if (!isUnpaid) return;
    await returnDiscount(tx, checkout.id, now);
    await followFailure(tx, ctx, checkout, failure);
  });
  return "over";
}

/** Whether it is so still, with its row held until the end of the transaction: whoever takes a payment for it waits, or was first. */
async function holdAbandoned(tx: Transaction, id: number): Promise<boolean> {
  const held = await tx.query(
    sql`select id from checkouts where id = ${id}::bigint and status = 'abandoned' for no key update`,
  );
  return held.length > 0;
}

/**
 * Sends what was decided; null when nothing is left of it. Else the provider cannot be reached, the reseller's account there is empty,
 * the payment is disputed, or a refund came back.
 */
async function refund(ctx: AccountCtx, checkout: Checkout, payment: Payment | null): Promise<Date | null> {
  if (payment === null || (await sendRefunds(ctx, payment))) return null;
  const waits = [10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE];
  return inTime(ctx.clock.now(), waits[checkout.looks] ?? HOUR);
}
