import Stripe from "stripe";
import { env } from "#server/kernel/env.ts";
import { SECOND } from "#server/kernel/time.ts";
import { AmountTooSmall, type PaymentProvider, type PaymentState, RefundRefused } from "./port.ts";
import type { CardCharger } from "./saved-card.ts";
import { fromMinor, toMinor } from "./stripe-amounts.ts";
import { stateOf, stripeCards } from "./stripe-cards.ts";
import { hasStripeRefund, listStripeDisputes, listStripeRefunds, readStripeRecord } from "./stripe-record.ts";
import { onStatement, toStripeLocale } from "./stripe-words.ts";

/** Begins the number of a charge; that of a page begins otherwise. */
const INTENT = "pi_";

/** Stripe Checkout under somebody's secret key. Only "paid" counts: a bank debit that is on its way is still open. */
export function stripeProvider(secretKey: string): PaymentProvider {
  const stripe = connectStripe(secretKey);
  return {
    async open(request) {
      const { subject, amount, currency, description, number, email, locale, returnUrl, expiresAt } = request;
      const price = {
        currency: currency.toLowerCase(),
        unit_amount: toMinor(amount, currency),
        product_data: { name: description },
      };
      const session = await stripe.checkout.sessions
        .create(
          {
            mode: "payment",
            line_items: [{ quantity: 1, price_data: price }],
            customer_email: email,
            locale: toStripeLocale(locale),
            client_reference_id: subject,
            metadata: { subject },
            payment_intent_data: {
              metadata: { subject, ...(number && { number }) },
              ...(number && onStatement(number, description)),
            },
            success_url: returnUrl,
            cancel_url: givenUp(returnUrl),
            expires_at: Math.floor(expiresAt.getTime() / SECOND),
          },
          { idempotencyKey: subject },
        )
        .catch(throwTooSmall);
      if (!session.url) throw new Error(`Stripe gave no address for ${session.id}.`);
      return { reference: session.id, url: session.url };
    },
    async read(reference): Promise<PaymentState> {
      if (reference.startsWith(INTENT)) {
        const state = stateOf(await stripe.paymentIntents.retrieve(reference));
        return state.kind === "failed" ? { kind: "expired" } : state;
      }
      const session = await stripe.checkout.sessions.retrieve(reference);
      const { status, payment_status: paid, payment_intent: intent, amount_total: total, currency } = session;
      if (paid !== "paid" || !intent || total === null || !currency) {
        const isTaken = status === "complete";
        const isOver = status === "expired" || (isTaken && intent && (await hasFailed(stripe, idOf(intent))));
        return isOver ? { kind: "expired" } : { kind: "open", isTaken };
      }
      const code = currency.toUpperCase();
      const amount = fromMinor(total, code);
      return { kind: "paid", moneyReference: idOf(intent), amount, currency: code };
    },
    async expire(reference) {
      await stripe.checkout.sessions.expire(reference);
    },
    async refund({ moneyReference, amount, currency, cause, key }) {
      const asked = { payment_intent: moneyReference, amount: toMinor(amount, currency), metadata: { cause } };
      const refund = await stripe.refunds.create(asked, { idempotencyKey: key }).catch(throwRefusal);
      if (refund.status === "failed" || refund.status === "canceled")
        throw new Error(`Stripe could not pay the refund: ${refund.failure_reason ?? refund.status}.`);
      return { reference: refund.id };
    },
    listRefunds: (payment) => listStripeRefunds(stripe, payment),
    listDisputes: (payment) => listStripeDisputes(stripe, payment),
    readRecord: (range) => readStripeRecord(stripe, range),
    hasRefund: (reference) => hasStripeRefund(stripe, reference),
  };
}

/** What Stripe keeps as its answer for a day. A fault of its own, or a key that may not, says nothing about the refund. */
function throwRefusal(error: unknown): never {
  const isJudged = error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400;
  throw isJudged ? new RefundRefused(error.message) : error;
}

function throwTooSmall(error: unknown): never {
  const isTooSmall = error instanceof Stripe.errors.StripeError && error.code === "amount_too_small";
  throw isTooSmall ? new AmountTooSmall(error.message) : error;
}

/** The same account, for cards that are charged while their holder is away. */
export const stripeCharger = (secretKey: string): CardCharger => stripeCards(connectStripe(secretKey));

/** Throws a sentence when Stripe does not know the key. */
export async function checkStripeKey(secretKey: string): Promise<void> {
  await connectStripe(secretKey).balance.retrieve();
}

/** What a signed webhook says; throws when the signature is not one of this secret, or is too old. */
export function readStripeWebhook(body: string, signature: string, secret: string): StripeWebhook {
  const event = Stripe.webhooks.constructEvent(body, signature, secret);
  // Whoever has the secret signs anything: what is no text names nothing.
  const {
    id,
    object,
    payment_intent: intent,
  } = event.data.object as { id?: unknown; object?: unknown; payment_intent?: unknown };
  return {
    id: String(event.id),
    kind: String(event.type),
    reference: (object === "checkout.session" || object === "payment_intent") && typeof id === "string" ? id : null,
    moneyReference: ABOUT_MONEY.has(object) && typeof intent === "string" ? intent : null,
  };
}

/** Things of which money goes back. */
const ABOUT_MONEY = new Set<unknown>(["charge", "refund", "dispute"]);

/**
 * `reference`: a payment page, or the charge of a saved card, that something happened to. `moneyReference`: money of which some went
 * back, or is asked back.
 */
export type StripeWebhook = { id: string; kind: string; reference: string | null; moneyReference: string | null };

function connectStripe(secretKey: string): Stripe {
  const own = env().stripeApiUrl ? new URL(env().stripeApiUrl!) : null;
  return new Stripe(secretKey, {
    timeout: 15 * SECOND,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(own && { host: own.hostname, port: own.port, protocol: own.protocol.replace(":", "") as "http" | "https" }),
  });
}

const idOf = (intent: string | { id: string }): string => (typeof intent === "string" ? intent : intent.id);

/** What a page took to be paid later stays "complete" and "unpaid" for good when it failed: only its charge says so. */
async function hasFailed(stripe: Stripe, intent: string): Promise<boolean> {
  const { status } = await stripe.paymentIntents.retrieve(intent);
  return status === "requires_payment_method" || status === "canceled";
}

/** Where whoever gives up is led: the same page, which is told that nothing was paid. */
function givenUp(returnUrl: string): string {
  const url = new URL(returnUrl);
  url.searchParams.set("given_up", "1");
  return url.href;
}
