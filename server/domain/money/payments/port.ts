import type { Money } from "#server/kernel/money.ts";

/** Money to ask somebody for: a traveller, or a reseller who funds the wallet. */
export type PaymentRequest = {
  /** What it is for, in our words: `checkout-12`, `funding-3`. The provider opens one payment for it, however often it is asked. */
  subject: string;
  amount: Money;
  currency: string;
  /** What is bought, as the payment page and the statement show it. */
  description: string;
  /** What the traveller knows the purchase by; the card's statement shows it. */
  number?: string;
  email: string;
  /** Of the payment page, BCP 47. */
  locale: string;
  /** Where the traveller is led after paying, and after giving up. */
  returnUrl: string;
  expiresAt: Date;
};

export type PaymentState =
  /** `isTaken`: its page is done, and whether it is paid is known later, as of a bank debit. */
  | { kind: "open"; isTaken?: boolean }
  | { kind: "expired" }
  /** `moneyReference` is what a refund names. */
  | { kind: "paid"; moneyReference: string; amount: Money; currency: string };

/** Of anything in the provider's own record. `subject`: what it is about, in our words; null: nothing of ours. */
type Recorded = { reference: string; subject: string | null; amount: Money; currency: string; createdAt: Date };

/** Money that was taken, given back, and asked back by the holder of a card, in a range of time. */
export type ProviderRecord = {
  charges: (Recorded & { moneyReference: string | null })[];
  /** `failed`: the money did not go. */
  refunds: (Recorded & { failed: boolean })[];
  /** Those that are won are left out. */
  disputes: (Recorded & { reason: string; respondBy: Date | null })[];
};

/** `cause`: why, in our words; null when it was not us. `failed`: why the money did not go, or came back. */
export type ProviderRefund = { reference: string; amount: Money; cause: string | null; failed: string | null };

/** The card's holder asks the money back. `isInquiry`: the bank only asks, and has taken nothing. */
export type ProviderDispute = {
  reference: string;
  amount: Money;
  reason: string;
  status: "open" | "won" | "lost";
  isInquiry: boolean;
  respondBy: Date | null;
  openedAt: Date;
};

/**
 * Somebody who takes money by card. Every write may be repeated: the provider knows the payment, or the refund, by our key
 * and does it once. Throws when it cannot be reached or refuses: `RefundRefused` for a refund that it has judged.
 */
export type PaymentProvider = {
  /** `AmountTooSmall` for a sum that it never takes. */
  open(request: PaymentRequest): Promise<{ reference: string; url: string }>;
  /** Of a payment page, or of a charge of a saved card. */
  read(reference: string): Promise<PaymentState>;
  /** Closes a payment page, so that nothing is paid on it any more; throws when it was paid, or is closed already. */
  expire(reference: string): Promise<void>;
  /** `cause`: why, in our words, once per payment; the provider keeps it with the refund. */
  refund(refund: {
    moneyReference: string;
    amount: Money;
    currency: string;
    cause: string;
    key: string;
  }): Promise<{ reference: string }>;
  /** What went back of one payment, or was to, whoever gave it back. */
  listRefunds(payment: { moneyReference: string; currency: string }): Promise<ProviderRefund[]>;
  listDisputes(payment: { moneyReference: string; currency: string }): Promise<ProviderDispute[]>;
  /** All of it; throws when it cannot be read whole. */
  readRecord(range: { from: Date; to: Date }): Promise<ProviderRecord>;
  /** Whether the provider knows a refund, and the money went. */
  hasRefund(reference: string): Promise<boolean>;
};

/** The refund was judged and not made. It is answered the same whenever it is asked for under this key again, whatever has changed. */
export class RefundRefused extends Error {}

/** A payment page for less than the provider takes at all. */
export class AmountTooSmall extends Error {}

export type ProviderName = "stripe" | "test";
