import { getPackageForSale, requireOpenSupplier } from "#server/domain/catalogue/catalog/index.ts";
import { retailList } from "#server/domain/catalogue/pricing/index.ts";
import { getBalance, insufficientBalance, spendable } from "#server/domain/money/ledger/index.ts";
import { isOpenForSale, openPayment } from "#server/domain/money/payments/index.ts";
import { getEsim, isFinal } from "#server/domain/selling/esims/index.ts";
import { inTime } from "#server/kernel/clock.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { derivedKey, hmacSha256 } from "#server/kernel/crypto.ts";
import { one, sql } from "#server/kernel/db.ts";
import { isEmail } from "#server/kernel/email.ts";
import { fail } from "#server/kernel/errors.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { after, HOUR, MINUTE } from "#server/kernel/time.ts";
import { alertReseller } from "./alert-reseller.ts";
import { CHECKOUT_COLUMNS, type Checkout } from "./checkout.ts";
import { describeItem, describeTopup } from "./describe-item.ts";
import { createLink } from "./links.ts";
import { toLanguage } from "./mails/language.ts";
import { getRetailTopups } from "./retail-topups.ts";

type Buyer = {
  email: string;
  /** The page's language. */
  locale: string;
  attempt: Attempt;
  /** What the page showed for one. */
  expectedPrice: Money;
  /** Where the provider leads back to, with the checkout's number in place of `{checkout}`: its page is shown to others. */
  returnUrl: string;
};

/** Both drawn by us: what the browser keeps in a cookie, and what is in the page that was sent. */
export type Attempt = { browser: string; form: string };

export type OrderCheckout = Buyer & { packageId: string; quantity: number };
export type TopupCheckout = Buyer & { iccid: string; topupCode: string };

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
  await requireFunds(ctx, item.unitPrice.times(input.quantity));
  return await open(ctx, input, {
    kind: "order",
    packageId: item.id,
    packageName: describeItem(item, toLanguage(input.locale)),
    quantity: input.quantity,
    unitPrice: price,
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
    items.find(({ code }) => code === input.topupCode) ??
    fail("invalid_topup_package", "This top-up is no longer offered for the eSIM.");
  requirePrice(ctx, option.price, input.expectedPrice);
  await requireFunds(ctx, option.unitCost);
  return await open(ctx, input, {
    kind: "topup",
    packageId,
    packageName: describeTopup(option, toLanguage(input.locale)),
    esimId: esim.id,
    topupCode: option.code,
    quantity: 1,
    unitPrice: option.price,
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

/** Better closed for a moment than paid and given back: whether the reseller can pay is asked before the traveller does. */
async function requireFunds(ctx: AccountCtx, cost: Money): Promise<void> {
  if (ctx.environment === "test") return;
  const balance = await getBalance(ctx);
  const available = spendable(balance);
  if (available.greaterThanOrEqualTo(cost)) return;
  await ctx.db.transaction((tx) => alertReseller(tx, ctx, "insufficient_balance"));
  insufficientBalance(ctx, "order", cost, { ...balance, balance: balance.walletBalance, available });
}

type Item = {
  kind: Checkout["kind"];
  packageId: number;
  packageName: string;
  esimId?: number;
  topupCode?: string;
  quantity: number;
  unitPrice: Money;
  unitCost: Money;
};

/**
 * The same browser, page and input is the same purchase, such as a second click. Anything else is another one: a form that
 * was seen, or sent with another address, leads to nobody else's page. Kept as a hash, since it is looked up by it.
 */
function attemptOf({ attempt: { browser, form }, email, expectedPrice }: Buyer, item: Item): string {
  const { kind, packageId, esimId = null, topupCode = null, quantity } = item;
  const input = [browser, form, email, expectedPrice.toString(), kind, packageId, esimId, topupCode, quantity];
  return hmacSha256(derivedKey("storefront-links"), `attempt:${JSON.stringify(input)}`).toString("base64url");
}

async function open(ctx: AccountCtx, given: Buyer, item: Item): Promise<OpenedCheckout> {
  const { accountId, environment } = tenant(ctx);
  const buyer = { ...given, email: given.email.trim().toLowerCase() };
  if (!isEmail(buyer.email)) fail("validation_error", "This is not an e-mail address.", { field: "email" });
  const attempt = attemptOf(buyer, item);
  const at = ctx.clock.now();
  const expiresAt = after(at, OPEN_FOR);
  const total = item.unitPrice.times(item.quantity);
  // What the reseller accepted as a loss is bought; what became one since is not.
  const cap = item.unitPrice.greaterThan(item.unitCost) ? item.unitPrice : item.unitCost;
  const { checkout, token } = await ctx.db.transaction(async (tx) => {
    const { kind, packageId, packageName, esimId, topupCode, quantity, unitPrice } = item;
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
    return { checkout: made, token: await createLink(tx, ctx, { kind: "purchase", checkoutId: made.id }) };
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
