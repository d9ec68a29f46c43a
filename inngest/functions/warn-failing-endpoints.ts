import { warnFailingEndpoints as warn } from "#server/domain/messaging/webhooks/index.ts";
import { schedule } from "../job.ts";

export const warnFailingEndpoints = schedule("warn-failing-endpoints", "* * * * *", (ctx, step) =>
  step.run("warn", async () => {
    await warn(ctx);
  }),
);
