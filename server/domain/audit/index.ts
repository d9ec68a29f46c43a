export { listAllAudit, listAudit } from "./list-audit.ts";
/** One function under both of its names. */
export { audit, audit as recordAudit, auditStatement } from "./record-audit.ts";
export { type AuditHead, NO_ENTRIES, type SignedSeal, verifyAuditChain } from "./verify-audit.ts";
