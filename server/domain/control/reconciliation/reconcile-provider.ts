import type { ProviderRecord } from "#server/domain/money/payments/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { compare, type Entry } from "./compare.ts";
import { followDisputes, reportDispute } from "./judge-disputes.ts";
import {
  judgeCharge,
  judgeRefund,
  type Payments,
  reportMissingPayment,
  reportMissingRefund,
  reportSums,
} from "./judge-payments.ts";
import { type Books, type OurPayment, type OurRefund, ownOf, readPayments, readRefunds } from "./our-payments.ts";
import type { Source } from "./reconcile-supplier.ts";
import { type Run, settleGone } from "./record-difference.ts";

type Charge = ProviderRecord["charges"][number];
type Refund = ProviderRecord["refunds"][number];

/** The provider's record of a range against ours: charges, refunds, disputes. What is not about us is the account's own. */
export async function reconcileProvider(ctx: Ctx, run: Run, books: Books): Promise<Source> {
  const total: Source = { source: books.source, theirs: 0, matched: 0, message: null };
  try {
    const record = await ownOf(ctx, books, await books.provider.readRecord(run.range));
    const payments = await readPayments(ctx, books, record, run.range);
    const side = { ctx, run, books, payments: new Map(payments.map((payment) => [payment.subject, payment])) };
    total.theirs = record.charges.length + record.refunds.length + record.disputes.length;
    total.matched = (await compareCharges(side, record.charges, payments)) + (await compareRefunds(side, record));
    for (const dispute of record.disputes) await reportDispute(side, dispute);
    await followDisputes(side);
    await settleGone(ctx, run, books.source);
    return total;
  } catch (error) {
    return { ...total, message: (error as Error).message };
  }
}

async function compareCharges(side: Payments, charges: Charge[], payments: OurPayment[]): Promise<number> {
  const theirs = charges.map(
    (charge): Entry<Charge> => ({
      of: charge,
      numbers: charge.moneyReference ? [charge.moneyReference] : [],
      reference: charge.subject,
      amount: charge.amount,
      ended: false,
    }),
  );
  const ours = payments.filter(({ isPaid }) => isPaid).map(paymentEntry);
  const { matched, found } = compare(theirs, ours, true);
  for (const one of found) {
    if (one.finding === "theirs_only") await judgeCharge(side, one.theirs);
    else if (one.finding === "ours_only") await reportMissingPayment(side, one.ours);
    else if (one.finding === "amount_differs") await reportSums(side, one.theirs, one.ours);
  }
  return matched.length;
}

/** Another charge for a purchase that is paid is not the one that paid it, and none is what was booked by hand. */
const paymentEntry = (payment: OurPayment): Entry<OurPayment> => ({
  of: payment,
  numbers: payment.moneyReference ? [payment.moneyReference] : [],
  reference: payment.moneyReference || payment.isByHand ? null : payment.subject,
  amount: payment.amount,
  ended: false,
});

async function compareRefunds(side: Payments, { refunds }: ProviderRecord): Promise<number> {
  const ours = await readRefunds(side.ctx, side.books, { charges: [], refunds, disputes: [] }, side.run.range);
  const { matched, found } = compare(
    refunds.map(
      (refund): Entry<Refund> => ({
        of: refund,
        numbers: [refund.reference],
        reference: null,
        amount: refund.amount,
        ended: refund.failed,
      }),
    ),
    ours.map(
      (refund): Entry<OurRefund> => ({
        of: refund,
        numbers: refund.reference ? [refund.reference] : [],
        reference: null,
        amount: refund.amount,
        ended: false,
      }),
    ),
    true,
  );
  for (const one of found) {
    if (one.finding === "theirs_only") await judgeRefund(side, one.theirs, ours);
    else if (one.finding === "amount_differs") await reportSums(side, one.theirs, one.ours, "refund");
    else await reportMissingRefund(side, one.ours);
  }
  return matched.length;
}
