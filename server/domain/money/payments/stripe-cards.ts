import Stripe from "stripe";
import { HOUR, SECOND } from "#server/kernel/time.ts";
import type { CardCharge, CardCharger, Charged, ChargeState, SavedCard } from "./saved-card.ts";
import { fromMinor, toMinor } from "./stripe-amounts.ts";
import { onStatement, toStripeLocale } from "./stripe-words.ts";

/** Clocks of two machines. */
const SKEW = HOUR;

/** Saves cards by Checkout in setup mode, and charges them by PaymentIntents while their holder is away. */
export function stripeCards(stripe: Stripe): CardCharger {
  return {
    async openSetup({ subject, customer, email, currency, locale, returnUrl }) {
      const session = await stripe.checkout.sessions.create(
        {
          mode: "setup",
          allowed_payment_method_types: ["card"],
          currency: currency.toLowerCase(),
          ...(customer ? { customer } : { customer_creation: "always" as const, customer_email: email }),
          client_reference_id: subject,
          metadata: { subject },
          ...(locale && { locale: toStripeLocale(locale) }),
          success_url: returnUrl,
          cancel_url: returnUrl,
        },
        { idempotencyKey: subject },
      );
      if (!session.url) throw new Error(`Stripe gave no address for ${session.id}.`);
      return { reference: session.id, url: session.url };
    },
    async readSetup(reference) {
      const session = await stripe.checkout.sessions.retrieve(reference, { expand: ["setup_intent.payment_method"] });
      const card = cardOf(session);
      return card ? { kind: "saved", card } : { kind: session.status === "expired" ? "expired" : "open" };
    },
    async charge({ subject, amount, currency, description, number, customer, card }) {
      try {
        const intent = await stripe.paymentIntents.create(
          {
            amount: toMinor(amount, currency),
            currency: currency.toLowerCase(),
            customer,
            payment_method: card,
            allowed_payment_method_types: ["card"],
            off_session: true,
            confirm: true,
            description,
            metadata: { subject, ...(number && { number }) },
            ...(number && onStatement(number, description)),
          },
          { idempotencyKey: subject },
        );
        return await settled(stripe, intent);
      } catch (error) {
        // A refusal of the request made nothing; one of the card left an intent that waits for another card.
        if (error instanceof Stripe.errors.StripeCardError && error.payment_intent)
          return await settled(stripe, error.payment_intent);
        if (error instanceof Stripe.errors.StripeInvalidRequestError)
          return { reference: null, state: { kind: "failed", reason: error.message } };
        throw error;
      }
    },
    async findCharge({ subject, customer, since }: CardCharge) {
      const created = { gte: Math.floor((since.getTime() - SKEW) / SECOND) };
      try {
        for await (const intent of stripe.paymentIntents.list({ customer, created, limit: 100 }))
          if (intent.metadata.subject === subject) return await settled(stripe, intent);
      } catch (error) {
        if (!isUnknown(error, "customer")) throw error;
      }
      return null;
    },
    async forget(card) {
      try {
        await stripe.paymentMethods.detach(card);
      } catch (error) {
        // It is nobody's any more.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      }
    },
  };
}

/** The key is of another account by now, or somebody has deleted what it names: there is nothing of it here, today or later. */
const isUnknown = (error: unknown, param: string): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === "resource_missing" &&
  error.param === param;

/** What an intent has come to; one that would wait for its holder is cancelled first. */
async function settled(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<Charged> {
  const state = stateOf(intent);
  if (state.kind !== "open" || intent.status === "processing") return { reference: intent.id, state };
  const { last_payment_error: why } = intent;
  const reason = why?.message ?? "The bank asks the card's holder to confirm the payment.";
  const ended = await stripe.paymentIntents.cancel(intent.id);
  return { reference: ended.id, state: ended.status === "canceled" ? { kind: "failed", reason } : stateOf(ended) };
}

export function stateOf(intent: Stripe.PaymentIntent): ChargeState {
  const { id, status, amount_received: received, currency, last_payment_error: why } = intent;
  const code = currency.toUpperCase();
  if (status === "succeeded")
    return { kind: "paid", moneyReference: id, amount: fromMinor(received, code), currency: code };
  if (status === "canceled") return { kind: "failed", reason: why?.message ?? "The payment was cancelled." };
  return { kind: "open" };
}

function cardOf({ status, customer, setup_intent: intent }: Stripe.Checkout.Session): SavedCard | null {
  if (status !== "complete" || !customer || typeof intent !== "object" || intent?.status !== "succeeded") return null;
  const { payment_method: method } = intent;
  if (typeof method !== "object" || !method?.card) return null;
  const { brand, last4, exp_month: month, exp_year: year } = method.card;
  return {
    customer: typeof customer === "string" ? customer : customer.id,
    reference: method.id,
    brand,
    lastDigits: last4,
    expires: `${year}-${String(month).padStart(2, "0")}`,
  };
}
