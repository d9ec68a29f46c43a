import { runDrill as run } from "#server/domain/messaging/drills/index.ts";
import { job } from "../job.ts";

export const runDrill = job("run-drill", (ctx, { drillId }, step) => step.run("run", () => run(ctx, drillId)), {
  alone: "drillId",
});
