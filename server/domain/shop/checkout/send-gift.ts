import type { AccountCtx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import type { Checkout } from "./checkout.ts";
import { findGift, keepBack, listDelivered } from "./gift.ts";
import { sendGiftMail } from "./mails/send-gift-mail.ts";

/** Sends a gift whose time has come, once. */
export async function sendGift(tx: Transaction, ctx: AccountCtx, checkout: Checkout, at: Date): Promise<void> {
  const due = await tx.query<{ checkoutId: number }>(sql`
    update gifts set sent_at = ${at} where checkout_id = ${checkout.id} and sent_at is null and send_at <= ${at} returning checkout_id`);
  if (due.length === 0) return;
  const esims = await listDelivered(tx, checkout);
  if (esims.length === 0) return await keepBack(tx, checkout);
  const gift = (await findGift(tx, checkout.id))!;
  await sendGiftMail(
    tx,
    ctx,
    checkout,
    gift,
    esims.map(({ id }) => id),
  );
}

/** When it is to be looked at again; null when there is nothing to wait for. */
export async function followGift(ctx: AccountCtx, checkout: Checkout): Promise<Date | null> {
  const gift = await findGift(ctx.db, checkout.id);
  if (!gift?.sendAt || gift.sentAt) return null;
  const now = ctx.clock.now();
  if (gift.sendAt > now) return gift.sendAt;
  await ctx.db.transaction((tx) => sendGift(tx, ctx, checkout, now));
  return null;
}
