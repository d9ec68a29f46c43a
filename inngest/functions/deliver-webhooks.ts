import { deliverWebhooks as deliver } from "#server/domain/webhooks/index.ts";
import { job } from "../job.ts";

export const deliverWebhooks = job("deliver-webhooks", (ctx, { deliveryIds }, step) =>
  step.run("deliver", () => deliver(ctx, deliveryIds)),
);
