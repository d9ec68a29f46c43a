import { getPackageForSale, requireOpenSupplier } from "#server/domain/catalogue/catalog/index.ts";
import { ceilCoins, minorUnits, retailList } from "#server/domain/catalogue/pricing/index.ts";
import { isOpenForSale, openPayment } from "#server/domain/money/payments/index.ts";
import { getEsim, isFinal } from "#server/domain/selling/esims/index.ts";
import { type PurchaseLine, refuseDiscount, useDiscount } from "#server/domain/shop/discounts/index.ts";
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
import { keepGift, type NewGift, requireGift } from "./gift.ts";
import { type CheckoutDiscount, judgeDiscount } from "./judge-discount.ts";
import { type Buyer, type CheckoutVat, judgeVat } from "./judge-vat.ts";
import { keepLines, type NewLine, nameOfLines, requireLines, shareOut } from "./lines.ts";
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

/** `payUrl`: the provider's page; null for the test payment page, which is the storefront's own. */
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
  for (const { packageId, quantity } of asked) {
    const plan = await getPackageForSale(ctx, packageId);
    await requireOpenSupplier(ctx, plan);
    const { price } = list.retailOf(plan, plan);
    const name = describeItem(plan, toLanguage(input.locale));
    lines.push({ plan, price, cost: plan.unitPrice, quantity });
    items.push({ packageId: plan.id, packageName: name, quantity, retailPrice: price, unitCost: plan.unitPrice });
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
    lines: [{ packageId, packageName, quantity: 1, retailPrice, unitCost }],
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
    fail("price_changed", `The price is now ${price} ${account.currency}. Nothing was charged.`, {
      current_price: price.toNumber(),
    });
}

const requireTotal = (ctx: AccountCtx, total: Money, { expectedTotal = total }: Asked) =>
  requirePrice(ctx, total, expectedTotal);

type Item = {
  kind: Checkout["kind"];
  esimId?: number;
  topupCode?: string;
  /** At least one, and of a top-up that one. */
  lines: { packageId: number; packageName: string; quantity: number; retailPrice: Money; unitCost: Money }[];
  discount: CheckoutDiscount | null;
  vat: CheckoutVat | null;
  gift?: NewGift | undefined;
};

const sumOf = (lines: Item["lines"]): Money =>
  lines.reduce((sum, { retailPrice, quantity }) => sum.plus(retailPrice.times(quantity)), money(0));

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

/** Each plan with its share of the sums, and what of it goes back for one. */
function priceLines({ account }: AccountCtx, { lines, discount, vat }: Item): NewLine[] {
  const ofOne = (amount: Money, quantity: number) => ceilCoins(amount.dividedBy(quantity), account.currency);
  const whole = { vatAmount: money(vat?.columns.vatAmount ?? 0), vatAdded: money(vat?.columns.vatAdded ?? 0) };
  const priced = lines.map(({ retailPrice: price, quantity }) => ({ price, quantity }));
  const shares = shareOut(priced, discount?.offs ?? [], whole, minorUnits(account.currency));
  return lines.map(({ unitCost, ...line }, i) => {
    const share = shares[i]!;
    // What the reseller accepted as a loss is bought; what became one since is not. VAT is nothing to buy with.
    const price = ofOne(share.total.minus(share.vatAdded), line.quantity);
    const unitCap = price.greaterThan(unitCost) ? price : unitCost;
    return { ...line, share, unitPrice: ofOne(share.total, line.quantity), unitCap };
  });
}

/** How a purchase stands in its own row: one plan as it is, several as one thing that names them all. */
function rowOf(lines: NewLine[], total: Money, price: Money) {
  const [first] = lines as [NewLine];
  const { packageId } = first;
  if (lines.length === 1) {
    const { packageName, quantity, retailPrice, unitPrice, unitCap } = first;
    return { packageId, packageName, quantity, retailPrice, unitPrice, unitCap };
  }
  return {
    packageId,
    packageName: nameOfLines(lines),
    quantity: 1,
    retailPrice: price,
    unitPrice: total,
    unitCap: total,
  };
}

async function open(ctx: AccountCtx, given: Asked, item: Item): Promise<OpenedCheckout> {
  const { accountId, environment } = tenant(ctx);
  const buyer = { ...given, email: given.email.trim().toLowerCase() };
  if (!isEmail(buyer.email)) fail("validation_error", "This is not an e-mail address.", { field: "email" });
  const attempt = attemptOf(buyer, item);
  const at = ctx.clock.now();
  const expiresAt = after(at, OPEN_FOR);
  const { kind, esimId, topupCode, discount, vat, gift } = item;
  const price = sumOf(item.lines);
  const total = vat?.total ?? discount?.total ?? price;
  const lines = priceLines(ctx, item);
  const { retailPrice, unitPrice, unitCap, ...row } = rowOf(lines, total, price);
  const { checkout, token } = await ctx.db.transaction(async (tx) => {
    await tx.prisma.checkout.createMany({
      data: {
        ...tenant(ctx),
        kind,
        attempt,
        email: buyer.email,
        locale: buyer.locale,
        ...row,
        lines: lines.length,
        esimId,
        topupCode,
        retailPrice: toNumeric(retailPrice),
        discountCodeId: discount?.codeId,
        discountAmount: toNumeric(discount?.off ?? money(0)),
        ...vat?.columns,
        unitPrice: toNumeric(unitPrice),
        totalAmount: toNumeric(total),
        currency: ctx.account.currency,
        unitCap: toNumeric(unitCap),
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
    await keepLines(tx, made.id, lines);
    if (gift) await keepGift(tx, made.id, gift, at);
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
