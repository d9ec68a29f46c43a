export { flushRequestLog, recordRequest } from "./record-request.ts";
export { purgeExpired } from "./purge-expired.ts";
