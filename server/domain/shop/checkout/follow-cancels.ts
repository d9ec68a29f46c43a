import { decideRefund, listPaymentRefunds, type Payment } from "#server/domain/money/payments/index.ts";
import { raiseNotifications } from "#server/domain/record/notifications/index.ts";
import { requestCancel } from "#server/domain/selling/actions/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { log } from "#server/kernel/log.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import type { Checkout } from "./checkout.ts";
import { ordersOf } from "./lines.ts";
import { sendStoreMail } from "./mails/send-store-mail.ts";
import { type Owed, owed } from "./owed.ts";
import { isFirst } from "./traveller-notices.ts";

/** Staff refunded the purchase and want eSIMs cancelled with it: that refund is all that goes back for them. */
export async function askForCancels(ctx: AccountCtx, checkout: Checkout, payment: Payment): Promise<void> {
  for (const { id, cause, reason, toCancel, askedAt } of await listPaymentRefunds(ctx.db, payment.id)) {
    if (toCancel.length === 0 || askedAt) continue;
    const paymentKept = `Refunded by hand (${cause}): ${reason}`;
    for (const { orderId, iccids } of await byOrder(ctx.db, checkout, toCancel))
      await requestCancel(ctx, orderReference(orderId), { iccids, paymentKept }).catch((error) => {
        // Cancelled meanwhile, or being cancelled: an earlier run has asked. The money goes back whatever becomes of the eSIM.
        if (!isServiceError(error)) throw error;
        log().warn({ checkoutId: checkout.id, error: error.message }, "eSIMs of a refunded sale were not cancelled");
      });
    await ctx.db.prisma.paymentRefund.updateMany({ where: { id }, data: { askedAt: ctx.clock.now() } });
  }
}

/** eSIMs of a purchase by the order that each is of. */
const byOrder = (db: Transaction, { id }: Checkout, iccids: string[]) =>
  db.query<{ orderId: number; iccids: string[] }>(sql`
    select e.order_id, array_agg(e.iccid order by e.id) as iccids from esims e
     where e.order_id in ${ordersOf(id)} and e.iccid = any(${iccids}::text[]) group by e.order_id order by e.order_id`);

/**
 * What was cancelled since the delivery goes back to the traveller, each eSIM and each top-up once, unless whoever cancelled it
 * decided to keep the payment. The traveller hears of it either way.
 */
export async function followCancels(ctx: AccountCtx, checkout: Checkout): Promise<void> {
  const cancelled = await findCancelled(ctx.db, checkout);
  if (cancelled.length === 0) return;
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    // Of two runs at once the second finds that the first has told everything.
    await tx.query(sql`select id from checkouts where id = ${checkout.id} for no key update`);
    const due = (await tx.query<Owed>(owed(ofCheckout(checkout)))).filter(
      ({ checkoutId }) => checkoutId === checkout.id,
    );
    let amount = money(0);
    for (const { cause, amount: price } of due)
      amount = amount.plus(await decideRefund(tx, { checkoutId: checkout.id, cause, amount: price, at }));
    const news = checkout.kind === "topup" ? [] : await newlyCancelled(tx, cancelled, at);
    if (news.length === 0 && amount.isZero()) return;
    if (news.length > 0) await sendStoreMail(tx, ctx, { kind: "cancelled", esims: news.length, amount }, checkout);
    else await sendStoreMail(tx, ctx, { kind: "given-back", amount }, checkout);
    if (amount.greaterThan(0)) await tellReseller(tx, ctx, checkout, amount, at);
  });
}

const ofCheckout = ({ id, kind, esimId }: Checkout) =>
  kind === "topup" ? sql`e.id = ${esimId}` : sql`e.order_id in ${ordersOf(id)}`;

/** eSIMs of the purchase that are cancelled and not replaced; of a refunded order also those that no supplier takes back. */
async function findCancelled(db: Transaction, checkout: Checkout): Promise<{ id: number; isCancelled: boolean }[]> {
  return await db.query<{ id: number; isCancelled: boolean }>(sql`
    select e.id, e.status = 'cancelled' as is_cancelled from esims e join orders o on o.id = e.order_id
     where ${ofCheckout(checkout)} and (e.status = 'cancelled' or o.status = 'refunded')
       and not exists (select from replacements w where w.esim_id = e.id and w.status <> 'refused')`);
}

/** Those that the traveller was not told of. */
async function newlyCancelled(tx: Transaction, esims: { id: number; isCancelled: boolean }[], createdAt: Date) {
  const news: number[] = [];
  for (const { id, isCancelled } of esims)
    if (isCancelled && (await isFirst(tx, id, "cancelled", createdAt))) news.push(id);
  return news;
}

async function tellReseller(
  tx: Transaction,
  ctx: AccountCtx,
  checkout: Checkout,
  amount: Money,
  at: Date,
): Promise<void> {
  const { id, number, currency } = checkout;
  await raiseNotifications(tx, at, [
    {
      accountId: ctx.account.id,
      environment: ctx.environment,
      kind: "sale.refunded",
      subject: number,
      text: `${sumText(amount, currency)} of sale ${number} go back to the traveller: what they had bought was cancelled.`,
      occasion: `${id}:cancelled:${at.toISOString()}`,
    },
  ]);
}
