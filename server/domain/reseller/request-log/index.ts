/** The record of API requests that a reseller's staff can read, and the quota counted from it. */

export { countKeyRequests, listKeyOperations, listTraffic, readQuotaUse } from "./count-requests.ts";
export { findRequest } from "./find-request.ts";
export { countedToday, summarizeLastDay } from "./key-usage.ts";
export { listRequestChoices } from "./list-request-choices.ts";
export { listRequestErrors } from "./list-request-errors.ts";
export { purgeExpired } from "./purge-expired.ts";
export { flushRequestLog, recordRequest } from "./record-request.ts";
export { requestFilter } from "./request-filter.ts";
export { searchRequests } from "./search-requests.ts";
