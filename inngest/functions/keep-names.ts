import { claimLostNames, giveBackNames } from "#server/domain/reseller/names/index.ts";
import { nightly } from "../job.ts";

/** In the middle of the night, in each cell: nothing else looks whether the directory says what is so. */
export const keepNames = nightly("keep-names", "41 4 * * *", async (ctx, step) => {
  await step.run("give back", () => giveBackNames(ctx));
  await step.run("claim anew", () => claimLostNames(ctx));
});
