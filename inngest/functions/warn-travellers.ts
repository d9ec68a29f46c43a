import { warnTravellers as warn } from "#server/domain/shop/checkout/index.ts";
import { log } from "#server/kernel/log.ts";
import { schedule } from "../job.ts";

export const warnTravellers = schedule("warn-travellers", "*/10 * * * *", (ctx, step) =>
  step.run("warn", async () => {
    const sent = await warn(ctx);
    if (sent > 0) log().info({ sent }, "travellers were told that their eSIM runs out");
  }),
);
