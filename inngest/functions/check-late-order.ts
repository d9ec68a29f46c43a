import { checkLateOrder as check } from "#server/domain/selling/orders/index.ts";
import { job } from "../job.ts";

export const checkLateOrder = job(
  "check-late-order",
  (ctx, { reference }, step) => step.run("check", () => check(ctx, reference)),
  { alone: "reference", calls: "supplier" },
);
