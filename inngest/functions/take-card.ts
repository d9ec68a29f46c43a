import { followCard } from "#server/domain/shop/checkout/index.ts";
import { job } from "../job.ts";

export const takeCard = job("take-card", (ctx, { autoTopupId }, step) =>
  step.run("take", () => followCard(ctx, autoTopupId)),
);
