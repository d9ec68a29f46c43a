export { audit, recordAudit } from "./record-audit.ts";
