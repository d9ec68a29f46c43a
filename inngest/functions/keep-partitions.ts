import { keepPartitions as keep } from "#server/domain/control/partitions/index.ts";
import { schedule } from "../job.ts";

export const keepPartitions = schedule("keep-partitions", "53 * * * *", (ctx, step) =>
  step.run("keep", () => keep(ctx)),
);
