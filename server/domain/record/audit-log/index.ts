/** Who did what: one append-only, hash-chained record of every change that a person, a key or the system made. */

export { type AuditAct, actInWords } from "./acts.ts";
export { auditFilter } from "./audit-filter.ts";
export { type AuditRecord, listAllAudit, listAudit } from "./list-audit.ts";
export { auditStatement, recordAudit } from "./record-audit.ts";
export { type AuditHead, NO_ENTRIES, type SignedSeal, verifyAuditChain } from "./verify-audit.ts";
