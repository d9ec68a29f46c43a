import { chargeDueTopups, followAutoTopups, warnTravellers as warn } from "#server/domain/shop/checkout/index.ts";
import { log } from "#server/kernel/log.ts";
import { schedule } from "../job.ts";

/** Who has allowed a top-up to be bought by itself gets it before anybody is warned. */
export const warnTravellers = schedule("warn-travellers", "*/10 * * * *", async (ctx, step) => {
  await step.run("follow", () => followAutoTopups(ctx));
  const opened = await step.run("charge", () => chargeDueTopups(ctx));
  if (opened > 0) log().info({ opened }, "top-ups that travellers had allowed were opened");
  const sent = await step.run("warn", () => warn(ctx));
  if (sent > 0) log().info({ sent }, "travellers were told that their eSIM runs out");
});
