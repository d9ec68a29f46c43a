import { reconcile as hold, requestReconciliation } from "#server/domain/control/reconciliation/index.ts";
import { job, nightly } from "../job.ts";

export const reconcile = job(
  "reconcile",
  async (ctx, { kind }, step) => {
    await step.run(kind, () => hold(ctx, kind));
  },
  { alone: "kind" },
);

/** Once a night, when little is sold. */
export const reconcileNightly = nightly("reconcile-nightly", "17 3 * * *", async (ctx, step) => {
  for (const kind of ["suppliers", "payments"] as const) await step.run(kind, () => requestReconciliation(ctx, kind));
});
