import type { PaymentRefundModel } from "#generated/prisma/models.ts";
import { raiseNotifications } from "#server/domain/record/notifications/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import type { Payment } from "./payment.ts";
import { findProvider } from "./payment-settings.ts";
import type { PaymentProvider, ProviderDispute, ProviderRefund } from "./port.ts";

/**
 * Books what the provider has of the payment and we have not: refunds, ours and others', those that came back, and disputes. Throws
 * when it cannot be asked.
 */
export async function adoptRecord(ctx: Ctx, payment: Payment): Promise<void> {
  if (payment.moneyReference === null) return;
  const { currency, moneyReference } = payment;
  const provider = await connect(ctx, payment);
  const about = { moneyReference, currency };
  const [refunds, disputes] = await Promise.all([provider.listRefunds(about), provider.listDisputes(about)]);
  for (const refund of refunds) if (refund.failed !== null) await bookReturned(ctx, payment, refund, refund.failed);
  const paid = refunds.filter(({ failed }) => failed === null);
  // Our own come first: they are no reason to give back less of what is decided.
  for (const refund of paid) if (refund.cause !== null) await bookOurs(ctx, payment, refund, refund.cause);
  // Also one of ours of which nothing is on record any more, such as after a restore.
  for (const refund of paid) await bookProvidersRefund(ctx, payment, refund);
  for (const dispute of disputes) await bookDispute(ctx, payment, dispute);
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
  return await bookTheirs(ctx, payment.id, { reference, amount, cause: null });
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

async function bookTheirs(
  { db, clock }: Ctx,
  paymentId: number,
  { reference, amount, cause }: { reference: string; amount: Money; cause: string | null },
): Promise<boolean> {
  const { booked } = one(
    await db.query<{ booked: boolean }>(
      sql`select adopt_refund(${paymentId}::bigint, ${reference}, ${toNumeric(amount)}::numeric, ${clock.now()}, ${cause}) as booked`,
    ),
  );
  return booked;
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
    const sum = `${amount.toFixed(2)} ${payment.currency}`;
    await tellReseller(tx, payment, at, {
      kind: "sale.refund_returned",
      occasion: reference,
      text: (number) =>
        `The refund of ${sum} for sale ${number} came back from the traveller's bank (${why}). The money is in your account at the payment provider: send it again, or pay the traveller another way and note it on the sale.`,
    });
  });
}

async function bookDispute(ctx: Ctx, payment: Payment, dispute: ProviderDispute): Promise<void> {
  const { reference, amount, status, isInquiry, respondBy } = dispute;
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const news = await noteDispute(tx, payment, dispute, at);
    if (!news) return;
    const sum = `${amount.toFixed(2)} ${payment.currency}`;
    const until = respondBy ? ` by ${respondBy.toISOString().slice(0, 10)}` : "";
    await tellReseller(tx, payment, at, {
      kind: "sale.disputed",
      occasion: `${reference}:${status}`,
      text: (number) =>
        ({
          open: isInquiry
            ? `The bank asks about the payment of ${sum} for sale ${number}. Answer it at the payment provider${until}, or refund the sale: nothing was taken yet.`
            : `The holder of the card disputes ${sum} of sale ${number}. Answer it at the payment provider${until}; the sale's page has what was delivered, in words that can be sent.`,
          won: `The dispute over ${sum} of sale ${number} ended in your favour.`,
          lost: `The dispute over ${sum} of sale ${number} was lost: the traveller has the money.`,
        })[status],
    });
  });
  if (status === "lost") await bookTheirs(ctx, payment.id, { reference, amount, cause: `dispute:${reference}` });
}

/** Whether it is new, or stands otherwise than before. */
async function noteDispute(tx: Transaction, { id }: Payment, dispute: ProviderDispute, at: Date): Promise<boolean> {
  const { reference, amount, reason, status, isInquiry, respondBy, openedAt } = dispute;
  const news = await tx.query(sql`
    insert into payment_disputes as d (payment_id, reference, amount, reason, status, is_inquiry, respond_by, opened_at, closed_at, read_at)
    values (${id}, ${reference}, ${toNumeric(amount)}::numeric, ${reason}, ${status}, ${isInquiry}, ${respondBy}, ${openedAt},
      ${status === "open" ? null : at}, ${at})
    on conflict (payment_id, reference) do update set amount = excluded.amount, reason = excluded.reason, status = excluded.status,
      is_inquiry = excluded.is_inquiry, respond_by = excluded.respond_by, closed_at = excluded.closed_at, read_at = excluded.read_at
     where (d.status, d.is_inquiry) is distinct from (excluded.status, excluded.is_inquiry) returning d.id`);
  return news.length > 0;
}

type News = {
  kind: "sale.refund_returned" | "sale.disputed";
  occasion: string;
  text(number: string): string;
};

/** Of a sale, by its number. */
export async function tellReseller(
  tx: Transaction,
  payment: Payment,
  at: Date,
  { text, ...news }: News,
): Promise<void> {
  const { accountId, environment } = payment;
  const { number } = await tx.prisma.checkout.findUniqueOrThrow({
    where: { id: payment.checkoutId },
    select: { number: true },
  });
  await raiseNotifications(tx, at, [{ accountId, environment, subject: number, text: text(number), ...news }]);
}
