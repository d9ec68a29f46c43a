import { inTime } from "#server/kernel/clock.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { MINUTE } from "#server/kernel/time.ts";
import type { Checkout } from "./checkout.ts";
import { findGift, keepBack, listDelivered } from "./gift.ts";
import { ordersOf } from "./lines.ts";
import { sendGiftMail } from "./mails/send-gift-mail.ts";

/**
 * Sends a gift whose time has come, once. False while some of it is being cancelled: whoever installs it before its supplier has answered
 * keeps what is paid back.
 */
export async function sendGift(tx: Transaction, ctx: AccountCtx, checkout: Checkout, at: Date): Promise<boolean> {
  if (await isBeingCancelled(tx, checkout)) return false;
  const due = await tx.query<{ checkoutId: number }>(sql`
    update gifts set sent_at = ${at} where checkout_id = ${checkout.id} and sent_at is null and send_at <= ${at} returning checkout_id`);
  if (due.length === 0) return true;
  const esims = await listDelivered(tx, checkout);
  if (esims.length === 0) {
    await keepBack(tx, checkout);
    return true;
  }
  const gift = (await findGift(tx, checkout.id))!;
  await sendGiftMail(
    tx,
    ctx,
    checkout,
    gift,
    esims.map(({ id }) => id),
  );
  return true;
}

async function isBeingCancelled(tx: Transaction, { id }: Checkout): Promise<boolean> {
  const { open } = one(
    await tx.query<{ open: boolean }>(sql`
      select exists (select from actions k where k.order_id in ${ordersOf(id)} and k.action = 'cancel'
                        and k.status in ('queued', 'processing', 'under_review')) as open`),
  );
  return open;
}

/** A cancel rings when it succeeds; one that its supplier refuses is found by a look. */
const LOOK_AGAIN = 10 * MINUTE;

/** When it is to be looked at again; null when there is nothing to wait for. */
export async function followGift(ctx: AccountCtx, checkout: Checkout): Promise<Date | null> {
  const gift = await findGift(ctx.db, checkout.id);
  if (!gift?.sendAt || gift.sentAt) return null;
  const now = ctx.clock.now();
  if (gift.sendAt > now) return gift.sendAt;
  const isOver = await ctx.db.transaction((tx) => sendGift(tx, ctx, checkout, now));
  return isOver ? null : inTime(now, LOOK_AGAIN);
}
