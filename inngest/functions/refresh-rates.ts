import { refreshRates as refresh } from "#server/domain/pricing/index.ts";
import { schedule } from "../job.ts";

export const refreshRates = schedule("refresh-rates", "7 * * * *", (ctx, step) =>
  step.run("refresh", async () => {
    await refresh(ctx);
  }),
);
