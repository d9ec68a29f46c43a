import { type Charged, platformCharger } from "#server/domain/money/payments/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { raiseNotifications } from "#server/domain/record/notifications/index.ts";
import { inTime } from "#server/kernel/clock.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import { HOUR, inWords, MINUTE } from "#server/kernel/time.ts";
import { switchOff } from "./auto-funding.ts";
import { lockAutoFunding } from "./auto-funding-row.ts";

/** This long after it was sent, a charge that the provider does not have was not made. */
const SURE_AFTER = 10 * MINUTE;
/** For less than the day for which the provider knows a charge by its key. */
const SENT_FOR = 20 * HOUR;
const RETRY_AFTER = 6 * HOUR;
const MOST_FAILURES = 3;

/** A funding request by a saved card. */
export type AutomaticCharge = {
  id: number;
  accountId: number;
  reference: string;
  amount: Money;
  currency: string;
  customer: string;
  card: string;
  askedAt: Date;
};

type Followed =
  | { kind: "open" }
  | { kind: "paid"; moneyReference: string; amount: Money; currency: string }
  /** Nothing was charged, which is on record, and nothing will be. */
  | { kind: "ended" };

/**
 * Where a charge stands. The provider is asked for it first; only one that it certainly does not have is sent, by a key of its own.
 * Throws while the provider's word is not known.
 */
export async function followCharge(ctx: Ctx, charge: AutomaticCharge): Promise<Followed> {
  const charger = await platformCharger();
  if (!charger) throw new Error("The keys of the payment provider were removed.");
  const { reference, amount, currency, customer, card, askedAt: since } = charge;
  const asked = { subject: `funding-${reference}`, amount, currency, customer, card, since };
  const request = { ...asked, description: `Wallet funding ${reference}` };
  const found = await charger.findCharge(request);
  if (found) return await take(ctx, charge, found);
  const next = await decideToSend(ctx, charge);
  return next === "send" ? await take(ctx, charge, await charger.charge(request)) : { kind: next };
}

/**
 * What to do about a charge that the provider does not have. Under the lock that switching off takes too: what was switched off, or
 * whose account was closed, before is not sent any more, nor is one whose wallet somebody has funded since; what was sent before is
 * waited for.
 */
async function decideToSend(ctx: Ctx, charge: AutomaticCharge): Promise<"send" | "open" | "ended"> {
  const { id, accountId, askedAt } = charge;
  const now = ctx.clock.now();
  return await ctx.db.transaction(async (tx) => {
    await lockAutoFunding(tx, accountId);
    const [row] = await tx.query<{ sentAt: Date | null; isWanted: boolean }>(sql`
      select r.sent_at, exists (select from auto_fundings f join accounts a on a.id = f.account_id join wallets w on w.account_id = f.account_id
                                 where f.account_id = r.account_id and f.enabled and f.card = r.card and a.status = 'active'
                                   and w.balance + usable_credit(w) < f.threshold) as is_wanted
        from funding_requests r where r.id = ${id} and r.withdrawn_at is null`);
    if (!row) return "ended";
    if (row.sentAt && now < inTime(row.sentAt, SURE_AFTER)) return "open";
    const isLate = now >= inTime(askedAt, SENT_FOR);
    if (row.isWanted && !isLate) {
      await tx.prisma.fundingRequest.update({ where: { id }, data: { sentAt: now } });
      return "send";
    }
    await endCharge(tx, ctx, charge, row.isWanted ? "The payment provider could not be reached." : null);
    return "ended";
  });
}

async function take(ctx: Ctx, charge: AutomaticCharge, { reference, state }: Charged): Promise<Followed> {
  const { id } = charge;
  if (reference !== null)
    await ctx.db.prisma.fundingRequest.updateMany({ where: { id, session: null }, data: { session: reference } });
  if (state.kind !== "failed") return state;
  await ctx.db.transaction(async (tx) => {
    await lockAutoFunding(tx, charge.accountId);
    await endCharge(tx, ctx, charge, state.reason);
  });
  return { kind: "ended" };
}

/** @param reason why it failed, which is told; null: it was not wanted any more */
async function endCharge(tx: Transaction, ctx: Ctx, charge: AutomaticCharge, reason: string | null): Promise<void> {
  const { id, accountId, reference, amount, currency } = charge;
  const now = ctx.clock.now();
  const { count } = await tx.prisma.fundingRequest.updateMany({
    where: { id, withdrawnAt: null },
    data: { withdrawnAt: now, failure: reason?.slice(0, 300) ?? null },
  });
  if (count === 0 || reason === null) return;
  const setting = await tx.prisma.autoFunding.update({
    where: { accountId },
    data: { failures: { increment: 1 }, retryAt: inTime(now, RETRY_AFTER) },
  });
  const { code } = await tx.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const isOff =
    setting.failures >= MOST_FAILURES &&
    (await switchOff(
      tx,
      ctx,
      accountId,
      `The card could not be charged ${setting.failures} times in a row: ${reason}`,
    ));
  if (isOff) await recordAudit(tx, ctx, { act: "funding.auto_off", accountId, subject: code, details: { reason } });
  const card = setting.cardDigits ? `The card that ends in ${setting.cardDigits}` : "The saved card";
  const next = isOff
    ? `After ${setting.failures} failures in a row automatic funding switched itself off. Save another card, or switch it on again, on the balance page.`
    : setting.enabled
      ? `It is tried again in ${inWords(RETRY_AFTER)}. Until then fund the wallet otherwise if little is left.`
      : "Automatic funding is off.";
  const text = `${card} could not be charged ${sumText(amount, currency)} for your wallet: ${ended(reason)} ${next}`;
  await raiseNotifications(tx, now, [
    { accountId, environment: "live", kind: "funding.automatic", subject: code, text, occasion: reference },
  ]);
}

const ended = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);
