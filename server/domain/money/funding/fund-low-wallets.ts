import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { raiseNotifications } from "#server/domain/record/notifications/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { newFundingReference } from "#server/kernel/ids.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { log } from "#server/kernel/log.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import { chargedInMonth, lockAutoFunding, UNDER_WAY } from "./auto-funding-row.ts";

/**
 * Begins a charge for each wallet that is below what its owner set, unless one is under way, the month's most would be passed,
 * or the last one failed a short time ago. Returns how many were begun.
 */
export async function fundLowWallets(ctx: Ctx): Promise<number> {
  if (!env().stripe) return 0;
  const low = await ctx.db.query<{ accountId: number }>(sql`
    select f.account_id from auto_fundings f join wallets w on w.account_id = f.account_id join accounts a on a.id = f.account_id
     where f.enabled and a.status = 'active' and w.balance + usable_credit(w) < f.threshold
       and (f.retry_at is null or f.retry_at <= ${ctx.clock.now()}) order by f.account_id`);
  let begun = 0;
  for (const { accountId } of low)
    try {
      begun += Number(await ctx.db.transaction((tx) => beginCharge(tx, ctx, accountId)));
    } catch (error) {
      // The next minute looks again; the others do not wait for it.
      log().error({ accountId, error: (error as Error).message }, "a charge could not be begun");
    }
  return begun;
}

type Low = {
  code: string;
  currency: string;
  amount: Money;
  monthlyCap: Money;
  customer: string;
  card: string;
  cardDigits: string | null;
  underWay: string | null;
  charged: Money;
};

/** The charge is on record before the provider hears of it. Judged under the lock: of several that look at once one begins it. */
async function beginCharge(tx: Transaction, ctx: Ctx, accountId: number): Promise<boolean> {
  const now = ctx.clock.now();
  await lockAutoFunding(tx, accountId);
  // A statement of its own: what was booked while the lock was waited for counts.
  const [low] = await tx.query<Low>(sql`
    select a.code, a.currency, f.amount, f.monthly_cap, f.customer, f.card, f.card_digits, (${UNDER_WAY}) as under_way,
           (${chargedInMonth(now)}) as charged
      from auto_fundings f join wallets w on w.account_id = f.account_id join accounts a on a.id = f.account_id
     where f.account_id = ${accountId} and f.enabled and a.status = 'active' and w.balance + usable_credit(w) < f.threshold and f.amount is not null
       and f.monthly_cap is not null and f.customer is not null and f.card is not null and (f.retry_at is null or f.retry_at <= ${now})`);
  if (!low || low.underWay !== null) return false;
  const { code, currency, amount, monthlyCap, customer, card } = low;
  if (low.charged.plus(amount).greaterThan(monthlyCap)) {
    await tellOfCap(tx, now, { accountId, ...low });
    return false;
  }
  const reference = newFundingReference();
  const { id } = await tx.prisma.fundingRequest.create({
    data: {
      ...{ accountId, reference, amount: toNumeric(amount), currency, customer, card, method: "card", automatic: true },
      askedBy: "automatic funding",
      askedAt: now,
    },
  });
  await tx.prisma.autoFunding.update({ where: { accountId }, data: { lastRequestId: id } });
  const details = { reference, amount: toNumeric(amount), currency };
  await recordAudit(tx, ctx, { act: "funding.auto_charge", accountId, subject: code, details });
  await enqueue(tx, "settle-funding", { requestId: id });
  return true;
}

/** Once a month. */
async function tellOfCap(tx: Transaction, at: Date, { accountId, code, ...low }: Low & { accountId: number }) {
  const { charged, amount, monthlyCap, currency } = low;
  const text = `Little is left to spend, and your card was not charged: with another ${sumText(amount, currency)} this month's charges (${sumText(charged, currency)}) would pass the ${sumText(monthlyCap, currency)} that you allow. Fund the wallet, or raise the most in a month.`;
  const occasion = `cap ${at.toISOString().slice(0, 7)} ${toNumeric(monthlyCap)}`;
  await raiseNotifications(tx, at, [
    { accountId, environment: "live", kind: "funding.automatic", subject: code, text, occasion },
  ]);
}
