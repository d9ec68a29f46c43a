import { queueBrandMail } from "#server/domain/messaging/mail/index.ts";
import { raiseNotifications } from "#server/domain/record/notifications/index.ts";
import { getBrand } from "#server/domain/reseller/brand/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { after, HOUR } from "#server/kernel/time.ts";
import type { Checkout } from "./checkout.ts";
import { htmlOf } from "./mails/html.ts";

const REASONS: Record<string, string> = {
  insufficient_balance: "the wallet and credit line of your account do not cover it",
  price_changed: "its cost rose above what the traveller paid",
  package_not_found: "the package was withdrawn",
  supplier_unavailable: "the network supplier is closed for sale",
  fx_unavailable: "there is no current exchange rate for your currency",
  access_denied: "your account or its environment is closed",
  voucher_plan: "nobody sells any more what the vouchers were created for: block them, or create others",
  voucher_cap: "the plan costs you more than the most that was allowed when the vouchers were created",
  failed: "the network supplier did not deliver",
};

/** Tells the reseller that sales fail, at most once an hour for each reason. In English, as the portal is. */
export async function alertReseller(
  tx: Transaction,
  ctx: AccountCtx,
  reason: string,
  ended?: Pick<Checkout, "id" | "voucherId">,
): Promise<void> {
  const kind = `store-alert-${reason}`;
  await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`${kind}:${ctx.account.id}`}))`);
  const createdAt = { gt: after(ctx.clock.now(), -HOUR) };
  if (await tx.prisma.mail.findFirst({ where: { ...tenant(ctx), kind, createdAt }, select: { id: true } })) return;
  const { email } = await tx.prisma.account.findUniqueOrThrow({ where: { id: ctx.account.id } });
  const brand = await getBrand(ctx, tx);
  const what = ended
    ? ended.voucherId
      ? `A traveller's voucher (purchase ${ended.id}) was not used up`
      : `A traveller's payment (purchase ${ended.id}) is being refunded`
    : "A traveller could not buy, and nothing was charged";
  const said = `${what}: ${REASONS[reason] ?? reason}.`;
  const at = ctx.clock.now();
  const notice = { kind: "storefront.failing", subject: reason, text: said, occasion: at.toISOString() } as const;
  await raiseNotifications(tx, at, [{ accountId: ctx.account.id, environment: ctx.environment, ...notice }]);
  const lines = [
    said,
    "Until this changes, further purchases end the same way. You get this notice at most once an hour for each reason.",
    `${env().publicUrl}/${ctx.environment}/balance`,
  ];
  const subject = `${brand.name}: purchases in your storefront fail`;
  await queueBrandMail(tx, ctx, {
    kind,
    fromName: "Reseller eSIM Service",
    replyTo: brand.supportEmail,
    recipient: email,
    subject,
    text: lines.join("\n\n"),
    html: htmlOf({
      subject,
      brand,
      language: "en",
      paragraphs: lines.slice(0, 2),
      button: { label: "Open the balance", url: lines[2]! },
    }),
  });
}
