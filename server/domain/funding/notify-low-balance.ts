import { queueMails } from "#server/domain/mail/index.ts";
import { type NewNotice, raiseNotices } from "#server/domain/notices/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";

type Crossing = {
  accountId: number;
  companyName: string;
  currency: string;
  threshold: Money;
  recipients: string[];
  spendable: Money;
};

/**
 * Tells resellers whose spendable amount fell below the threshold they set: a notice and a mail to each recipient, once per
 * crossing. Returns how many accounts were told.
 */
export async function notifyLowBalance(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  return await ctx.db.transaction(async (tx) => {
    // Those that rose again are marked in the same statement: the next fall is a crossing anew.
    const crossings = await tx.query<Crossing>(sql`
      with judged as (
        select b.account_id, a.company_name, a.currency, w.balance + usable_credit(w) as spendable
          from balance_alerts b join wallets w on w.account_id = b.account_id join accounts a on a.id = b.account_id
         where a.status = 'active'
      ), moved as (
        update balance_alerts b
           set below_since = case when j.spendable < b.threshold then ${now}::timestamptz end
          from judged j
         where j.account_id = b.account_id and (j.spendable < b.threshold) <> (b.below_since is not null)
        returning b.account_id, b.threshold, b.recipients, b.below_since, j.company_name, j.currency, j.spendable
      )
      select account_id as "accountId", company_name as "companyName", currency, threshold, recipients, greatest(spendable, 0) as spendable
        from moved where below_since is not null order by account_id`);
    await raiseNotices(
      tx,
      now,
      crossings.map((crossing) => toNotice(crossing, now)),
    );
    await queueMails(tx, ctx, crossings.flatMap(toMails));
    return crossings.length;
  });
}

const sentence = ({ spendable, currency, threshold }: Crossing): string =>
  `${toNumeric(spendable)} ${currency} can be spent, less than the ${toNumeric(threshold)} ${currency} at which you want to be told.`;

const toNotice = (crossing: Crossing, at: Date): NewNotice => ({
  accountId: crossing.accountId,
  environment: null,
  kind: "balance.low",
  subject: "balance",
  occasion: at.toISOString(),
  text: `The balance is low: ${sentence(crossing)}`,
});

function toMails(crossing: Crossing) {
  const { accountId, companyName, recipients } = crossing;
  const text = [
    `The balance of ${companyName} is low.`,
    sentence(crossing),
    "Orders are refused once nothing is left. Fund the wallet here:",
    `${env().publicUrl}/live/balance`,
    "You get this mail once each time the balance falls below the threshold. The threshold and who is told are set on the same page.",
  ].join("\n\n");
  return recipients.map((recipient) => ({
    kind: "balance-low",
    accountId,
    recipient,
    subject: `Low balance: ${companyName}`,
    text,
  }));
}
