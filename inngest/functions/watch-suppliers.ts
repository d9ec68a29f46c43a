import { watchSuppliers as watch } from "#server/domain/suppliers/index.ts";
import { schedule } from "../job.ts";

export const watchSuppliers = schedule("watch-suppliers", "*/10 * * * *", (ctx, step) =>
  step.run("watch", () => watch(ctx)),
);
