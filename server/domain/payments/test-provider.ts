import type { PaymentProvider } from "./port.ts";

/**
 * The payment page of our own, for the test environment: a click stands for a card. It keeps no record beside ours, so
 * what is known of a payment is what stands in the database.
 */
export const testProvider: PaymentProvider = {
  open: async ({ subject, returnUrl }) => ({
    reference: `test-${subject}`,
    url: returnUrl.replace("/order/", "/pay/"),
  }),
  read: async () => ({ kind: "open" }),
  refund: async ({ key }) => ({ reference: `test-${key}` }),
};
