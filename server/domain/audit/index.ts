export { listAllAudit, listAudit } from "./list-audit.ts";
export { auditStatement, recordAudit } from "./record-audit.ts";
export { type AuditHead, NO_ENTRIES, type SignedSeal, verifyAuditChain } from "./verify-audit.ts";
