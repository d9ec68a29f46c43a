import { settleReplacement } from "#server/domain/shop/guarantee/index.ts";
import { job } from "../job.ts";

export const replaceEsim = job(
  "replace-esim",
  (ctx, { replacementId }, step) => step.run("replace", () => settleReplacement(ctx, replacementId)),
  { alone: "replacementId", calls: "supplier" },
);
