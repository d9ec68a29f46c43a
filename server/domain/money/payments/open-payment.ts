import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { log } from "#server/kernel/log.ts";
import { toNumeric } from "#server/kernel/money.ts";
import { PAYMENT_COLUMNS, type Payment } from "./payment.ts";
import { findProvider } from "./payment-settings.ts";
import type { PaymentRequest } from "./port.ts";

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
  const chosen = await findProvider(ctx.db, accountId, environment);
  if (!chosen) return fail("access_denied", "This storefront has no payment provider: it is closed for sale.");
  const at = ctx.clock.now();
  await ctx.db.query(sql`
    insert into payments (account_id, environment, checkout_id, provider, amount, currency, created_at, expires_at, updated_at)
    values (${accountId}, ${environment}, ${checkoutId}, ${chosen.name}, ${toNumeric(request.amount)}::numeric, ${request.currency}, ${at},
            ${request.expiresAt}, ${at}) on conflict (checkout_id) do nothing`);
  const payment = one(
    await ctx.db.query<Payment>(sql`select ${PAYMENT_COLUMNS} from payments where checkout_id = ${checkoutId}`),
  );
  if (payment.url) return payment;
  try {
    const { reference, url } = await chosen.provider.open({
      ...request,
      subject: `checkout-${checkoutId}`,
      expiresAt: payment.expiresAt,
    });
    return one(
      await ctx.db.query<Payment>(sql`
        update payments set reference = ${reference}, url = ${url}, updated_at = ${ctx.clock.now()} where id = ${payment.id} returning ${PAYMENT_COLUMNS}`),
    );
  } catch (error) {
    log().error({ account: ctx.account.code, error: (error as Error).message }, "a payment could not be opened");
    return fail("supplier_error", "The payment provider cannot be reached at this moment. Nothing was charged.");
  }
}
