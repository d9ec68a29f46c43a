/** Records by any part of what people call them: of an account, and for our own staff of all of them. */

export { allEsimsFilter, allOrdersFilter } from "./everywhere-filter.ts";
export { listAllEsims, listAllOrders } from "./list-everywhere.ts";
export { type PlatformKind, searchPlatform } from "./search-platform.ts";
export { searchRecords } from "./search-records.ts";
