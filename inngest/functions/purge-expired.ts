import { eraseClosed, forgetBuyers } from "#server/domain/control/closing/index.ts";
import { purgeDrills } from "#server/domain/messaging/drills/index.ts";
import { purgeDeliveries } from "#server/domain/messaging/webhooks/index.ts";
import { purgePreviews } from "#server/domain/reseller/mcp/index.ts";
import { purgePictures } from "#server/domain/reseller/pictures/index.ts";
import { purgeExpired as purge } from "#server/domain/reseller/request-log/index.ts";
import { schedule } from "../job.ts";

export const purgeExpired = schedule("purge-expired", "*/10 * * * *", async (ctx, step) => {
  await step.run("purge", () => purge(ctx));
  await step.run("purge deliveries", () => purgeDeliveries(ctx));
  await step.run("purge drills", () => purgeDrills(ctx));
  await step.run("purge pictures", () => purgePictures(ctx));
  await step.run("purge previews", () => purgePreviews(ctx));
  await step.run("take buyers out of old invoices", () => forgetBuyers(ctx));
  // Last: it fails as long as one account cannot be erased.
  await step.run("erase closed accounts", () => eraseClosed(ctx));
});
