import { purgeExpired as purge } from "#server/domain/request-log/index.ts";
import { purgeDeliveries } from "#server/domain/webhooks/index.ts";
import { schedule } from "../job.ts";

export const purgeExpired = schedule("purge-expired", "*/10 * * * *", async (ctx, step) => {
  await step.run("purge", () => purge(ctx));
  await step.run("purge deliveries", () => purgeDeliveries(ctx));
});
