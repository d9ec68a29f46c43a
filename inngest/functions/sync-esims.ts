import { SUPPLIER_CODES } from "#server/domain/catalogue/suppliers/index.ts";
import { syncEsims as sync, syncEsimsById } from "#server/domain/selling/esim-reports/index.ts";
import { log } from "#server/kernel/log.ts";
import { job, schedule } from "../job.ts";

/** A supplier said that something happened to these. */
export const syncEsims = job(
  "sync-esims",
  (ctx, { esimIds }, step) =>
    step.run("sync", async () => {
      await syncEsimsById(ctx, esimIds);
    }),
  { calls: "supplier" },
);

/** All that can still change, each supplier at its own pace. */
export const syncAllEsims = schedule("sync-all-esims", "*/10 * * * *", async (ctx, step) => {
  await Promise.all(
    SUPPLIER_CODES.map((code) =>
      step.run(`sync ${code}`, async () => {
        const synced = await sync(ctx, code);
        if (synced.looked > 0) log().info({ supplier: code, ...synced }, "eSIMs synchronised");
      }),
    ),
  );
});
