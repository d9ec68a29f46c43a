import type { PaymentProvider } from "./port.ts";

/**
 * For the test environment: a click on a page of the storefront's stands for a card. It keeps no record beside ours, so
 * what is known of a payment is what stands in the database.
 */
export const testProvider: PaymentProvider = {
  open: async ({ subject, returnUrl }) => ({ reference: `test-${subject}`, url: returnUrl }),
  read: async () => ({ kind: "open" }),
  refund: async ({ key }) => ({ reference: `test-${key}` }),
  listRefunds: async () => [],
  listDisputes: async () => [],
  readRecord: async () => ({ charges: [], refunds: [], disputes: [] }),
  hasRefund: async () => true,
};
