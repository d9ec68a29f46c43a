import { syncCatalog as sync } from "#server/domain/catalogue/catalog/index.ts";
import { SUPPLIER_CODES } from "#server/domain/catalogue/suppliers/index.ts";
import { atHome, schedule } from "../job.ts";

export const syncCatalog = schedule(
  "sync-catalog",
  "17 * * * *",
  atHome(async (ctx, step) => {
    for (const code of SUPPLIER_CODES)
      await step.run(`sync ${code}`, async () => {
        await sync(ctx, code);
      });
  }),
);
