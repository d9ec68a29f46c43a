import { findPayment, type ProviderRecord } from "#server/domain/money/payments/index.ts";
import { paced } from "#server/kernel/clock.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { log } from "#server/kernel/log.ts";
import type { Money } from "#server/kernel/money.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import { after, MINUTE } from "#server/kernel/time.ts";
import { act, leftOpen } from "./acts.ts";
import { type Books, type OurPayment, type OurRefund, readPayments } from "./our-payments.ts";
import { type Difference, leaveAsIs, type Run, recordDifference } from "./record-difference.ts";

/** `payments`: ours, by what the provider was told that they are for. */
export type Payments = { ctx: Ctx; run: Run; books: Books; payments: Map<string, OurPayment> };

type Charge = ProviderRecord["charges"][number];
type Refund = ProviderRecord["refunds"][number];

/** A payment is booked by its webhook, or by the next look, within this time. */
const BOOKED_WITHIN = 10 * MINUTE;

/** Money came that is booked nowhere: a payment that waits for it takes it, as it would have by itself. */
export async function judgeCharge(side: Payments, charge: Charge): Promise<void> {
  const { ctx, run } = side;
  const key = { source: side.books.source, what: "charge", finding: "theirs_only", subject: charge.reference } as const;
  const payment = side.payments.get(charge.subject!);
  if (!payment)
    return await record(side, charge, payment, {
      ...key,
      outcome: "waiting",
      text: `${sum(charge)} came in for ${charge.subject}, which is not on record here.`,
      step: "Find out who paid; give the money back at the provider if nothing is owed for it.",
    });
  if (payment.isPaid)
    return await record(side, charge, payment, {
      ...key,
      outcome: "waiting",
      text: `${sum(charge)} came in for ${payment.subject}, which had been ${payment.isByHand ? "booked by hand" : "paid"}.`,
      step: payment.isByHand
        ? "If what was booked is this charge, nothing is left to do. If it was a transfer, this one is in no wallet: book it, or give it back at the provider."
        : "It was paid twice: give this charge back at the provider.",
    });
  if (charge.createdAt > after(ctx.clock.now(), -paced(BOOKED_WITHIN))) return await leaveAsIs(ctx, run, [key]);
  const isBooked = await takeUp(side, charge, payment);
  await record(side, charge, payment, {
    ...key,
    outcome: isBooked ? "adopted" : leftOpen(run),
    text: `${sum(charge)} came in for ${payment.subject}, which was not booked as paid.`,
    step: isBooked
      ? ""
      : "Compare it with the payment page of that purchase; give it back at the provider if it is another one's.",
  });
}

async function takeUp(side: Payments, charge: Charge, payment: OurPayment): Promise<boolean> {
  const { ctx, books, run } = side;
  try {
    if (payment.checkoutId !== null) await act.settleCheckout(side, payment.checkoutId);
    if (payment.fundingId !== null) await act.settleFunding(side, payment.fundingId);
  } catch (error) {
    log().error({ subject: payment.subject, error: (error as Error).message }, "a payment could not be taken up");
  }
  const [now] = await readPayments(
    ctx,
    books,
    { charges: [charge], refunds: [], disputes: [] },
    { from: run.range.to, to: run.range.to },
  );
  return !!now?.isPaid && (now.moneyReference === null || now.moneyReference === charge.moneyReference);
}

/** Paid by ours, and not in the record of its time: only when the provider denies the page it was paid on, it is a difference. */
export async function reportMissingPayment(side: Payments, payment: OurPayment): Promise<void> {
  if (!payment.session) return;
  const state = await side.books.provider.read(payment.session);
  const isThere = state.kind === "paid" && (payment.moneyReference ?? state.moneyReference) === state.moneyReference;
  if (isThere) return;
  await record(side, { createdAt: payment.paidAt!, ...payment }, payment, {
    what: "charge",
    finding: "ours_only",
    subject: payment.subject,
    outcome: "waiting",
    text: `${sum(payment)} for ${payment.subject} is booked here, and the provider does not have it.`,
    step: "Ask the provider; if the money never came, correct what was booked for it.",
  });
}

/** One that is in both records, over another sum. */
export const reportSums = (
  side: Payments,
  theirs: Charge | Refund,
  ours: { subject: string; amount: Money },
  what: "charge" | "refund" = "charge",
): Promise<void> =>
  record(side, theirs, side.payments.get(ours.subject), {
    what,
    finding: "amount_differs",
    subject: theirs.reference,
    outcome: "waiting",
    text: `${sum(theirs)} ${what === "charge" ? "came in" : "went back"} for ${ours.subject}; booked are ${sumText(ours.amount, theirs.currency)}.`,
    step: "Correct what is booked, or settle the difference at the provider.",
  });

/**
 * Money went back that nobody here decided on: the sale is smaller by it from now on. One that was decided and is not confirmed yet is
 * on its way.
 */
export async function judgeRefund(side: Payments, refund: Refund, ours: OurRefund[]): Promise<void> {
  if (refund.failed) return;
  const key = { source: side.books.source, what: "refund", finding: "theirs_only", subject: refund.reference } as const;
  const isOnItsWay = ours.some(
    ({ subject, doneAt, amount }) => subject === refund.subject && doneAt === null && amount.equals(refund.amount),
  );
  if (isOnItsWay) return await leaveAsIs(side.ctx, side.run, [key]);
  const payment = side.payments.get(refund.subject!);
  const isFunding = refund.subject!.startsWith("funding-");
  const isBooked = !!payment?.paymentId && (await act.bookProvidersRefund(side, { id: payment.paymentId }, refund));
  await record(side, refund, payment, {
    ...key,
    outcome: isBooked ? "adopted" : payment?.paymentId ? leftOpen(side.run) : "waiting",
    text: `${sum(refund)} for ${refund.subject} went back at the provider, and not from here.`,
    step: isBooked
      ? ""
      : isFunding
        ? "Correct the wallet by what went back."
        : "Note who gave it back and why; cancel what was bought with it if it is unused.",
  });
}

/**
 * We count it as paid back. It failed there, which opens it again and asks the reseller; or is listed under another time, or was
 * never made.
 */
export async function reportMissingRefund(side: Payments, refund: OurRefund): Promise<void> {
  const { ctx, books } = side;
  if (refund.doneAt === null || !refund.reference || (await books.provider.hasRefund(refund.reference))) return;
  const payment = side.payments.get(refund.subject);
  await readAgain(side, refund.checkoutId);
  const isOpen = !(await ctx.db.prisma.paymentRefund.findFirst({ where: { reference: refund.reference } }));
  await record(side, { ...refund, createdAt: refund.doneAt }, payment, {
    what: "refund",
    finding: "ours_only",
    subject: refund.reference,
    outcome: isOpen ? "adopted" : leftOpen(side.run),
    checkoutId: refund.checkoutId,
    text: `The refund ${refund.reference} of ${sum(refund)} for ${refund.subject} is on record here, and did not go through at the provider.`,
    step: isOpen ? "" : "Give it back at the provider once more.",
  });
}

/** Books what the provider has of a purchase's payment by now. */
export async function readAgain(side: Payments, checkoutId: number): Promise<boolean> {
  const payment = await findPayment(side.ctx.db, checkoutId);
  if (!payment) return false;
  try {
    await act.adoptRecord(side, payment);
    return true;
  } catch (error) {
    log().error({ checkoutId, error: (error as Error).message }, "the record of a payment could not be read");
    return false;
  }
}

export const sum = ({ amount, currency }: { amount: { toFixed(): string }; currency: string }) =>
  sumText(amount, currency);

type About = Pick<Charge, "amount" | "currency" | "createdAt"> & { reference?: string | null };
type Judged = Pick<Difference, "what" | "finding" | "subject" | "outcome" | "text" | "step"> & Partial<Difference>;

export async function record(
  side: Payments,
  about: About,
  payment: OurPayment | undefined,
  judged: Judged,
): Promise<void> {
  await recordDifference(side.ctx, side.run, {
    source: side.books.source,
    reference: payment?.subject,
    theirReference: about.reference,
    accountId: payment?.accountId ?? side.books.accountId,
    orderId: payment?.orderId,
    checkoutId: payment?.checkoutId,
    amount: about.amount,
    currency: about.currency,
    at: about.createdAt,
    ...judged,
  });
}
