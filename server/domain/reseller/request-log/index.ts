/** The record of API requests that a reseller's staff can read, and the quota counted from it. */

export { countKeyRequests, listKeyOperations, listTraffic } from "./count-requests.ts";
export { countedToday, summarizeLastDay } from "./key-usage.ts";
export { listRequestChoices } from "./list-request-choices.ts";
export { purgeExpired } from "./purge-expired.ts";
export { flushRequestLog, recordRequest } from "./record-request.ts";
export { requestFilter } from "./request-filter.ts";
export { findRequest, searchRequests } from "./search-requests.ts";
