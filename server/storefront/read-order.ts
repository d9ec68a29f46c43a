import { notFound } from "next/navigation";
import { findPayment, isOnItsWay, listPaymentRefunds, type Payment } from "#server/domain/money/payments/index.ts";
import {
  type Checkout,
  findGift,
  findWaitingRefund,
  type Gift,
  getLink,
  getPurchase,
  giftDate,
  isCancelledWhole,
  type Language,
  listLines,
  listOwnedEsims,
  lookAtCheckout,
  type SaleLine,
  type StoreLink,
} from "#server/domain/shop/checkout/index.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { MINUTE } from "#server/kernel/time.ts";
import type { Store } from "./open-store.ts";
import { formatMoney, formatPercent } from "./present.ts";
import { type EsimView, presentEsim } from "./present-esim.ts";
import type { VatView } from "./read-checkout.ts";
import { type PaperView, readPapers } from "./read-papers.ts";

/** Where a purchase stands, in the words of its page. */
export type OrderState =
  | "unpaid"
  /** The payment page is done, and the money on its way, as of a bank debit. */
  | "pending"
  | "working"
  | "slow"
  | "delivered"
  | "partly"
  /** Delivered, and every eSIM of it cancelled since. */
  | "cancelled"
  | "refunding"
  | "refunded"
  | "abandoned";

export type OrderView = {
  state: OrderState;
  /** What the page's watcher compares: the state, and what goes back. */
  watched: string;
  kind: Checkout["kind"];
  title: string;
  quantity: number;
  /** The plans of a purchase of several, and what each was before a discount and VAT; empty for one of one. */
  lines: { title: string; price: string }[];
  total: string;
  /** What a code took off it. */
  discount: string | null;
  /** VAT in the total, or owed by the buyer; null where there is none. */
  vat: VatView | null;
  papers: PaperView[];
  email: string;
  /** Of the payment. */
  date: string | null;
  /** Redeemed with a voucher: nothing was paid. */
  voucher: boolean;
  /** While it can still be paid. */
  payUrl: string | null;
  refund: string | null;
  /** What the shop gives back of it once its order has ended, and whether it stops the order. */
  waiting: { refund: string; stops: boolean } | null;
  reason: string | null;
  /** Whether the refund is for what could not be delivered, and for nothing else. */
  isShortfall: boolean;
  /** What to tell the support. */
  number: string;
  esims: EsimView[];
  /** For whom it is. `date`: when they are told, where that is still to come; null with `isSent` false: they are not told any more. */
  gift: { name: string; email: string; isSent: boolean; date: string | null } | null;
};

/** Deliveries take seconds; after this the page says that it takes longer. */
const USUAL = 2 * MINUTE;

/** A link that is unknown, too old or of another storefront is a page that does not exist. */
export async function openLink(store: Store, token: string): Promise<StoreLink> {
  try {
    return await getLink(store.ctx, token.slice(0, 100));
  } catch (error) {
    if (isServiceError(error)) notFound();
    throw error;
  }
}

/** The purchase of a link, to be paid by a click: in the test environment only. */
export const readTestOrder = (store: Store, token: string): Promise<OrderView> =>
  store.view.environment === "test" ? readOrder(store, token) : Promise.resolve().then(notFound);

/** The purchase of a link; of a link to everything of a person the one with a number. */
export async function openPurchase(store: Store, token: string, number?: string) {
  const link = await openLink(store, token);
  if (link.kind !== (number === undefined ? "purchase" : "person")) notFound();
  try {
    return { link, checkout: await getPurchase(store.ctx, link, number) };
  } catch (error) {
    if (isServiceError(error)) notFound();
    throw error;
  }
}

/** How it stands. Looking at one that is not paid asks the provider anew. */
export async function readOrder(store: Store, token: string, number?: string): Promise<OrderView> {
  const { ctx, view } = store;
  const { link, checkout } = await openPurchase(store, token, number);
  const payment = await findPayment(ctx.db, checkout.id);
  await lookAtCheckout(ctx, checkout);
  const gift = await findGift(ctx.db, checkout.id);
  // What was given to somebody is not opened by who bought it.
  const owned = checkout.status === "delivered" && !gift ? await listOwnedEsims(ctx, link) : [];
  const esims = owned.filter(
    ({ esim, checkoutId }) => link.kind === "purchase" || checkoutId === checkout.id || esim.id === checkout.esimId,
  );
  const { quantity, currency, refundDue } = checkout;
  const refunds = payment ? await listPaymentRefunds(ctx.db, payment.id) : [];
  const refund = refundDue.greaterThan(0) ? formatMoney(refundDue, currency, view.language) : null;
  const isCancelled = gift
    ? await isCancelledWhole(ctx.db, checkout)
    : esims.length > 0 && esims.every(({ esim }) => esim.status === "cancelled");
  const isPending = checkout.status === "opened" && payment !== null && isOnItsWay(payment);
  const state = isPending ? "pending" : stateOf(checkout, isCancelled, ctx.clock.now());
  const noted = await findWaitingRefund(ctx.db, checkout.id);
  const waiting = noted && { refund: formatMoney(noted.amount, currency, view.language), stops: noted.stops };
  return {
    state,
    watched: `${state}${checkout.status === "delivered" && refund ? `:${refundDue}` : ""}${waiting ? ":waiting" : ""}`,
    kind: checkout.kind,
    title: checkout.packageName,
    quantity,
    lines: checkout.lines > 1 ? presentLines(await listLines(ctx.db, checkout.id), checkout, view.language) : [],
    total: formatMoney(checkout.totalAmount, currency, view.language),
    discount: checkout.discountAmount.isZero()
      ? null
      : formatMoney(checkout.discountAmount.negated(), currency, view.language),
    vat: presentVat(checkout, view.language),
    papers: await readPapers(store, checkout.id),
    email: checkout.email,
    date: checkout.paidAt?.toLocaleDateString(view.language, { dateStyle: "long", timeZone: "UTC" }) ?? null,
    voucher: checkout.voucherId !== null,
    payUrl: payUrlOf(checkout, payment, store, token),
    refund,
    waiting,
    reason: checkout.refundReason,
    isShortfall: refunds.every(({ cause }) => cause === "shortfall"),
    number: checkout.number,
    esims: esims.map((owned) => presentEsim(owned, store)),
    gift: gift && presentGift(gift, view.language),
  };
}

const presentGift = ({ name, email, sendAt, sentAt }: Gift, language: Language): OrderView["gift"] => ({
  ...{ name, email, isSent: sentAt !== null },
  date: sentAt === null && sendAt ? giftDate(sendAt, language) : null,
});

const presentLines = (lines: SaleLine[], { currency }: Checkout, language: Language): OrderView["lines"] =>
  lines.map(({ packageName, quantity, retailPrice }) => ({
    title: quantity > 1 ? `${quantity} × ${packageName}` : packageName,
    price: formatMoney(retailPrice.times(quantity), currency, language),
  }));

function presentVat({ vatKind, vatRate, vatAmount, vatAdded, currency }: Checkout, language: Language): VatView | null {
  if (!vatKind || !vatRate || (vatRate.isZero() && vatKind !== "reverse")) return null;
  const amount = formatMoney(vatKind === "reverse" ? vatAdded : vatAmount, currency, language);
  return { kind: vatKind, rate: formatPercent(vatRate, language), amount };
}

function stateOf(checkout: Checkout, isCancelled: boolean, now: Date): OrderState {
  const { status, refundDue, refundReason, totalAmount, paidAt, voucherId } = checkout;
  if (status === "opened") return "unpaid";
  if (status === "abandoned" || status === "refunded") return status;
  if (status === "delivered" && isCancelled) return "cancelled";
  if (status === "delivered") return refundReason === "partially_delivered" ? "partly" : "delivered";
  if (voucherId === null && refundDue.greaterThanOrEqualTo(totalAmount)) return "refunding";
  return paidAt && now.getTime() - paidAt.getTime() > USUAL ? "slow" : "working";
}

/** The test payment page is ours: its address follows the page's own. */
function payUrlOf(checkout: Checkout, payment: Payment | null, { view }: Store, token: string): string | null {
  if (checkout.status !== "opened" || payment?.status !== "open" || payment.card !== null) return null;
  return payment.provider === "test" ? `${view.base}/${view.language}/pay/${token}` : payment.url;
}
