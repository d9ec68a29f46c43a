export { audit } from "./record-audit.ts";
