import { getPackageForSale, requireOpenSupplier } from "#server/domain/catalogue/catalog/index.ts";
import { retailList } from "#server/domain/catalogue/pricing/index.ts";
import { isOpenForSale, openPayment } from "#server/domain/money/payments/index.ts";
import { getEsim, isFinal } from "#server/domain/selling/esims/index.ts";
import { topupProduct } from "#server/domain/selling/topups/index.ts";
import { type PurchaseLine, refuseDiscount, useDiscount } from "#server/domain/shop/discounts/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { isEmail } from "#server/kernel/email.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import { after, HOUR } from "#server/kernel/time.ts";
import { type Attempt, hashAttempt } from "./attempt.ts";
import type { Checkout } from "./checkout.ts";
import { describeItem, describeTopup } from "./describe-item.ts";
import { type NewGift, requireGift } from "./gift.ts";
import { judgeDiscount } from "./judge-discount.ts";
import { type Buyer, judgeVat } from "./judge-vat.ts";
import { type Item, keepCheckout, sumOf } from "./keep-checkout.ts";
import { requireLines } from "./lines.ts";
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
  /** Further plans that are paid for with it. */
  more?: { packageId: string; quantity: number }[];
  /** A discount code as it was typed; empty for none. */
  code?: string;
  /** For whom it is, where that is somebody else. */
  gift?: NewGift | undefined;
};
/** `topupCode`: as the page named it. */
export type TopupCheckout = Asked & { iccid: string; topupCode: string };

/** `payUrl`: the provider's page, or where that leads back to when it is done; null for the test payment page, which is the storefront's own. */
export type OpenedCheckout = { checkout: Checkout; token: string; payUrl: string | null };

/** Time to pay. Payment providers allow no less than half an hour. */
const OPEN_FOR = HOUR;

/** A traveller goes to pay for eSIMs: the price is what it is now, held against what the page showed. */
export async function openOrderCheckout(ctx: AccountCtx, input: OrderCheckout): Promise<OpenedCheckout> {
  const asked = [{ packageId: input.packageId, quantity: input.quantity }, ...(input.more ?? [])];
  requireLines(asked);
  if (input.gift) requireGift(input.gift, ctx.clock.now());
  await requireOpen(ctx);
  const list = await retailList(ctx);
  const lines: PurchaseLine[] = [];
  const items: Item["lines"] = [];
  for (const { packageId: code, quantity } of asked) {
    const plan = await getPackageForSale(ctx, code);
    await requireOpenSupplier(ctx, plan);
    const { price } = list.retailOf(plan, plan);
    const name = describeItem(plan, toLanguage(input.locale));
    lines.push({ plan, price, cost: plan.unitPrice, quantity });
    const { id: packageId, productKey, unitPrice: unitCost } = plan;
    items.push({ packageId, packageName: name, productKey, quantity, retailPrice: price, unitCost });
  }
  requirePrice(ctx, lines[0]!.price, input.expectedPrice);
  const discount = await judgeDiscount(ctx, input, lines);
  const whole = discount?.total ?? sumOf(items);
  const vat = await judgeVat(ctx, whole, input.buyer);
  requireTotal(ctx, vat?.total ?? whole, input);
  const cost = lines.reduce((sum, line) => sum.plus(line.cost.times(line.quantity)), money(0));
  await requireFunds(ctx, cost);
  return await open(ctx, input, { kind: "order", lines: items, discount, vat, gift: input.gift });
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
  const packageName = describeTopup(option, toLanguage(input.locale));
  const { price: retailPrice, unitCost } = option;
  return await open(ctx, input, {
    kind: "topup",
    esimId: esim.id,
    topupCode: option.code,
    lines: [{ packageId, packageName, productKey: topupProduct(option), quantity: 1, retailPrice, unitCost }],
    discount: null,
    vat,
  });
}

async function requireOpen(ctx: AccountCtx): Promise<void> {
  if (!(await isOpenForSale(ctx)))
    fail("access_denied", "This storefront is closed for sale: it has no payment provider.");
}

function requirePrice({ account }: AccountCtx, price: Money, expected: Money): void {
  if (!price.equals(expected))
    fail("price_changed", `The price is now ${sumText(price, account.currency)}. Nothing was charged.`, {
      current_price: price.toNumber(),
    });
}

const requireTotal = (ctx: AccountCtx, total: Money, { expectedTotal = total }: Asked) =>
  requirePrice(ctx, total, expectedTotal);

function attemptOf({ attempt, email, expectedPrice }: Asked, item: Item): string {
  const { kind, lines, esimId = null, topupCode = null, discount, vat, gift } = item;
  const [first, ...more] = lines;
  const { packageId, quantity } = first!;
  const input = [email, expectedPrice.toString(), kind, packageId, esimId, topupCode, quantity];
  for (const line of more) input.push(line.packageId, line.retailPrice.toString(), line.quantity);
  if (discount) input.push(discount.codeId, discount.off.toString());
  if (vat) input.push(JSON.stringify([vat.total, vat.columns]));
  if (gift) input.push(JSON.stringify(gift));
  return hashAttempt(attempt, input);
}

async function open(ctx: AccountCtx, given: Asked, item: Item): Promise<OpenedCheckout> {
  const buyer = { ...given, email: given.email.trim().toLowerCase() };
  if (!isEmail(buyer.email)) fail("validation_error", "This is not an e-mail address.", { field: "email" });
  const attempt = attemptOf(buyer, item);
  const at = ctx.clock.now();
  const expiresAt = after(at, OPEN_FOR);
  const { discount } = item;
  const { checkout, token } = await ctx.db.transaction(async (tx) => {
    const made = await keepCheckout(tx, ctx, { email: buyer.email, locale: buyer.locale, attempt }, item);
    const token = await createLink(tx, ctx, { kind: "purchase", checkoutId: made.id });
    // Last of all: whoever wants the same code waits for the end of this.
    const fault = discount && (await useDiscount(tx, made.id, at));
    if (fault) refuseDiscount(fault);
    return { checkout: made, token };
  });
  const returnUrl = buyer.returnUrl.replace("{checkout}", String(checkout.id));
  const payment = await openPayment(ctx, {
    checkoutId: checkout.id,
    amount: checkout.totalAmount,
    currency: checkout.currency,
    description: checkout.quantity > 1 ? `${checkout.quantity} × ${checkout.packageName}` : checkout.packageName,
    number: checkout.number,
    email: checkout.email,
    locale: checkout.locale,
    returnUrl,
    expiresAt,
  });
  // What was paid there is on its way: its page has nothing more to ask.
  return { checkout, token, payUrl: payment.provider === "test" ? null : (payment.url ?? returnUrl) };
}
