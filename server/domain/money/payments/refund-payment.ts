import type { PaymentDisputeModel, PaymentRefundModel } from "#generated/prisma/models.ts";
import { inTime } from "#server/kernel/clock.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import { MINUTE } from "#server/kernel/time.ts";
import { adoptRecord, bookRefund, connect } from "./adopt-record.ts";
import type { Payment } from "./payment.ts";
import { RefundRefused } from "./port.ts";
import { tellReseller } from "./tell-reseller.ts";

export type RefundDecision = {
  checkoutId: number;
  /** Once per payment: `whole`, `shortfall`, `esim:<id>`, `topup`, `staff:<attempt>`; `provider:<reference>` and `dispute:<reference>` are booked, not decided, as is `won:…`, what a lost dispute that was won had made smaller. */
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

/** Nothing is left that could go back: what was decided is on record without a sum, for the eSIMs that are to be cancelled with it. After `decideRefund`, in its transaction. */
export async function decideNothing(
  tx: Transaction,
  { checkoutId, cause, amount, at, by }: RefundDecision & Required<Pick<RefundDecision, "by">>,
): Promise<void> {
  const { id: paymentId } = await tx.prisma.payment.findUniqueOrThrow({ where: { checkoutId }, select: { id: true } });
  const nothing = { amount: 0, wanted: toNumeric(amount), cutAt: at, doneAt: at };
  await tx.prisma.paymentRefund.create({ data: { paymentId, cause, createdAt: at, ...nothing, ...by } });
}

/**
 * Sends what was decided and not done. The provider's own record of the payment is looked at first: what was sent and not
 * answered is found there, what somebody gave back at the provider is given back no second time, and while the holder of the card
 * disputes the payment, its bank decides. What came back is sent again when somebody says so. False while one is left.
 */
export async function sendRefunds(ctx: Ctx, payment: Payment): Promise<boolean> {
  if ((await listOpen(ctx, payment)).length === 0) return true;
  try {
    await adoptRecord(ctx, payment);
  } catch (error) {
    for (const refund of await listOpen(ctx, payment)) await noteFailure(ctx, payment, refund, error as Error);
    return false;
  }
  const disputes = await listDisputes(ctx.db, payment.id);
  if (disputes.some(holdsMoney)) return (await listOpen(ctx, payment)).length === 0;
  const isLost = disputes.some(({ status }) => status === "lost");
  let done = true;
  for (const refund of await listOpen(ctx, payment)) {
    if (isLost && refund.returnedAt === null) await leaveToPeople(ctx, payment, refund);
    done = !isLost && refund.returnedAt === null && (await send(ctx, payment, refund)) && done;
  }
  return done;
}

/** What the bank took back through a dispute can be refunded no more, not even the part that it left. */
async function leaveToPeople(ctx: Ctx, payment: Payment, { id, cause, amount }: PaymentRefundModel): Promise<void> {
  const at = ctx.clock.now();
  const lastError = "the payment was disputed and lost, so the provider sends nothing more of it";
  await ctx.db.transaction(async (tx) => {
    const waits = { id, doneAt: null, returnedAt: null };
    const { count } = await tx.prisma.paymentRefund.updateMany({ where: waits, data: { returnedAt: at, lastError } });
    if (count === 0) return;
    await tellReseller(tx, payment, at, {
      kind: "sale.refund_returned",
      occasion: `${payment.id}:${cause}:lost`,
      text: (number) =>
        `${sumText(amount, payment.currency)} of sale ${number} cannot be refunded at the payment provider, because its dispute was lost. Pay the traveller another way and note it on the sale.`,
    });
  });
}

/** The bank has taken the money back until it is decided whose it is. */
const holdsMoney = ({ status, isInquiry }: PaymentDisputeModel): boolean => status === "open" && !isInquiry;

export const isDisputed = async (db: Transaction, paymentId: number): Promise<boolean> =>
  (await listDisputes(db, paymentId)).some(holdsMoney);

/** Of a payment, oldest first. */
export const listDisputes = (db: Transaction, paymentId: number): Promise<PaymentDisputeModel[]> =>
  db.prisma.paymentDispute.findMany({ where: { paymentId }, orderBy: { id: "asc" } });

/** One that came back is sent again, or was given back otherwise, as it says in `elsewhere`. False when it waits for nobody. */
export async function decideReturned(
  tx: Transaction,
  { paymentId, cause, elsewhere, at }: { paymentId: number; cause: string; elsewhere: string | null; at: Date },
): Promise<boolean> {
  const [waiting] = await tx.query<{ id: number }>(sql`
    select id from payment_refunds where payment_id = ${paymentId} and cause = ${cause} and returned_at is not null for no key update`);
  if (!waiting) return false;
  if (elsewhere === null) {
    await tx.prisma.paymentRefund.update({ where: { id: waiting.id }, data: { returnedAt: null, lastError: null } });
    return true;
  }
  const { booked } = one(
    await tx.query<{ booked: boolean }>(
      sql`select book_payment_refund(${waiting.id}::bigint, null, ${at}, ${elsewhere}) as booked`,
    ),
  );
  return booked;
}

const listOpen = ({ db }: Ctx, { id }: Payment): Promise<PaymentRefundModel[]> =>
  db.prisma.paymentRefund.findMany({ where: { paymentId: id, doneAt: null }, orderBy: { id: "asc" } });

async function send(ctx: Ctx, payment: Payment, refund: PaymentRefundModel): Promise<boolean> {
  const { id, cause, amount, cutAt, returned, refusals } = refund;
  try {
    const { currency, moneyReference } = payment;
    // The provider answers a key as it did before: a refund that was cut since, came back, or was refused has another.
    const again = `${returned.length > 0 ? `-again-${returned.length}` : ""}${refusals > 0 ? `-anew-${refusals}` : ""}`;
    const key = `refund-${payment.id}-${cause}${cutAt ? `-${toNumeric(amount)}` : ""}${again}`;
    const provider = await connect(ctx, payment);
    const { reference } = await provider.refund({ moneyReference: moneyReference!, amount, currency, cause, key });
    await bookRefund(ctx, id, reference);
    return true;
  } catch (error) {
    if (error instanceof RefundRefused) await noteRefusal(ctx, refund);
    await noteFailure(ctx, payment, refund, error as Error);
    return false;
  }
}

/** Counted once for each key: of two runs that one key was refused to, the second changes nothing, so that both ask under the same one next. */
const noteRefusal = ({ db }: Ctx, { id, refusals }: PaymentRefundModel) =>
  db.prisma.paymentRefund.updateMany({
    where: { id, doneAt: null, refusals },
    data: { refusals: { increment: 1 } },
  });

/** A provider that is away for a moment is nobody's business; of what cannot be sent for so long the reseller is told. */
export const UNSENT_AFTER = 30 * MINUTE;

async function noteFailure(ctx: Ctx, payment: Payment, refund: PaymentRefundModel, error: Error): Promise<void> {
  const { id, cause, amount, createdAt } = refund;
  const message = error.message.slice(0, 500);
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const { count } = await tx.prisma.paymentRefund.updateMany({
      where: { id, doneAt: null },
      data: { attempts: { increment: 1 }, lastError: message },
    });
    if (count === 0 || at < inTime(createdAt, UNSENT_AFTER)) return;
    await tellReseller(tx, payment, at, {
      kind: "sale.refund_unsent",
      occasion: `${payment.id}:${cause}:unsent`,
      text: (number) =>
        `${sumText(amount, payment.currency)} of sale ${number} could not be refunded so far (${message}). It is tried again by itself. Look at your account at the payment provider: it may lack the money, or the key that was entered here.`,
    });
  });
  log().error({ checkoutId: payment.checkoutId, error: message }, "a refund to a traveller could not be sent");
}
