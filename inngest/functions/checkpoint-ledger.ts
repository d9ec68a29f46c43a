import { copyCheckpoints, makeCheckpoint } from "#server/domain/money/ledger/index.ts";
import { schedule } from "../job.ts";

/** Every hour; nothing is written when nothing was posted or audited. */
export const checkpointLedger = schedule("checkpoint-ledger", "7 * * * *", async (ctx, step) => {
  await step.run("checkpoint", () => makeCheckpoint(ctx));
  await step.run("copy", () => copyCheckpoints(ctx));
});
