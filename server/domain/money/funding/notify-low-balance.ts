import { type NewNotification, raiseNotifications } from "#server/domain/record/notifications/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { sumText } from "#server/kernel/sum-text.ts";

type Crossing = {
  accountId: number;
  currency: string;
  threshold: Money;
  recipients: string[];
  spendable: Money;
};

/**
 * Tells resellers whose spendable amount fell below the threshold they set: a notice, mailed to the addresses they named,
 * once per crossing. Returns how many accounts were told.
 */
export async function notifyLowBalance(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  return await ctx.db.transaction(async (tx) => {
    // Those that rose again are marked in the same statement: the next fall is a crossing anew.
    const crossings = await tx.query<Crossing>(sql`
      with judged as (
        select b.account_id, a.currency, w.balance + usable_credit(w) as spendable
          from balance_alerts b join wallets w on w.account_id = b.account_id join accounts a on a.id = b.account_id
         where a.status = 'active'
      ), moved as (
        update balance_alerts b
           set below_since = case when j.spendable < b.threshold then ${now}::timestamptz end
          from judged j
         where j.account_id = b.account_id and (j.spendable < b.threshold) <> (b.below_since is not null)
        returning b.account_id, b.threshold, b.recipients, b.below_since, j.currency, j.spendable
      )
      select account_id, currency, threshold, recipients, greatest(spendable, 0) as spendable
        from moved where below_since is not null order by account_id`);
    await raiseNotifications(
      tx,
      now,
      crossings.map((crossing) => toNotice(crossing, now)),
    );
    return crossings.length;
  });
}

const sentence = ({ spendable, currency, threshold }: Crossing): string =>
  `${sumText(spendable, currency)} can be spent, less than the ${sumText(threshold, currency)} at which you want to be told.`;

const toNotice = (crossing: Crossing, at: Date): NewNotification => ({
  accountId: crossing.accountId,
  environment: null,
  kind: "balance.low",
  subject: "balance",
  occasion: at.toISOString(),
  text: `The balance is low: ${sentence(crossing)} Orders are refused once nothing is left.`,
  recipients: crossing.recipients,
});
