import { purgeExpired as purge } from "#server/domain/request-log/index.ts";
import { schedule } from "../job.ts";

export const purgeExpired = schedule("purge-expired", "*/10 * * * *", (ctx, step) =>
  step.run("purge", () => purge(ctx)),
);
