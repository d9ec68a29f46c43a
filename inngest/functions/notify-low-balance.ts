import { notifyLowBalance as notify } from "#server/domain/money/funding/index.ts";
import { schedule } from "../job.ts";

export const notifyLowBalance = schedule("notify-low-balance", "*/5 * * * *", (ctx, step) =>
  step.run("notify", async () => {
    await notify(ctx);
  }),
);
