import { sumSales as sum } from "#server/domain/control/sales/index.ts";
import { schedule } from "../job.ts";

export const sumSales = schedule("sum-sales", "* * * * *", (ctx, step) =>
  step.run("sum", async () => void (await sum(ctx))),
);
