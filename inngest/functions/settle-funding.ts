import { settleFunding as settle } from "#server/domain/money/funding/index.ts";
import { job } from "../job.ts";

export const settleFunding = job(
  "settle-funding",
  (ctx, { requestId }, step) => step.run("settle", () => settle(ctx, requestId)),
  { alone: "requestId" },
);
