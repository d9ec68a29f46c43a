import type { ProviderRecord } from "#server/domain/money/payments/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { type Payments, readAgain, record, sum } from "./judge-payments.ts";

type Dispute = ProviderRecord["disputes"][number];

/** Of a sale it is its seller's to answer, who is told; of a wallet's funding it is ours. */
export async function reportDispute(side: Payments, dispute: Dispute): Promise<void> {
  const until = dispute.respondBy ? ` until ${dispute.respondBy.toISOString().slice(0, 10)}` : "";
  const payment = side.payments.get(dispute.subject!);
  const isKnown = !!payment?.paymentId && (await isOnRecord(side.ctx, payment.paymentId, dispute.reference));
  const isTold = !!payment?.checkoutId && (side.run.dry ? isKnown : await readAgain(side, payment.checkoutId));
  if (isKnown && isTold) return;
  await record(side, dispute, payment, {
    what: "dispute",
    finding: "theirs_only",
    subject: dispute.reference,
    outcome: isTold ? "adopted" : "waiting",
    text: `${sum(dispute)} for ${dispute.subject} is disputed by the card's holder (${dispute.reason}).`,
    step: isTold ? "" : `Answer it at the provider${until}, with what was delivered; suspend the eSIM if it is fraud.`,
  });
}

/**
 * Disputes of before the range: one is decided months after it was opened, and may be appealed against or won after it was lost. What the
 * provider says of each now is booked.
 */
export async function followDisputes(side: Payments): Promise<void> {
  const { ctx, books, run } = side;
  if (books.accountId === null || run.dry) return;
  const followed = await ctx.db.query<{ checkoutId: number }>(sql`
    select distinct p.checkout_id from payment_disputes d join payments p on p.id = d.payment_id
     where p.account_id = ${books.accountId} and p.environment = 'live' and p.provider = 'stripe'
       and (d.status = 'open' or (d.status = 'lost' and d.closed_at > ${after(run.range.to, -LOST_FOR_GOOD)})) order by 1`);
  for (const { checkoutId } of followed) await readAgain(side, checkoutId);
}

/** No bank gives back what was lost longer ago. */
const LOST_FOR_GOOD = 120 * DAY;

const isOnRecord = async ({ db }: Ctx, paymentId: number, reference: string): Promise<boolean> =>
  (await db.prisma.paymentDispute.count({ where: { paymentId, reference } })) > 0;
