export {
  AUDIT_KINDS,
  listAuditRuns,
  requestAuditRun,
  runAudit,
} from "./audit-runs.ts";
export { checkInvariants } from "./check-invariants.ts";
