import { sumJournal as sum } from "#server/domain/money/books/index.ts";
import { schedule } from "../job.ts";

export const sumJournal = schedule("sum-journal", "23 * * * *", (ctx, step) =>
  step.run("sum", async () => void (await sum(ctx))),
);
