import type { PaymentRefundModel } from "#generated/prisma/models.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import type { Payment } from "./payment.ts";
import { findProvider } from "./payment-settings.ts";
import type { PaymentProvider, ProviderRefund } from "./port.ts";

export type RefundDecision = {
  checkoutId: number;
  /** Once per payment: `whole`, `shortfall`, `esim:<id>`, `topup`, `staff:<attempt>`; `provider:<reference>` is booked, not decided. */
  cause: string;
  amount: Money;
  at: Date;
  /** Of staff. */
  by?: { reason: string; decidedBy: string; toCancel: string[] };
};

/**
 * Decides a refund, once per cause, in the transaction of what makes it necessary. Sent afterwards. Returns what was decided:
 * what is left of the payment when that is less, nothing when the cause was decided on before. Locks the checkout.
 */
export async function decideRefund(
  tx: Transaction,
  { checkoutId, cause, amount, at, by }: RefundDecision,
): Promise<Money> {
  const { decided } = one(
    await tx.query<{ decided: Money }>(sql`
      select decide_refund(${checkoutId}::bigint, ${cause}, ${toNumeric(amount)}::numeric, ${at}, ${by?.reason ?? null}, ${by?.decidedBy ?? null},
        ${by?.toCancel ?? []}::text[]) as decided`),
  );
  return decided;
}

/** Of a payment, oldest first. */
export const listPaymentRefunds = (db: Transaction, paymentId: number): Promise<PaymentRefundModel[]> =>
  db.prisma.paymentRefund.findMany({ where: { paymentId }, orderBy: { id: "asc" } });

/**
 * Sends what was decided and not done. The provider's own record of the payment is looked at first: what was sent and not
 * answered is found there, and what somebody gave back at the provider is given back no second time. False while one is left.
 */
export async function sendRefunds(ctx: Ctx, payment: Payment): Promise<boolean> {
  if ((await listOpen(ctx, payment)).length === 0) return true;
  try {
    await adoptRefunds(ctx, payment);
  } catch (error) {
    for (const refund of await listOpen(ctx, payment)) await noteFailure(ctx, payment, refund, error as Error);
    return false;
  }
  let done = true;
  for (const refund of await listOpen(ctx, payment)) done = (await send(ctx, payment, refund)) && done;
  return done;
}

/** Books what the provider has of the payment and we have not. Throws when it cannot be asked. */
export async function adoptRefunds(ctx: Ctx, payment: Payment): Promise<void> {
  if (payment.moneyReference === null) return;
  const { currency, moneyReference } = payment;
  const theirs = await (await connect(ctx, payment)).listRefunds({ moneyReference, currency });
  // Our own come first: they are no reason to give back less of what is decided.
  for (const refund of theirs) if (refund.cause !== null) await bookOurs(ctx, payment, refund, refund.cause);
  // Also one of ours of which nothing is on record any more, such as after a restore.
  for (const refund of theirs) await bookProvidersRefund(ctx, payment, refund);
}

/**
 * A refund that was made at the provider: the payment is smaller by it from now on. One over the sum that we try in vain to send is
 * taken for it: somebody has helped. False when it is on record, or cannot be booked.
 */
export async function bookProvidersRefund(
  ctx: Ctx,
  payment: Pick<Payment, "id">,
  { reference, amount }: Omit<ProviderRefund, "cause">,
): Promise<boolean> {
  const refunds = await listPaymentRefunds(ctx.db, payment.id);
  if (refunds.some((refund) => refund.reference === reference)) return false;
  const tried = refunds.find(
    ({ doneAt, attempts, ...open }) => doneAt === null && attempts > 0 && open.amount.equals(amount),
  );
  if (tried) return await book(ctx, tried.id, reference);
  const { booked } = one(
    await ctx.db.query<{ booked: boolean }>(
      sql`select adopt_refund(${payment.id}::bigint, ${reference}, ${toNumeric(amount)}::numeric, ${ctx.clock.now()}) as booked`,
    ),
  );
  return booked;
}

async function bookOurs(ctx: Ctx, payment: Payment, { reference }: ProviderRefund, cause: string): Promise<void> {
  const open = await ctx.db.prisma.paymentRefund.findFirst({ where: { paymentId: payment.id, cause, doneAt: null } });
  if (open) await book(ctx, open.id, reference);
}

async function book(ctx: Ctx, id: bigint, reference: string): Promise<boolean> {
  const { booked } = one(
    await ctx.db.query<{ booked: boolean }>(
      sql`select book_payment_refund(${id}::bigint, ${reference}, ${ctx.clock.now()}) as booked`,
    ),
  );
  return booked;
}

const listOpen = ({ db }: Ctx, { id }: Payment): Promise<PaymentRefundModel[]> =>
  db.prisma.paymentRefund.findMany({ where: { paymentId: id, doneAt: null }, orderBy: { id: "asc" } });

async function connect({ db }: Ctx, payment: Payment): Promise<PaymentProvider> {
  const chosen = await findProvider(db, payment.accountId, payment.environment);
  if (chosen?.name !== payment.provider) throw new Error("The keys of the payment provider were removed.");
  return chosen.provider;
}

async function send(ctx: Ctx, payment: Payment, refund: PaymentRefundModel): Promise<boolean> {
  const { id, cause, amount, cutAt } = refund;
  try {
    const { currency, moneyReference } = payment;
    // The provider answers a key as it did before, whatever the amount: a refund that was cut since has another.
    const key = `refund-${payment.id}-${cause}${cutAt ? `-${toNumeric(amount)}` : ""}`;
    const provider = await connect(ctx, payment);
    const { reference } = await provider.refund({ moneyReference: moneyReference!, amount, currency, cause, key });
    await book(ctx, id, reference);
    return true;
  } catch (error) {
    await noteFailure(ctx, payment, refund, error as Error);
    return false;
  }
}

async function noteFailure(ctx: Ctx, payment: Payment, { id }: PaymentRefundModel, error: Error): Promise<void> {
  const message = error.message.slice(0, 500);
  await ctx.db.prisma.paymentRefund.updateMany({
    where: { id, doneAt: null },
    data: { attempts: { increment: 1 }, lastError: message },
  });
  log().error({ checkoutId: payment.checkoutId, error: message }, "a refund to a traveller could not be sent");
}
