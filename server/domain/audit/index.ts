export { listAudit } from "./list-audit.ts";
export { audit } from "./record-audit.ts";
