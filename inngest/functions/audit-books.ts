import { AUDIT_KINDS, requestAuditRun, runAudit } from "#server/domain/control/invariants/index.ts";
import { job, nightly } from "../job.ts";

export const auditBooks = job("audit-books", (ctx, { runId }, step) => step.run("audit", () => runAudit(ctx, runId)), {
  alone: "runId",
});

/** Once a night, whether somebody asks or not. */
export const auditNightly = nightly("audit-nightly", "41 2 * * *", async (ctx, step) => {
  for (const kind of AUDIT_KINDS) await step.run(kind, () => requestAuditRun(ctx, kind));
});
