import { cancelledIn, type Owed, owed } from "#server/domain/shop/checkout/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import type { Money } from "#server/kernel/money.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import { act, leftOpen } from "./acts.ts";
import type { Source } from "./reconcile-supplier.ts";
import { type Run, recordDifference, settleGone } from "./record-difference.ts";

type Kept = {
  checkoutId: number;
  number: string;
  accountId: number;
  orderId: number | null;
  due: Money;
  currency: string;
  at: Date;
};

const SOURCE = "sales";

/**
 * What a traveller paid for was taken back, nobody decided to keep the payment, and no refund was decided: as the bell of the cancel would
 * have done, the purchase is settled now. What stays so waits for people.
 */
export async function findNotRefunded(ctx: Ctx, run: Run): Promise<Source> {
  const inRange = cancelledIn(sql`${run.range.from}`, sql`${run.range.to}`);
  const found = new Set((await ctx.db.query<Owed>(owed(inRange))).map(({ checkoutId }) => checkoutId));
  for (const checkoutId of found)
    await act
      .settleCheckout({ ctx, run }, checkoutId)
      .catch((error: Error) =>
        log().error({ checkoutId, error: error.message }, "a cancelled purchase could not be refunded"),
      );
  const open = await ctx.db.query<Kept>(sql`
    select c.id as checkout_id, c.number, c.account_id, c.order_id, w.due, c.currency, c.updated_at as at
      from (select checkout_id, sum(amount) as due from (${owed(inRange)}) o group by checkout_id) w
      join checkouts c on c.id = w.checkout_id`);
  for (const { checkoutId, number, accountId, orderId, due, currency, at } of open)
    await recordDifference(ctx, run, {
      source: SOURCE,
      what: "refund",
      finding: "not_refunded",
      subject: `${checkoutId}:${due.toFixed(4)}`,
      outcome: leftOpen(run),
      reference: `checkout-${checkoutId}`,
      accountId,
      orderId,
      checkoutId,
      amount: due,
      currency,
      text: `What sale ${number} had bought was taken back, and the traveller has not been paid back ${sumText(due, currency)}.`,
      step: "Refund the sale, or note why the traveller is owed nothing.",
      at,
    });
  await settleGone(ctx, run, SOURCE);
  return { source: SOURCE, theirs: found.size, matched: found.size - open.length, message: null };
}
