import { tellOfSuppliers, watchSuppliers as watch } from "#server/domain/catalogue/suppliers/index.ts";
import { schedule } from "../job.ts";

export const watchSuppliers = schedule("watch-suppliers", "*/10 * * * *", async (ctx, step) => {
  await step.run("watch", () => watch(ctx));
  await step.run("tell", () => tellOfSuppliers(ctx));
});
