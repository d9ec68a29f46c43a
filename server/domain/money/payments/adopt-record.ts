import type { PaymentRefundModel } from "#generated/prisma/models.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { type Money, money, toNumeric } from "#server/kernel/money.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import { bookDispute } from "./book-dispute.ts";
import type { Payment } from "./payment.ts";
import { findProvider } from "./payment-settings.ts";
import type { PaymentProvider, ProviderRefund } from "./port.ts";
import { tellReseller } from "./tell-reseller.ts";

/**
 * Books what the provider has of the payment and we have not: refunds, ours and others', those that came back, and disputes. Throws
 * when it cannot be asked.
 */
export async function adoptRecord(ctx: Ctx, payment: Payment): Promise<void> {
  if (payment.moneyReference === null) return;
  const { currency, moneyReference } = payment;
  const provider = await connect(ctx, payment);
  const about = { moneyReference, currency };
  const askedAt = ctx.clock.now();
  const [refunds, disputes] = await Promise.all([provider.listRefunds(about), provider.listDisputes(about)]);
  for (const refund of refunds) if (refund.failed !== null) await bookReturned(ctx, payment, refund, refund.failed);
  const paid = refunds.filter(({ failed }) => failed === null);
  // Our own come first: they are no reason to give back less of what is decided.
  for (const refund of paid) if (refund.cause !== null) await bookOurs(ctx, payment, refund, refund.cause);
  // Also one of ours of which nothing is on record any more, such as after a restore.
  for (const refund of paid) await bookProvidersRefund(ctx, payment, refund);
  for (const dispute of disputes) await bookDispute(ctx, payment, dispute, askedAt);
}

/** Whether all of it went back, whoever gave it back; false while the provider cannot be asked. */
export async function wentBack(ctx: Ctx, payment: Payment): Promise<boolean> {
  const { moneyReference, currency, amount } = payment;
  if (moneyReference === null) return false;
  try {
    const refunds = await (await connect(ctx, payment)).listRefunds({ moneyReference, currency });
    const given = refunds.reduce((sum, refund) => (refund.failed === null ? sum.plus(refund.amount) : sum), money(0));
    return given.greaterThanOrEqualTo(amount);
  } catch (error) {
    const said = { checkoutId: payment.checkoutId, error: (error as Error).message };
    log().warn(said, "whether a payment went back could not be asked");
    return false;
  }
}

export async function connect({ db }: Ctx, payment: Payment): Promise<PaymentProvider> {
  const chosen = await findProvider(db, payment.accountId, payment.environment);
  if (chosen?.name !== payment.provider) throw new Error("The keys of the payment provider were removed.");
  return chosen.provider;
}

/** Of a payment, oldest first. */
export const listPaymentRefunds = (db: Transaction, paymentId: number): Promise<PaymentRefundModel[]> =>
  db.prisma.paymentRefund.findMany({ where: { paymentId }, orderBy: { id: "asc" } });

/**
 * A refund that was made at the provider: the payment is smaller by it from now on. One over the sum that we try in vain to send is
 * taken for it: somebody has helped. False when it is on record, or cannot be booked.
 */
export async function bookProvidersRefund(
  ctx: Ctx,
  payment: Pick<Payment, "id">,
  { reference, amount }: Pick<ProviderRefund, "reference" | "amount">,
): Promise<boolean> {
  const refunds = await listPaymentRefunds(ctx.db, payment.id);
  if (refunds.some((refund) => refund.reference === reference)) return false;
  const tried = refunds.find(
    ({ doneAt, attempts, returnedAt, ...open }) =>
      doneAt === null && (attempts > 0 || returnedAt !== null) && open.amount.equals(amount),
  );
  if (tried) return await bookRefund(ctx, tried.id, reference);
  const { booked } = one(
    await ctx.db.query<{ booked: boolean }>(
      sql`select adopt_refund(${payment.id}::bigint, ${reference}, ${toNumeric(amount)}::numeric, ${ctx.clock.now()}) as booked`,
    ),
  );
  return booked;
}

/** False when it was booked before. */
export async function bookRefund(ctx: Ctx, id: bigint, reference: string): Promise<boolean> {
  const { booked } = one(
    await ctx.db.query<{ booked: boolean }>(
      sql`select book_payment_refund(${id}::bigint, ${reference}, ${ctx.clock.now()}) as booked`,
    ),
  );
  return booked;
}

async function bookOurs(ctx: Ctx, payment: Payment, { reference }: ProviderRefund, cause: string): Promise<void> {
  const open = await ctx.db.prisma.paymentRefund.findFirst({ where: { paymentId: payment.id, cause, doneAt: null } });
  if (open) await bookRefund(ctx, open.id, reference);
}

async function bookReturned(ctx: Ctx, payment: Payment, refund: ProviderRefund, why: string): Promise<void> {
  const { reference, cause } = refund;
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const { amount } = one(
      await tx.query<{ amount: Money | null }>(
        sql`select return_payment_refund(${payment.id}::bigint, ${reference}, ${cause}, ${why}, ${at}) as amount`,
      ),
    );
    if (amount === null) return;
    const sum = sumText(amount, payment.currency);
    await tellReseller(tx, payment, at, {
      kind: "sale.refund_returned",
      occasion: reference,
      text: (number) =>
        `The refund of ${sum} for sale ${number} came back from the traveller's bank (${why}). The money is in your account at the payment provider: send it again, or pay the traveller another way and note it on the sale.`,
    });
  });
}
