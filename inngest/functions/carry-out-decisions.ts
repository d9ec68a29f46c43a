import { carryOutDue } from "#server/domain/control/approvals/index.ts";
import { schedule } from "../job.ts";

/** What operators scheduled, when its time has come. */
export const carryOutDecisions = schedule("carry-out-decisions", "* * * * *", (ctx, step) =>
  step.run("carry out", () => carryOutDue(ctx)),
);
