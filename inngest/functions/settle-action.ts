import { settleAction as settle } from "#server/domain/selling/actions/index.ts";
import { job } from "../job.ts";

export const settleAction = job(
  "settle-action",
  (ctx, { actionId }, step) => step.run("settle", () => settle(ctx, actionId)),
  { alone: "actionId", calls: "supplier" },
);
