/** The rules that the books keep, checked against each other and against the facts (`svc audit`). */

export {
  AUDIT_KINDS,
  listAuditRuns,
  requestAuditRun,
  runAudit,
} from "./audit-runs.ts";
export { checkInvariants } from "./check-invariants.ts";
