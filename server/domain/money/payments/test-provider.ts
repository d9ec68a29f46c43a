import type { PaymentProvider } from "./port.ts";
import type { CardCharger } from "./saved-card.ts";

/**
 * For the test environment: a click on a page of the storefront's stands for a card. It keeps no record beside ours, so
 * what is known of a payment is what stands in the database.
 */
export const testProvider: PaymentProvider = {
  open: async ({ subject, returnUrl }) => ({ reference: `test-${subject}`, url: returnUrl }),
  read: async () => ({ kind: "open" }),
  expire: async () => {},
  refund: async ({ key }) => ({ reference: `test-${key}` }),
  listRefunds: async () => [],
  listDisputes: async () => [],
  readRecord: async () => ({ charges: [], refunds: [], disputes: [] }),
  hasRefund: async () => true,
};

/** Cards of the test environment, as a page of the storefront's has them saved. */
export const TEST_CARDS = { pays: "test-card", declined: "test-card-declined" } as const;

export const testCharger: CardCharger = {
  openSetup: async ({ subject, returnUrl }) => ({ reference: `test-${subject}`, url: returnUrl }),
  readSetup: async () => ({ kind: "open" }),
  charge: async ({ subject, amount, currency, card }) => ({
    reference: `test-${subject}`,
    state:
      card === TEST_CARDS.declined
        ? { kind: "failed", reason: "The test card was declined." }
        : { kind: "paid", moneyReference: `test-money-${subject}`, amount, currency },
  }),
  findCharge: async () => null,
  forget: async () => {},
};
