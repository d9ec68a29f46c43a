import { giveBackNames as giveBack } from "#server/domain/reseller/names/index.ts";
import { schedule } from "../job.ts";

export const giveBackNames = schedule("give-back-names", "41 4 * * *", (ctx, step) =>
  step.run("give back", async () => {
    await giveBack(ctx);
  }),
);
