import { getPackageForSale, requireOpenSupplier } from "#server/domain/catalogue/catalog/index.ts";
import { ceilCoins, retailList } from "#server/domain/catalogue/pricing/index.ts";
import { isOpenForSale, openPayment } from "#server/domain/money/payments/index.ts";
import { getEsim, isFinal } from "#server/domain/selling/esims/index.ts";
import { refuseDiscount, useDiscount } from "#server/domain/shop/discounts/index.ts";
import { inTime } from "#server/kernel/clock.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { isEmail } from "#server/kernel/email.ts";
import { fail } from "#server/kernel/errors.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { type Money, money, toNumeric } from "#server/kernel/money.ts";
import { after, HOUR, MINUTE } from "#server/kernel/time.ts";
import { type Attempt, hashAttempt } from "./attempt.ts";
import { CHECKOUT_COLUMNS, type Checkout } from "./checkout.ts";
import { describeItem, describeTopup } from "./describe-item.ts";
import { type CheckoutDiscount, judgeDiscount } from "./judge-discount.ts";
import { type Buyer, type CheckoutVat, judgeVat } from "./judge-vat.ts";
import { createLink } from "./links.ts";
import { toLanguage } from "./mails/language.ts";
import { requireFunds } from "./require-funds.ts";
import { getRetailTopups } from "./retail-topups.ts";

type Asked = {
  email: string;
  /** The page's language. */
  locale: string;
  attempt: Attempt;
  /** What the page showed for one. */
  expectedPrice: Money;
  /** Where the provider leads back to, with the checkout's number in place of `{checkout}`: its page is shown to others. */
  returnUrl: string;
  /** Asked of them where the shop charges VAT. */
  buyer?: Buyer;
  /** What the page showed for all, if it did. */
  expectedTotal?: Money;
};

export type OrderCheckout = Asked & {
  packageId: string;
  quantity: number;
  /** A discount code as it was typed; empty for none. */
  code?: string;
};
/** `topupCode`: as the page named it. */
export type TopupCheckout = Asked & { iccid: string; topupCode: string };

/** `payUrl`: the provider's page; null for the test payment page, which is the storefront's own. */
export type OpenedCheckout = { checkout: Checkout; token: string; payUrl: string | null };

/** Time to pay. Payment providers allow no less than half an hour. */
const OPEN_FOR = HOUR;

/** A traveller goes to pay for eSIMs: the price is what it is now, held against what the page showed. */
export async function openOrderCheckout(ctx: AccountCtx, input: OrderCheckout): Promise<OpenedCheckout> {
  await requireOpen(ctx);
  const item = await getPackageForSale(ctx, input.packageId);
  await requireOpenSupplier(ctx, item);
  const { price } = (await retailList(ctx)).retailOf(item, item);
  requirePrice(ctx, price, input.expectedPrice);
  const { quantity } = input;
  const discount = await judgeDiscount(ctx, input, { plan: item, price, cost: item.unitPrice, quantity });
  const whole = discount?.total ?? price.times(quantity);
  const vat = await judgeVat(ctx, whole, input.buyer);
  requireTotal(ctx, vat?.total ?? whole, input);
  await requireFunds(ctx, item.unitPrice.times(quantity));
  return await open(ctx, input, {
    kind: "order",
    packageId: item.id,
    packageName: describeItem(item, toLanguage(input.locale)),
    quantity,
    retailPrice: price,
    discount,
    vat,
    unitCost: item.unitPrice,
  });
}

/** The same for more data on an eSIM that is already theirs. */
export async function openTopupCheckout(ctx: AccountCtx, input: TopupCheckout): Promise<OpenedCheckout> {
  await requireOpen(ctx);
  const esim = await getEsim(ctx, input.iccid);
  if (isFinal(esim.status)) fail("conflict", `The eSIM is ${esim.status} and can no longer be topped up.`);
  const { packageId, items } = await getRetailTopups(ctx, esim);
  const option =
    items.find(({ code, shopCode }) => shopCode === input.topupCode || code === input.topupCode) ??
    fail("invalid_topup_package", "This top-up is no longer offered for the eSIM.");
  requirePrice(ctx, option.price, input.expectedPrice);
  const vat = await judgeVat(ctx, option.price, input.buyer);
  requireTotal(ctx, vat?.total ?? option.price, input);
  await requireFunds(ctx, option.unitCost);
  return await open(ctx, input, {
    kind: "topup",
    packageId,
    packageName: describeTopup(option, toLanguage(input.locale)),
    esimId: esim.id,
    topupCode: option.code,
    quantity: 1,
    retailPrice: option.price,
    discount: null,
    vat,
    unitCost: option.unitCost,
  });
}

async function requireOpen(ctx: AccountCtx): Promise<void> {
  if (!(await isOpenForSale(ctx)))
    fail("access_denied", "This storefront is closed for sale: it has no payment provider.");
}

function requirePrice({ account }: AccountCtx, price: Money, expected: Money): void {
  if (!price.equals(expected))
    fail("price_changed", `The price is now ${price} ${account.currency}. Nothing was charged.`, {
      current_price: price.toNumber(),
    });
}

const requireTotal = (ctx: AccountCtx, total: Money, { expectedTotal = total }: Asked) =>
  requirePrice(ctx, total, expectedTotal);

type Item = {
  kind: Checkout["kind"];
  packageId: number;
  packageName: string;
  esimId?: number;
  topupCode?: string;
  quantity: number;
  retailPrice: Money;
  discount: CheckoutDiscount | null;
  vat: CheckoutVat | null;
  unitCost: Money;
};

function attemptOf({ attempt, email, expectedPrice }: Asked, item: Item): string {
  const { kind, packageId, esimId = null, topupCode = null, quantity, discount, vat } = item;
  const input = [email, expectedPrice.toString(), kind, packageId, esimId, topupCode, quantity];
  if (discount) input.push(discount.codeId, discount.off.toString());
  if (vat) input.push(JSON.stringify([vat.total, vat.columns]));
  return hashAttempt(attempt, input);
}

async function open(ctx: AccountCtx, given: Asked, item: Item): Promise<OpenedCheckout> {
  const { accountId, environment } = tenant(ctx);
  const buyer = { ...given, email: given.email.trim().toLowerCase() };
  if (!isEmail(buyer.email)) fail("validation_error", "This is not an e-mail address.", { field: "email" });
  const attempt = attemptOf(buyer, item);
  const at = ctx.clock.now();
  const expiresAt = after(at, OPEN_FOR);
  const { kind, packageId, packageName, esimId, topupCode, quantity, retailPrice, discount, vat } = item;
  const price = discount?.total ?? retailPrice.times(quantity);
  const total = vat?.total ?? price;
  const ofOne = (amount: Money) => ceilCoins(amount.dividedBy(quantity), ctx.account.currency);
  const unitPrice = ofOne(total);
  // What the reseller accepted as a loss is bought; what became one since is not. VAT is nothing to buy with.
  const cap = ofOne(price).greaterThan(item.unitCost) ? ofOne(price) : item.unitCost;
  const { checkout, token } = await ctx.db.transaction(async (tx) => {
    await tx.prisma.checkout.createMany({
      data: {
        ...tenant(ctx),
        kind,
        attempt,
        email: buyer.email,
        locale: buyer.locale,
        packageId,
        packageName,
        esimId,
        topupCode,
        quantity,
        retailPrice: toNumeric(retailPrice),
        discountCodeId: discount?.codeId,
        discountAmount: toNumeric(discount?.off ?? money(0)),
        ...vat?.columns,
        unitPrice: toNumeric(unitPrice),
        totalAmount: toNumeric(total),
        currency: ctx.account.currency,
        unitCap: toNumeric(cap),
        createdAt: at,
        updatedAt: at,
      },
      skipDuplicates: true,
    });
    const made = one(
      await tx.query<Checkout>(sql`
        select ${CHECKOUT_COLUMNS} from checkouts c join accounts a on a.id = c.account_id
         where c.account_id = ${accountId} and c.environment = ${environment} and c.attempt = ${attempt}`),
    );
    await enqueue(tx, "settle-checkout", { checkoutId: made.id }, inTime(at, MINUTE));
    const token = await createLink(tx, ctx, { kind: "purchase", checkoutId: made.id });
    // Last of all: whoever wants the same code waits for the end of this.
    const fault = discount && (await useDiscount(tx, made.id, at));
    if (fault) refuseDiscount(fault);
    return { checkout: made, token };
  });
  const payment = await openPayment(ctx, {
    checkoutId: checkout.id,
    amount: checkout.totalAmount,
    currency: checkout.currency,
    description: checkout.quantity > 1 ? `${checkout.quantity} × ${checkout.packageName}` : checkout.packageName,
    number: checkout.number,
    email: checkout.email,
    locale: checkout.locale,
    returnUrl: buyer.returnUrl.replace("{checkout}", String(checkout.id)),
    expiresAt,
  });
  return { checkout, token, payUrl: payment.provider === "test" ? null : payment.url };
}
