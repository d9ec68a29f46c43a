import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { log } from "#server/kernel/log.ts";
import { toNumeric } from "#server/kernel/money.ts";
import { isOnItsWay, type Payment, toPayment } from "./payment.ts";
import { findProvider } from "./payment-settings.ts";
import { AmountTooSmall, type PaymentRequest } from "./port.ts";

/** Whether travellers can pay at all. */
export async function isOpenForSale(ctx: AccountCtx): Promise<boolean> {
  return (await findProvider(ctx.db, ctx.account.id, ctx.environment)) !== null;
}

/**
 * Asks the provider for a payment page, once per checkout: the row comes first, and a second call finds it. When the
 * provider cannot be reached nothing can have been paid.
 */
export async function openPayment(
  ctx: AccountCtx,
  { checkoutId, ...request }: Omit<PaymentRequest, "subject"> & { checkoutId: number },
): Promise<Payment> {
  const { accountId, environment } = tenant(ctx);
  const { prisma } = ctx.db;
  const chosen = await findProvider(ctx.db, accountId, environment);
  if (!chosen) return fail("access_denied", "This storefront has no payment provider: it is closed for sale.");
  const at = ctx.clock.now();
  const { currency, expiresAt } = request;
  const asked = { amount: toNumeric(request.amount), currency, createdAt: at, expiresAt, updatedAt: at };
  await prisma.payment.createMany({
    data: { accountId, environment, checkoutId, provider: chosen.name, ...asked },
    skipDuplicates: true,
  });
  const payment = toPayment(await prisma.payment.findUniqueOrThrow({ where: { checkoutId } }));
  if (payment.url || isOnItsWay(payment)) return payment;
  try {
    const { reference, url } = await chosen.provider.open({
      ...request,
      subject: `checkout-${checkoutId}`,
      expiresAt: payment.expiresAt,
    });
    const data = { reference, url, updatedAt: ctx.clock.now() };
    return toPayment(await prisma.payment.update({ where: { id: payment.id }, data }));
  } catch (error) {
    if (error instanceof AmountTooSmall)
      fail("validation_error", "The total is less than the payment provider takes. Nothing was charged.", {
        field: "total",
        fault: "too_small",
      });
    log().error({ account: ctx.account.code, error: (error as Error).message }, "a payment could not be opened");
    return fail("supplier_error", "The payment provider cannot be reached at this moment. Nothing was charged.");
  }
}
