import { warnExpiringKeys as warn } from "#server/domain/reseller/keys/index.ts";
import { schedule } from "../job.ts";

export const warnExpiringKeys = schedule("warn-expiring-keys", "23 * * * *", (ctx, step) =>
  step.run("warn", async () => {
    await warn(ctx);
  }),
);
