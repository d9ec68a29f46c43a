import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import type { AccountCtx, Ctx, Environment } from "#server/kernel/context.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { adoptRecord } from "./adopt-record.ts";
import { toPayment } from "./payment.ts";
import { findWebhookSecret, readPaymentWebhook } from "./payment-settings.ts";

type Notice = { accountCode: string; environment: Environment; body: string; signature: string };

/**
 * Takes a provider's webhook as a hint, once: the checkout, or the page for a card, that it is about is looked at now. "refused": the signature is not
 * the account's, or there is no such account; nothing tells the two apart.
 */
export async function receivePaymentWebhook(ctx: Ctx, notice: Notice): Promise<"taken" | "refused"> {
  const account = await enterAccount(ctx, notice.accountCode, notice.environment).catch((error) => {
    if (isServiceError(error)) return null;
    throw error;
  });
  const secret = account && (await findWebhookSecret(ctx.db, account.account.id, notice.environment));
  const said = secret ? await readPaymentWebhook(notice.body, notice.signature, secret) : null;
  if (!account || !said) return "refused";
  if (said.moneyReference) await lookAtMoney(account, said.moneyReference);
  await ctx.db.transaction(async (tx) => {
    const of = { provider: "stripe", accountId: account.account.id };
    const { count } = await tx.prisma.paymentWebhook.createMany({
      data: { ...of, noticeId: said.id, kind: said.kind, createdAt: ctx.clock.now() },
      skipDuplicates: true,
    });
    if (count === 0 || !said.reference) return;
    const { environment } = notice;
    const payment = await tx.prisma.payment.findFirst({ where: { ...of, environment, reference: said.reference } });
    if (payment) await enqueue(tx, "settle-checkout", { checkoutId: Number(payment.checkoutId) });
    // A page on which nothing is paid: a card was saved there, or its time is over.
    const auto = await tx.prisma.autoTopup.findFirst({ where: { ...of, environment, setupSession: said.reference } });
    if (auto) await enqueue(tx, "take-card", { autoTopupId: Number(auto.id) });
  });
  return "taken";
}

/** Before the webhook is noted: when the provider cannot be asked, it says so again. */
async function lookAtMoney(ctx: AccountCtx, moneyReference: string): Promise<void> {
  const of = { provider: "stripe", accountId: ctx.account.id, environment: ctx.environment };
  const row = await ctx.db.prisma.payment.findFirst({ where: { ...of, moneyReference } });
  if (row) await adoptRecord(ctx, toPayment(row));
}
