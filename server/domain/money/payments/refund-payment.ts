import type { PaymentRefundModel } from "#generated/prisma/models.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import type { Payment } from "./payment.ts";
import { findProvider } from "./payment-settings.ts";

/** Decides a refund, once per cause, in the transaction of what makes it necessary. Sent afterwards. */
export async function decideRefund(
  tx: Transaction,
  payment: Payment,
  cause: string,
  amount: Money,
  at: Date,
): Promise<void> {
  await tx.query(sql`
    insert into payment_refunds (payment_id, cause, amount, created_at) values (${payment.id}, ${cause}, ${toNumeric(amount)}::numeric, ${at})
    on conflict (payment_id, cause) do nothing`);
}

/**
 * Sends what was decided and not done. The provider knows each refund by our key, so a repeat after a lost answer pays
 * nothing twice. False while one is left.
 */
export async function sendRefunds(ctx: Ctx, payment: Payment): Promise<boolean> {
  const open = await ctx.db.prisma.paymentRefund.findMany({
    where: { paymentId: payment.id, doneAt: null },
    orderBy: { id: "asc" },
  });
  let done = true;
  for (const refund of open) done = (await send(ctx, payment, refund)) && done;
  return done;
}

async function send(ctx: Ctx, payment: Payment, { id, cause, amount }: PaymentRefundModel): Promise<boolean> {
  try {
    const chosen = await findProvider(ctx.db, payment.accountId, payment.environment);
    if (chosen?.name !== payment.provider) throw new Error("The keys of the payment provider were removed.");
    const { currency, moneyReference } = payment;
    const key = `refund-${payment.id}-${cause}`;
    const { reference } = await chosen.provider.refund({ moneyReference: moneyReference!, amount, currency, key });
    await ctx.db.query(sql`select book_payment_refund(${id}::bigint, ${reference}, ${ctx.clock.now()})`);
    return true;
  } catch (error) {
    const message = (error as Error).message.slice(0, 500);
    await ctx.db.prisma.paymentRefund.updateMany({
      where: { id, doneAt: null },
      data: { attempts: { increment: 1 }, lastError: message },
    });
    log().error({ checkoutId: payment.checkoutId, error: message }, "a refund to a traveller could not be sent");
    return false;
  }
}
