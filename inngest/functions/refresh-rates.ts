import { refreshRates as refresh, warnStaleRates } from "#server/domain/catalogue/pricing/index.ts";
import { atHome, schedule } from "../job.ts";

export const refreshRates = schedule(
  "refresh-rates",
  "7 * * * *",
  atHome(async (ctx, step) => {
    // First, so that it is also said while the source cannot be reached.
    await step.run("warn", () => warnStaleRates(ctx));
    await step.run("refresh", async () => {
      await refresh(ctx);
    });
  }),
);
