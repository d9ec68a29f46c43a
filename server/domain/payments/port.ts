import type { Money } from "#server/kernel/money.ts";

/** Money to ask a traveller for. */
export type PaymentRequest = {
  checkoutId: number;
  amount: Money;
  currency: string;
  /** What is bought, as the payment page and the statement show it. */
  description: string;
  email: string;
  /** Of the payment page, BCP 47. */
  locale: string;
  /** Where the traveller is led after paying, and after giving up. */
  returnUrl: string;
  expiresAt: Date;
};

export type PaymentState =
  | { kind: "open" }
  | { kind: "expired" }
  /** `moneyReference` is what a refund names. */
  | { kind: "paid"; moneyReference: string; amount: Money; currency: string };

/**
 * Somebody who takes travellers' money for a reseller. Every write may be repeated: the provider knows the checkout, or the
 * refund, by our key and does it once. Throws when it cannot be reached or refuses.
 */
export type PaymentProvider = {
  open(request: PaymentRequest): Promise<{ reference: string; url: string }>;
  read(reference: string): Promise<PaymentState>;
  refund(refund: {
    moneyReference: string;
    amount: Money;
    currency: string;
    key: string;
  }): Promise<{ reference: string }>;
};

export type ProviderName = "stripe" | "test";
