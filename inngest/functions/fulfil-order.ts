import { fulfilOrder as fulfil } from "#server/domain/selling/orders/index.ts";
import { job } from "../job.ts";

export const fulfilOrder = job(
  "fulfil-order",
  (ctx, { orderId }, step) => step.run("fulfil", () => fulfil(ctx, orderId)),
  { alone: "orderId", calls: "supplier" },
);
