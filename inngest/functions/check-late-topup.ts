import { checkLateTopup as check } from "#server/domain/selling/actions/index.ts";
import { job } from "../job.ts";

export const checkLateTopup = job(
  "check-late-topup",
  (ctx, { actionId }, step) => step.run("check", () => check(ctx, actionId)),
  { alone: "actionId", calls: "supplier" },
);
