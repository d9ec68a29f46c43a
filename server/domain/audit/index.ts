export { listAllAudit, listAudit } from "./list-audit.ts";
export { audit, recordAudit } from "./record-audit.ts";
