import { getPackageForSale } from "#server/domain/catalogue/catalog/index.ts";
import { type RetailList, retailList } from "#server/domain/catalogue/pricing/index.ts";
import { setStripeKeys } from "#server/domain/money/payments/index.ts";
import { type Buyer, type NewGift, openOrderCheckout } from "#server/domain/shop/checkout/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { randomBase62, ulid } from "#server/kernel/ids.ts";
import type { Money } from "#server/kernel/money.ts";
import { enter, newAccount } from "./world.ts";

export const WEBHOOK_SECRET = "whsec_for_tests";

/** A reseller whose live storefront takes money. */
export async function openLiveStore(
  options: Parameters<typeof newAccount>[0] = { wallet: 1_000 },
): Promise<AccountCtx> {
  const { code } = await newAccount(options);
  const ctx = await enter(code, "live");
  await setStripeKeys(ctx, { secretKey: `sk_live_${ulid()}`, webhookSecret: WEBHOOK_SECRET });
  return ctx;
}

export async function retailPriceOf(ctx: AccountCtx, packageId: string): Promise<Money> {
  const item = await getPackageForSale(ctx, packageId);
  const list: RetailList = await retailList(ctx);
  return list.retailOf(item, item).price;
}

/** A traveller goes to pay. */
export async function goToPay(
  ctx: AccountCtx,
  packageId: string,
  {
    quantity = 1,
    more = undefined as { packageId: string; quantity: number }[] | undefined,
    code = "",
    expectedTotal = undefined as Money | undefined,
    buyer = undefined as Buyer | undefined,
    gift = undefined as NewGift | undefined,
    email = "Traveller@Example.com",
    locale = "de",
    attempt = { browser: randomBase62(43), form: randomBase62(43) },
    returnUrl = "https://shop.example/de/back/{checkout}",
  } = {},
) {
  return await openOrderCheckout(ctx, {
    packageId,
    quantity,
    ...(more && { more }),
    code,
    ...(expectedTotal && { expectedTotal }),
    ...(buyer && { buyer }),
    gift,
    email,
    locale,
    attempt,
    expectedPrice: await retailPriceOf(ctx, packageId),
    returnUrl,
  });
}

export type CheckoutRow = {
  status: string;
  orderId: number | null;
  refundReason: string | null;
  refunded: Money;
  reference: string;
};

export async function readCheckout(id: number): Promise<CheckoutRow> {
  const [row] = await database().query<CheckoutRow>(sql`
    select c.status, c.order_id, c.refund_reason, p.refunded_amount as refunded, p.reference
      from checkouts c left join payments p on p.checkout_id = c.id where c.id = ${id}`);
  return row!;
}

/** Kinds of mails to an address, in order. */
export async function mailsTo(recipient: string, accountId: number): Promise<string[]> {
  const rows = await database().query<{ kind: string }>(
    sql`select kind from mails where recipient = ${recipient} and account_id = ${accountId} order by id`,
  );
  return rows.map(({ kind }) => kind);
}
