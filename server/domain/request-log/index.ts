export { flushRequestLog, recordRequest } from "./record-request.ts";
