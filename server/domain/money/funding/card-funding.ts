import { AmountTooSmall, platformProvider, readPaymentWebhook } from "#server/domain/money/payments/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { requireLiveOnce } from "#server/domain/reseller/accounts/index.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { fail } from "#server/kernel/errors.ts";
import { newFundingReference } from "#server/kernel/ids.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { log } from "#server/kernel/log.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, HOUR, MINUTE } from "#server/kernel/time.ts";
import { countWaiting, MOST_WAITING } from "./funding-requests.ts";
import { requireChargeable } from "./require-amount.ts";
import { takeSavedCard } from "./saved-cards.ts";
import { settleFunding } from "./settle-funding.ts";

/** How long a payment page is open; the provider allows up to a day. */
const OPEN_FOR = 23 * HOUR;

/** Whether wallets can be funded by card at all. */
export const canFundByCard = (): boolean => env().stripe !== null;

/** Opens a payment page. The wallet is credited when the provider's own record says that the money came. */
export async function openCardFunding(
  ctx: AccountCtx,
  amount: Money,
  email: string,
): Promise<{ reference: string; url: string }> {
  requirePermission(ctx, "balance:manage");
  const { id: accountId, code, currency } = ctx.account;
  if (ctx.environment !== "live")
    fail("conflict", "Money is real in the live environment only. Switch to live to fund.");
  await requireLiveOnce(ctx);
  const provider = await platformProvider();
  if (!provider) return fail("conflict", "Cards are not accepted here. Announce a bank transfer instead.");
  requireChargeable(amount, currency);
  const reference = newFundingReference();
  const now = ctx.clock.now();
  const expiresAt = after(now, OPEN_FOR);
  const { id } = await ctx.db.transaction(async (tx) => {
    if ((await countWaiting(tx, ctx, "card")) >= MOST_WAITING)
      fail("conflict", `${MOST_WAITING} card payments are open: pay one of them, or wait until their pages close.`);
    const details = { reference, amount: toNumeric(amount), currency };
    await recordAudit(tx, ctx, { act: "funding.card", accountId, subject: code, details });
    return await tx.prisma.fundingRequest.create({
      data: {
        accountId,
        reference,
        amount: toNumeric(amount),
        currency,
        askedBy: ctx.actor.name,
        askedAt: now,
        method: "card",
        expiresAt,
      },
    });
  });
  try {
    const { reference: session, url } = await provider.open({
      subject: `funding-${reference}`,
      amount,
      currency,
      description: `Wallet of ${code}, ${reference}`,
      email,
      locale: "en",
      returnUrl: `${env().publicUrl}/live/balance?funded=${reference}`,
      expiresAt,
    });
    await ctx.db.transaction(async (tx) => {
      await tx.prisma.fundingRequest.update({ where: { id }, data: { session, paymentUrl: url } });
      await enqueue(tx, "settle-funding", { requestId: id }, after(now, MINUTE));
    });
    return { reference, url };
  } catch (error) {
    // Nobody was shown a page to pay on.
    const data = { withdrawnAt: ctx.clock.now() };
    await ctx.db.prisma.fundingRequest.updateMany({ where: { id, session: null }, data });
    if (error instanceof AmountTooSmall)
      fail("validation_error", "That is less than the payment provider takes: choose more.", { field: "amount" });
    log().error({ account: code, error: (error as Error).message }, "a card payment could not be opened");
    return fail(
      "supplier_error",
      "The payment provider cannot be reached at this moment. Nothing was charged; try again.",
    );
  }
}

/** The page that the provider leads back to looks now, instead of waiting for the next look. */
export async function checkCardFunding(ctx: AccountCtx, reference: string): Promise<void> {
  requirePermission(ctx, "balance:read");
  const found = await ctx.db.prisma.fundingRequest.findUnique({
    where: { reference, accountId: ctx.account.id, method: "card" },
  });
  if (!found) return fail("resource_not_found", "There is no card payment with this reference.");
  await settleFunding(ctx, found.id);
}

/** Takes the provider's webhook as a hint: the payment it is about is looked at now. False: the signature is not theirs. */
export async function receiveFundingWebhook(ctx: Ctx, body: string, signature: string): Promise<boolean> {
  const secret = env().stripe?.webhookSecret;
  if (!secret) return false;
  const said = await readPaymentWebhook(body, signature, secret);
  if (!said) return false;
  const session = said.reference;
  if (session === null) return true;
  const found = await ctx.db.prisma.fundingRequest.findUnique({ where: { session } });
  if (found) await enqueue(ctx.db, "settle-funding", { requestId: found.id });
  const saved = await ctx.db.prisma.autoFunding.findUnique({ where: { setupSession: session } });
  if (saved)
    await takeSavedCard(ctx, await ctx.db.prisma.account.findUniqueOrThrow({ where: { id: saved.accountId } }));
  return true;
}

/** Finds card payments that nothing looks at any more. Returns how many. */
export async function sweepFunding(ctx: Ctx): Promise<number> {
  const rows = await ctx.db.query(sql`
    insert into outbox_jobs (job, key, payload, is_reminder)
    select 'settle-funding', 'settle-funding:' || f.id, jsonb_build_object('requestId', f.id), true from funding_requests f
     where f.method = 'card' and f.withdrawn_at is null and (f.session is not null or f.automatic)
       and case when f.automatic then f.asked_at else f.expires_at end < ${after(ctx.clock.now(), -2 * HOUR)}
       and not exists (select from ledger_entries l where l.account_id = f.account_id and l.cause = 'deposit:' || f.reference)
       and not exists (select from outbox_jobs j where j.key = 'settle-funding:' || f.id)
     order by f.id limit 100 on conflict (key) do nothing returning key`);
  return rows.length;
}
