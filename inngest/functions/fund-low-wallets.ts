import { fundLowWallets as fund } from "#server/domain/money/funding/index.ts";
import { schedule } from "../job.ts";

export const fundLowWallets = schedule("fund-low-wallets", "* * * * *", (ctx, step) =>
  step.run("fund", async () => {
    await fund(ctx);
  }),
);
