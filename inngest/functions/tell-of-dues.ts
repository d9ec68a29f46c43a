import { tellOfDues as tell } from "#server/domain/money/credit/index.ts";
import { schedule } from "../job.ts";

export const tellOfDues = schedule("tell-of-dues", "20 * * * *", (ctx, step) =>
  step.run("tell", async () => {
    await tell(ctx);
  }),
);
