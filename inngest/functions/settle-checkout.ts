import { settleCheckout as settle } from "#server/domain/shop/checkout/index.ts";
import { job } from "../job.ts";

export const settleCheckout = job(
  "settle-checkout",
  (ctx, { checkoutId }, step) => step.run("settle", () => settle(ctx, checkoutId)),
  { alone: "checkoutId" },
);
