import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import type { Payment } from "./payment.ts";
import type { ProviderDispute } from "./port.ts";
import { tellReseller } from "./tell-reseller.ts";

type Noted = Pick<ProviderDispute, "status" | "amount">;

/**
 * Puts on record how a dispute stands, tells the reseller of each turn, and has the sale's books follow it: lost, its sum counts as given
 * back; won after all, it does not any more. While it is appealed against nothing changes: the traveller has the money.
 *
 * @param askedAt when the provider was asked: what it said before the last turn is no news
 */
export async function bookDispute(ctx: Ctx, payment: Payment, dispute: ProviderDispute, askedAt: Date): Promise<void> {
  const { reference } = dispute;
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    if (await noteDispute(tx, payment, dispute, at, askedAt)) await tellOfTurn(tx, payment, dispute, at);
    const { status, amount } = (await tx.prisma.paymentDispute.findUniqueOrThrow({
      where: { paymentId_reference: { paymentId: payment.id, reference } },
    })) as Noted;
    if (status === "lost") await bookLost(tx, payment, { reference, amount }, at);
    if (status !== "won") return;
    const [{ reinstated } = { reinstated: false }] = await tx.query<{ reinstated: boolean }>(
      sql`select reinstate_dispute(${payment.id}::bigint, ${reference}, ${at}) as reinstated`,
    );
    // What is owed again is sent, and what was cancelled meanwhile is decided.
    if (reinstated) await enqueue(tx, "settle-checkout", { checkoutId: payment.checkoutId });
  });
}

async function bookLost(
  tx: Transaction,
  { id }: Payment,
  { reference, amount }: { reference: string; amount: Money },
  at: Date,
): Promise<void> {
  await tx.query(
    sql`select adopt_refund(${id}::bigint, ${reference}, ${toNumeric(amount)}::numeric, ${at}, ${`dispute:${reference}`})`,
  );
}

/** Whether it is new, or stands otherwise than before. */
async function noteDispute(
  tx: Transaction,
  { id }: Payment,
  dispute: ProviderDispute,
  at: Date,
  askedAt: Date,
): Promise<boolean> {
  const { reference, amount, reason, status, isInquiry, respondBy, openedAt } = dispute;
  const news = await tx.query(sql`
    insert into payment_disputes as d (payment_id, reference, amount, reason, status, is_inquiry, respond_by, opened_at, closed_at, read_at)
    values (${id}, ${reference}, ${toNumeric(amount)}::numeric, ${reason}, ${status}, ${isInquiry}, ${respondBy}, ${openedAt},
      ${status === "open" ? null : at}, ${askedAt})
    on conflict (payment_id, reference) do update set amount = excluded.amount, reason = excluded.reason, status = excluded.status,
      is_inquiry = excluded.is_inquiry, respond_by = excluded.respond_by, closed_at = excluded.closed_at, read_at = excluded.read_at
     where (d.status, d.is_inquiry) is distinct from (excluded.status, excluded.is_inquiry) and d.read_at <= excluded.read_at returning d.id`);
  return news.length > 0;
}

async function tellOfTurn(tx: Transaction, payment: Payment, dispute: ProviderDispute, at: Date): Promise<void> {
  const { reference, amount, status, isInquiry, respondBy } = dispute;
  const sum = sumText(amount, payment.currency);
  const until = respondBy ? ` by ${respondBy.toISOString().slice(0, 10)}` : "";
  await tellReseller(tx, payment, at, {
    kind: "sale.disputed",
    occasion: `${reference}:${status}:${at.toISOString()}`,
    text: (number) =>
      ({
        open: isInquiry
          ? `The bank asks about the payment of ${sum} for sale ${number}. Answer it at the payment provider${until}, or refund the sale: nothing was taken yet.`
          : `The holder of the card disputes ${sum} of sale ${number}. Answer it at the payment provider${until}; the sale's page has what was delivered, in words that can be sent.`,
        won: `The dispute over ${sum} of sale ${number} ended in your favour.`,
        lost: `The dispute over ${sum} of sale ${number} was lost: the traveller has the money.`,
      })[status],
  });
}
