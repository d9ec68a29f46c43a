import type { PricedPackage } from "#server/domain/catalogue/catalog/index.ts";
import { priceList } from "#server/domain/catalogue/pricing/index.ts";
import { claimVoucher, findVoucher, listVoucherPlans, refuseVoucher } from "#server/domain/shop/vouchers/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { isEmail } from "#server/kernel/email.ts";
import { fail } from "#server/kernel/errors.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { alertReseller } from "./alert-reseller.ts";
import { type Attempt, hashAttempt } from "./attempt.ts";
import { describeItem } from "./describe-item.ts";
import { createLink } from "./links.ts";
import { toLanguage } from "./mails/language.ts";
import { requireFunds } from "./require-funds.ts";

export type Redemption = { code: string; email: string; locale: string; attempt: Attempt };

/**
 * A traveller's code becomes a purchase that needs no payment: delivered, mailed and followed like every other. What cannot be
 * bought now is said before the code is taken; what fails later gives it back.
 */
export async function redeemVoucher(
  ctx: AccountCtx,
  { code, locale, ...given }: Redemption,
): Promise<{ checkoutId: number; token: string }> {
  const email = given.email.trim().toLowerCase();
  if (!isEmail(email)) fail("validation_error", "This is not an e-mail address.", { field: "email" });
  const attempt = hashAttempt(given.attempt, ["voucher", code, email]);
  // Before the purchase is looked for: a code that the same form has redeemed meanwhile leads to what came of it.
  const found = await findVoucher(ctx, code);
  const before = await ctx.db.prisma.checkout.findFirst({ where: { ...tenant(ctx), attempt }, select: { id: true } });
  if (before) return await openAgain(ctx, Number(before.id));
  const voucher = found ?? refuseVoucher();
  const item = await choosePlan(ctx, await listVoucherPlans(ctx, voucher), voucher.unitCap);
  await requireFunds(ctx, item.unitPrice);
  const at = ctx.clock.now();
  return await ctx.db.transaction(async (tx) => {
    const { count } = await tx.prisma.checkout.createMany({
      data: {
        ...tenant(ctx),
        ...{ kind: "order", status: "paid", attempt, email, locale, voucherId: voucher.id, quantity: 1 },
        ...{
          packageId: item.id,
          productKey: item.productKey,
          packageName: describeItem(item, toLanguage(locale)),
          currency: ctx.account.currency,
        },
        ...{ retailPrice: 0, unitPrice: 0, totalAmount: 0, unitCap: toNumeric(voucher.unitCap) },
        ...{ createdAt: at, paidAt: at, updatedAt: at },
      },
      skipDuplicates: true,
    });
    const where = { accountId_environment_attempt: { ...tenant(ctx), attempt } };
    const checkoutId = Number((await tx.prisma.checkout.findUniqueOrThrow({ where, select: { id: true } })).id);
    if (count > 0 && !(await claimVoucher(tx, voucher.id, checkoutId, at))) refuseVoucher();
    await enqueue(tx, "settle-checkout", { checkoutId });
    return { checkoutId, token: await createLink(tx, ctx, { kind: "purchase", checkoutId }) };
  });
}

/** What its reseller pays for, from a supplier that is open. The reseller is told where it is for them to change something. */
async function choosePlan(ctx: AccountCtx, plans: PricedPackage[], unitCap: Money): Promise<PricedPackage> {
  const within = plans.filter(({ unitPrice }) => unitPrice.lessThanOrEqualTo(unitCap));
  if (within.length === 0) {
    const why = plans.length === 0 ? "voucher_plan" : "voucher_cap";
    await ctx.db.transaction((tx) => alertReseller(tx, ctx, why));
  }
  const prices = await priceList(ctx);
  const open = within.find(({ supplierCode }) => prices.isOpen(supplierCode));
  return open ?? fail("supplier_unavailable", "This voucher cannot be redeemed at the moment. It stays valid.");
}

/** The same browser, page and input: a second click. */
async function openAgain(ctx: AccountCtx, checkoutId: number) {
  return { checkoutId, token: await createLink(ctx.db, ctx, { kind: "purchase", checkoutId }) };
}
