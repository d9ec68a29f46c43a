import { notFound } from "next/navigation";
import { findPayment, type Payment } from "#server/domain/money/payments/index.ts";
import {
  type Checkout,
  getLink,
  getPurchase,
  listOwnedEsims,
  lookAtCheckout,
  type StoreLink,
} from "#server/domain/shop/checkout/index.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { MINUTE } from "#server/kernel/time.ts";
import type { Store } from "./open-store.ts";
import { formatMoney } from "./present.ts";
import { type EsimView, presentEsim } from "./present-esim.ts";

/** Where a purchase stands, in the words of its page. */
export type OrderState =
  | "unpaid"
  | "working"
  | "slow"
  | "delivered"
  | "partly"
  | "refunding"
  | "refunded"
  | "abandoned";

export type OrderView = {
  state: OrderState;
  kind: Checkout["kind"];
  title: string;
  quantity: number;
  total: string;
  email: string;
  /** While it can still be paid. */
  payUrl: string | null;
  refund: string | null;
  reason: string | null;
  /** Number to tell the support. */
  number: string;
  esims: EsimView[];
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

/** The purchase of a link. Looking at one that is not paid asks the provider anew. */
export async function readOrder(store: Store, token: string): Promise<OrderView> {
  const { ctx, view } = store;
  const link = await openLink(store, token);
  const checkout = link.kind === "purchase" ? await getPurchase(ctx, link) : notFound();
  const payment = await findPayment(ctx.db, checkout.id);
  await lookAtCheckout(ctx, checkout);
  const esims = checkout.status === "delivered" ? await listOwnedEsims(ctx, link) : [];
  const { quantity, currency, refundDue } = checkout;
  return {
    state: stateOf(checkout, ctx.clock.now()),
    kind: checkout.kind,
    title: checkout.packageName,
    quantity,
    total: formatMoney(checkout.totalAmount, currency, view.language),
    email: checkout.email,
    payUrl: payUrlOf(checkout, payment, store, token),
    refund: refundDue.greaterThan(0) ? formatMoney(refundDue, currency, view.language) : null,
    reason: checkout.refundReason,
    number: String(checkout.id),
    esims: esims.map((owned) => presentEsim(owned, store)),
  };
}

function stateOf({ status, refundDue, totalAmount, paidAt }: Checkout, now: Date): OrderState {
  if (status === "opened") return "unpaid";
  if (status === "abandoned" || status === "refunded") return status;
  if (status === "delivered") return refundDue.greaterThan(0) ? "partly" : "delivered";
  if (refundDue.greaterThanOrEqualTo(totalAmount)) return "refunding";
  return paidAt && now.getTime() - paidAt.getTime() > USUAL ? "slow" : "working";
}

/** The test payment page is ours: its address follows the page's own. */
function payUrlOf(checkout: Checkout, payment: Payment | null, { view }: Store, token: string): string | null {
  if (checkout.status !== "opened" || payment?.status !== "open") return null;
  return payment.provider === "test" ? `${view.base}/${view.language}/pay/${token}` : payment.url;
}
